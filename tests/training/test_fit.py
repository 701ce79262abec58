"""Fitting: weights that made the samples are found again. JAX is large, so all that needs it is deep."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from training.some_samples import random_samples

from crownhead import _core
from crownhead.engine.weights import material as counting_pieces
from crownhead.engine.weights import weights_bytes, write
from crownhead.errors import LearnError
from crownhead.match.sprt import Sprt, SprtVerdict
from crownhead.terminal.main import cli
from crownhead.training.batch import Batch, packed
from crownhead.training.recipe import FitRecipe
from crownhead.training.samples import Samples
from crownhead.training.shard import Shard

QUICK = FitRecipe(epochs=30, batch=512, decay=1e-4)
MAN = 100 / QUICK.steepness


@pytest.mark.deep
def test_a_known_rule_is_found_again() -> None:
    from crownhead.training.fit import Fit

    fitting = Fit(random_samples(8000), QUICK)
    losses = [epoch.held_out_loss for epoch in fitting]
    assert losses[-1] < 0.5 * losses[0]
    weights = fitting.weights()
    men, kings = weights[0] + weights[1], weights[2] + weights[3]
    assert 1.3 < kings / men < 1.7


@pytest.mark.deep
def test_games_are_held_out_and_not_single_positions_of_them() -> None:
    from crownhead.training.fit import Fit

    samples = random_samples(400)
    fitting = Fit(samples, msgspec.structs.replace(QUICK, held_out=0.1))
    assert fitting.held_out.tobytes() == samples[-40:].tobytes()
    assert sorted(map(bytes, fitting.fitted)) == sorted(map(bytes, samples[:-40]))


@pytest.mark.deep
def test_results_count_as_much_as_they_are_trusted() -> None:
    from crownhead.training.fit import Fit

    samples = random_samples(500)
    samples["result"] = np.where(samples["score"] > 0, -1, 1)  # always the wrong way round
    recipe = msgspec.structs.replace(QUICK, epochs=5)
    doubtful = [epoch.held_out_loss for epoch in Fit(samples, recipe)][-1]
    trusting = [epoch.held_out_loss for epoch in Fit(samples, msgspec.structs.replace(recipe, trust=1.0))][-1]
    assert doubtful < trusting


@pytest.mark.deep
def test_weights_are_the_parameters_in_whole_numbers() -> None:
    """Begun with weights and not fitted, they come out as they went in; the real numbers agree with the core's."""
    from crownhead.training import network
    from crownhead.training.fit import Fit

    words = weights_bytes(None)
    samples = random_samples(2000)
    fitting = Fit(samples, QUICK, words)
    assert fitting.weights().tobytes() == words
    expected = fitting.values(samples) * QUICK.steepness
    core = np.frombuffer(_core.Evaluation(words).of_boards(packed(samples)), np.int32)
    assert np.abs(core - np.clip(expected, -8000, 8000)).max() < 4
    one_by_one = network.values(fitting.state.parameters, Batch.of(samples[:3]))
    assert np.allclose(one_by_one, fitting.values(samples)[:3], atol=1e-4)


@pytest.mark.deep
def test_a_man_stays_worth_what_it_was() -> None:
    """The samples say that a man is worth far more than one; the weights begin with one, and may not grow."""
    from crownhead.training.fit import Fit

    samples = random_samples(8000)
    samples["score"] *= 3
    fitting = Fit(samples, QUICK, counting_pieces().tobytes())
    for _ in fitting:
        pass
    one_more: Samples = np.zeros(1, samples.dtype)
    one_more["black"], one_more["white"] = 0b11 << 12, 0b1 << 18
    core = _core.Evaluation(fitting.weights().tobytes()).of_boards(packed(one_more))
    assert 0.7 < np.frombuffer(core, np.int32)[0] / _core.NETWORK.worth_of_a_man < 1.3


@pytest.mark.deep
def test_a_fit_goes_on_where_it_was(tmp_path: Path) -> None:
    from crownhead.training.checkpoint import Checkpoint
    from crownhead.training.fit import Fit

    samples, recipe = random_samples(3000), msgspec.structs.replace(QUICK, epochs=4)
    whole = Fit(samples, recipe)
    for _ in whole:
        pass
    path = tmp_path / "checkpoint"
    checkpoint = Checkpoint(path, recipe, samples, None)
    interrupted = Fit(samples, recipe)
    for epoch in interrupted:
        checkpoint.write(interrupted.state)
        if epoch.number == 2:
            break
    resumed = Fit(samples, recipe)
    state = checkpoint.read()
    assert state is not None
    resumed.state = state
    assert [epoch.number for epoch in resumed] == [3, 4]
    assert resumed.weights() == whole.weights()
    with pytest.raises(LearnError, match="other samples"):
        Checkpoint(path, recipe, samples[1:], None).read()
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(LearnError, match="no checkpoint, or damaged"):
        checkpoint.read()


@pytest.mark.deep
def test_a_small_recipe_beats_material(tmp_path: Path) -> None:
    """From games to weights that play better than counting pieces does: SPRT of 0 against 50 Elo."""
    run = CliRunner()
    recipe, samples, weights = (
        tmp_path / "recipe.toml",
        str(tmp_path / "samples"),
        str(tmp_path / "w.weights"),
    )
    recipe.write_text("[play]\ngames = 100\nnodes = 300\n[fit]\nepochs = 6\nbatch = 1024\nrate = 0.005\n")
    played = run.invoke(cli, ["train", "play", samples, "--recipe", str(recipe), "--shards", "8"])
    assert played.exit_code == 0, played.output
    fitted = run.invoke(cli, ["train", "fit", samples, "--recipe", str(recipe), "--out", weights, "--plots"])
    assert fitted.exit_code == 0, fitted.output
    assert sorted(path.name for path in tmp_path.glob("w*")) == [
        "w-calibration.svg",
        "w-loss.svg",
        "w.weights",
    ]
    material = str(tmp_path / "material.weights")
    write(Path(material), counting_pieces())
    match = ["match", f"weights={weights},hash=1", f"weights={material},hash=1", "--nodes", "1000"]
    done = run.invoke(cli, [*match, "--sprt", "0,50", "--games", "400", "--concurrency", "2"])
    assert done.exit_code == 0, done.output
    assert str(SprtVerdict.STRONGER) in done.output, done.output
    assert Sprt(0, 50).elo1 == 50


def test_files_that_hold_no_samples(tmp_path: Path) -> None:
    Shard({}, 0, b"\xff" * 160).write(tmp_path)
    done = CliRunner().invoke(cli, ["train", "fit", str(tmp_path), "--out", str(tmp_path / "w")])
    assert done.exit_code != 0
    assert not (tmp_path / "w").exists()


def test_without_jax_the_command_says_what_is_missing(tmp_path: Path) -> None:
    code = "import sys; sys.modules['jax'] = None; from crownhead.terminal.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "train", "fit", str(tmp_path), "--out", "x"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "crownhead[training]" in done.stderr
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
