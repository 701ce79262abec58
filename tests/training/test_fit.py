"""Learning: games become samples, and weights that made the samples are found again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import crownhead as ch
from crownhead.engine.weights import evaluation
from crownhead.errors import LearnError
from crownhead.terminal.main import cli
from crownhead.training.fit import Fit, FitSettings
from crownhead.training.samples import SAMPLE, UNKNOWN, read_samples
from crownhead.training.selfplay import SelfPlay


def random_samples(count: int, seed: int = 1):  # type: ignore[no-untyped-def]
    """Men and kings anywhere they may stand, scored by a rule of thumb: 100 a man, 150 a king."""
    dice = np.random.default_rng(seed)
    samples = np.zeros(count, SAMPLE)
    for sample in samples:
        squares = dice.permutation(range(4, 28))[: dice.integers(4, 13)]
        sides = dice.integers(0, 4, len(squares))  # black man, white man, black king, white king
        for side, name in ((0, "black"), (2, "black"), (1, "white"), (3, "white")):
            sample[name] |= sum(1 << int(square) for square in squares[sides == side])
        sample["kings"] = sum(1 << int(square) for square in squares[sides >= 2])
        worth = [100, -100, 150, -150]
        sample["score"] = sum(worth[side] for side in sides)
        sample["result"] = UNKNOWN
    return samples


def test_a_known_rule_is_found_again() -> None:
    fitting = Fit(random_samples(4000), FitSettings(epochs=30, decay=1e-4))
    losses = [progress.loss for progress in fitting]
    assert losses[-1] < 0.5 * losses[0]
    weights = fitting.weights()
    men, kings = weights[0] + weights[1], weights[2] + weights[3]
    assert 1.3 < kings / men < 1.7


def test_results_count_as_much_as_they_are_trusted() -> None:
    samples = random_samples(500)
    samples["result"] = np.where(samples["score"] > 0, -1, 1)  # always the wrong way round
    doubtful = [progress.loss for progress in Fit(samples, FitSettings(epochs=5, trust=0))][-1]
    trusting = [progress.loss for progress in Fit(samples, FitSettings(epochs=5, trust=1))][-1]
    assert doubtful < trusting


def test_the_same_seed_gives_the_same_game() -> None:
    author = SelfPlay(nodes=100, tablebase=None)()
    first, again, other = author(7), author(7), author(8)
    author.close()
    assert first.tobytes() == again.tobytes() != other.tobytes()
    assert len(first) > 5
    assert set(np.unique(first["result"])) <= {-1, 0, 1, UNKNOWN}


def test_samples_are_quiet_positions() -> None:
    author = SelfPlay(nodes=100, tablebase=None)()
    samples = author(3)
    author.close()
    for black, white, kings, white_to_move, *_ in samples:
        position = ch.Position.from_fen(fen_of(int(black), int(white), int(kings), bool(white_to_move)))
        assert not position.must_jump
        assert not position.is_over


def fen_of(black: int, white: int, kings: int, white_to_move: bool) -> str:
    def squares(bits: int) -> str:
        return ",".join(f"{'K' if kings >> i & 1 else ''}{i + 1}" for i in range(32) if bits >> i & 1)

    return f"{'W' if white_to_move else 'B'}:W{squares(white)}:B{squares(black)}"


def test_from_games_to_an_engine(tmp_path: Path) -> None:
    run = CliRunner()
    games, weights = str(tmp_path / "games"), str(tmp_path / "weights")
    for _ in range(2):  # the second adds to the first
        played = run.invoke(
            cli, ["train", "play", games, "--games", "3", "--nodes", "50", "--processes", "1"]
        )
        assert played.exit_code == 0, played.output
    assert f"{len(read_samples([Path(games)])):,} positions" in played.output
    fitted = run.invoke(cli, ["train", "fit", games, "--out", weights, "--epochs", "1"])
    assert fitted.exit_code == 0, fitted.output
    assert evaluation(weights).of(ch.Position.start()) in range(-500, 500)
    match = ["match", f"weights={weights},depth=1", "random", "--games", "2", "--openings", "start"]
    assert run.invoke(cli, match).exit_code == 0


def test_a_sample_cut_off_by_a_kill_is_left_out(tmp_path: Path) -> None:
    samples = random_samples(3)
    (tmp_path / "cut").write_bytes(samples.tobytes()[:-5])
    assert read_samples([tmp_path / "cut"]).tobytes() == samples[:2].tobytes()


def test_files_that_hold_no_samples(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "junk").write_bytes(b"\xff" * 160)
    with pytest.raises(LearnError, match="play some games first"):
        read_samples([tmp_path / "empty"])
    with pytest.raises(LearnError, match="number 1 is impossible"):
        read_samples([tmp_path / "junk"])
    done = CliRunner().invoke(cli, ["train", "fit", str(tmp_path / "junk"), "--out", str(tmp_path / "w")])
    assert done.exit_code != 0
    assert not (tmp_path / "w").exists()


def test_without_numpy_the_command_says_what_is_missing() -> None:
    code = "import sys; sys.modules['numpy'] = None; from crownhead.terminal.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "train", "play", "x"], capture_output=True, text=True, check=False
    )
    assert "crownhead[training]" in done.stderr
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
