"""Games become samples, shard by shard."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
import tomllib
from importlib.resources import files
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from training.some_samples import random_samples

import crownhead as ch
from crownhead.errors import LearnError
from crownhead.processes import Processes
from crownhead.tablebase.build import Plan
from crownhead.terminal.main import cli
from crownhead.training.recipe import PlayRecipe, read_recipe
from crownhead.training.samples import SAMPLE, UNKNOWN, Samples, read_samples
from crownhead.training.selfplay import SelfPlayWork, play_shards
from crownhead.training.shard import Shard, path_of, read_shard, shards_in

SMALL = PlayRecipe(games=3, nodes=100)
COMMAND = "from crownhead.terminal.main import main; main()"


def samples_of(recipe: PlayRecipe, number: int, tablebase: Path | None = None) -> Samples:
    _, content = SelfPlayWork(recipe, tablebase=str(tablebase) if tablebase else None)()(number)
    return np.frombuffer(content, SAMPLE)


def position_of(sample: np.void) -> ch.Position:
    def squares(bits: int) -> str:
        kings = int(sample["kings"])
        return ",".join(f"{'K' if kings >> i & 1 else ''}{i + 1}" for i in range(32) if bits >> i & 1)

    turn = "W" if sample["white_to_move"] else "B"
    return ch.Position.from_fen(f"{turn}:W{squares(int(sample['white']))}:B{squares(int(sample['black']))}")


def test_a_shard_depends_on_recipe_and_number_alone() -> None:
    author = SelfPlayWork(SMALL)()
    first, _, again = author(0), author(1), author(0)
    assert first == again == SelfPlayWork(SMALL)()(0)
    other_seed = SelfPlayWork(msgspec.structs.replace(SMALL, seed=2))()
    assert len({first[1], author(1)[1], other_seed(0)[1]}) == 3


def test_shards_share_few_positions() -> None:
    author = SelfPlayWork(msgspec.structs.replace(SMALL, games=20))()
    boards = [{content[i : i + 13] for i in range(0, len(content), 16)} for _, content in map(author, (0, 1))]
    assert len(boards[0] & boards[1]) < 0.05 * len(boards[0])


def test_samples_are_quiet_positions_and_none_comes_twice() -> None:
    samples = samples_of(SMALL, 3)
    positions = [position_of(sample) for sample in samples]
    assert len(positions) > 50
    assert len(set(positions)) == len(positions)
    assert not any(position.must_jump or position.is_over for position in positions)
    assert set(np.unique(samples["result"])) <= {-1, 0, 1, UNKNOWN}


def test_endings_have_kings_and_as_many_pieces_as_asked_for() -> None:
    recipe = msgspec.structs.replace(SMALL, endings=1.0, least_pieces=8, most_pieces=9, aside=0.0)
    samples = samples_of(recipe, 0)
    pieces = np.bitwise_count(samples["black"] | samples["white"])
    assert pieces.max() <= 9
    assert samples["kings"][0]
    without = msgspec.structs.replace(recipe, endings=0.0, opening_plies=0)
    assert np.bitwise_count(samples_of(without, 0)["black"])[0] >= 11


def test_games_end_when_few_pieces_are_left() -> None:
    """Whole games begin as these do, and go on."""
    recipe = msgspec.structs.replace(SMALL, games=1, endings=0.0, aside=0.0, random_moves=0.0, td_lambda=0.0)
    for number in range(5):
        whole = samples_of(recipe, number)
        cut = samples_of(msgspec.structs.replace(recipe, fewest_pieces=15), number)
        pieces = np.bitwise_count(whole["black"] | whole["white"])
        assert cut.tolist() == [
            (*sample.item()[:4], UNKNOWN, sample["score"]) for sample in whole[pieces >= 15]
        ]
        assert 0 < len(cut) < len(whole)


def test_scores_look_ahead_along_their_game() -> None:
    """TD(lambda), 0.9: with W the weight of what follows, 1 to 10, the next score counts for 0.9 W / (1 + 0.9 W). A
    score within a man and a half of even is no proved win or loss, which would stand for itself."""
    recipe = msgspec.structs.replace(SMALL, games=30, aside=0.0, random_moves=0.0, td_lambda=0.0)
    alone, ahead = samples_of(recipe, 0), samples_of(msgspec.structs.replace(recipe, td_lambda=0.9), 0)
    positions = [position_of(sample) for sample in alone]
    assert positions == [position_of(sample) for sample in ahead]
    own, averaged = (1 / (1 + np.exp(-samples["score"] / 90)) for samples in (alone, ahead))
    shares = [
        (averaged[i] - own[i]) / (averaged[i + 1] - own[i])
        for i in range(len(own) - 1)
        if abs(alone["score"][i]) < 150
        and abs(averaged[i + 1] - own[i]) > 0.1
        and positions[i + 1] in {positions[i].play(move) for move in positions[i].legal_moves()}
    ]
    assert len(shares) > 50
    assert min(shares) > 0.9 / 1.9 - 0.05
    assert max(shares) < 0.9 + 0.05


def test_databases_bend_the_scores(tmp_path: Path) -> None:
    """A position of the database is scored by its verdict: a win for a man and a half at least."""
    for _ in Plan(tmp_path, 3, 3).run():
        pass
    tablebase = ch.Tablebase.open(tmp_path)
    recipe = msgspec.structs.replace(
        SMALL, games=20, endings=1.0, least_pieces=4, most_pieces=4, tablebase_pieces=3
    )
    seen = set()
    for sample in samples_of(recipe, 0, tmp_path):
        position = position_of(sample)
        if np.bitwise_count(sample["black"] | sample["white"]) > 3:
            continue
        result = tablebase.probe(position).result
        score = int(sample["score"]) * (1 if position.turn == ch.BLACK else -1)
        seen.add(result)
        if result == "win":
            assert score >= 150
        elif result == "loss":
            assert score <= -150
        else:
            assert abs(score) <= 600
    assert seen == {"win", "loss", "draw"}


def test_the_database_must_be_that_of_the_recipe(tmp_path: Path) -> None:
    for _ in Plan(tmp_path, 2, 2).run():
        pass
    settings = SelfPlayWork(msgspec.structs.replace(SMALL, tablebase_pieces=3), tablebase=str(tmp_path))
    with (
        Processes(1) as executor,
        pytest.raises(LearnError, match=r"asks for an endgame database of 3 pieces, and .* has 2"),
    ):
        next(play_shards(settings, tmp_path / "samples", 1, executor))
    assert not (tmp_path / "samples").exists()


def test_missing_shards_are_played_and_no_others(tmp_path: Path) -> None:
    with Processes(1) as executor:
        played = [shard.number for shard in play_shards(SelfPlayWork(SMALL), tmp_path, 3, executor)]
        assert played == [0, 1, 2]
        before = path_of(tmp_path, 1).read_bytes()
        path_of(tmp_path, 1).unlink()
        assert [s.number for s in play_shards(SelfPlayWork(SMALL), tmp_path, 3, executor)] == [1]
        assert path_of(tmp_path, 1).read_bytes() == before
        other = SelfPlayWork(msgspec.structs.replace(SMALL, nodes=200))
        with pytest.raises(LearnError, match="nodes was 100, is 200"):
            next(play_shards(other, tmp_path, 3, executor))
    assert len(read_samples([tmp_path])) > 100


def test_samples_of_another_version_are_not_added_to_unless_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, old = SelfPlayWork(SMALL), SelfPlayWork(SMALL).identity
    (tmp_path / "a").mkdir()
    Shard({**old, "code": "0.0.1 (old)"}, 0, b"").write(tmp_path / "a")
    with Processes(1) as executor:
        with pytest.raises(
            LearnError, match=r"a was begun by crownhead 0\.0\.1 \(old\), and this is .*--other-version"
        ):
            next(play_shards(settings, tmp_path / "a", 2, executor))
        assert [s.number for s in play_shards(settings, tmp_path / "a", 2, executor, other_version=True)] == [
            1
        ]
    assert read_shard(tmp_path / "a" / "000001.samples").recipe["code"] == old["code"], "each names its own"


def test_samples_that_name_no_version_are_added_to(tmp_path: Path) -> None:
    settings = SelfPlayWork(SMALL)
    nameless = {name: value for name, value in settings.identity.items() if name != "code"}
    Shard(nameless, 0, b"").write(tmp_path)
    with Processes(1) as executor:
        assert [s.number for s in play_shards(settings, tmp_path, 2, executor)] == [1]


def test_a_kill_loses_one_shard_at_most(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text("[play]\ngames = 3\nnodes = 100\n")
    arguments = ["train", "play", str(tmp_path / "s"), "--recipe", str(recipe), "--processes", "1"]
    process = subprocess.Popen([sys.executable, "-c", COMMAND, *arguments, "--shards", "1000"])
    while not (tmp_path / "s").is_dir() or len(shards_in(tmp_path / "s")) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.wait()
    there = shards_in(tmp_path / "s")
    assert list(there) == list(range(len(there)))
    assert all(len(read_shard(path)) for path in there.values())
    more = str(len(there) + 1)
    done = CliRunner().invoke(cli, [*arguments, "--shards", more])
    assert done.exit_code == 0, done.output
    assert len(shards_in(tmp_path / "s")) == len(there) + 1


# -- files ---------------------------------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path: Path) -> None:
    shard = Shard({"nodes": 5}, 7, bytes(range(48)))
    assert read_shard(shard.write(tmp_path)) == shard
    assert list(shards_in(tmp_path)) == [7]


def test_damage_is_told(tmp_path: Path) -> None:
    path = Shard({}, 0, bytes(range(160))).write(tmp_path)
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        with pytest.raises(LearnError, match=str(path)):
            read_shard(path)
        path.write_bytes(whole[:place])
        with pytest.raises(LearnError, match=str(path)):
            read_shard(path)


def test_an_impossible_sample_is_told(tmp_path: Path) -> None:
    path = Shard({}, 0, b"\xff" * 160).write(tmp_path)
    with pytest.raises(LearnError, match=f"{path}: sample 1 is impossible"):
        read_samples([tmp_path])
    path.unlink()
    with pytest.raises(LearnError, match="play some games first"):
        read_samples([tmp_path])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[play]\nnods = 5", "nods"),
        ("[play]\nnodes = 0", "nodes"),
        ("[play]\nleast_pieces = 9\nmost_pieces = 8", "least_pieces is 9"),
        ("[play]\nleast_pieces = 7\nfewest_pieces = 8", "fewest_pieces is 8, more than least_pieces, 7"),
        ("[play", "recipe.toml"),
    ],
)
def test_a_wrong_recipe_is_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text(text)
    with pytest.raises(LearnError, match=told):
        read_recipe(path)


def test_the_shipped_recipe_names_the_shipped_weights() -> None:
    assert read_recipe().play.games > 0
    shipped = tomllib.loads(files("crownhead.training").joinpath("recipe.toml").read_text())["shipped"]
    weights = files("crownhead.engine").joinpath("weights.bin").read_bytes()
    assert hashlib.sha256(weights).hexdigest() == shipped["sha256"]


def test_of_a_position_that_comes_again_the_last_score_counts(tmp_path: Path) -> None:
    older, newer = random_samples(50), random_samples(50)[:20].copy()
    older["score"], newer["score"] = 1, 2
    for folder, samples in (("round-1", older), ("round-2", newer)):
        (tmp_path / folder).mkdir()
        Shard({}, 0, samples.tobytes()).write(tmp_path / folder)
    read = read_samples([tmp_path / "round-1", tmp_path / "round-2"])
    positions = [position_of(sample) for sample in read]
    assert len(set(positions)) == len(positions)
    scores = {position_of(sample): 1 for sample in older} | {position_of(sample): 2 for sample in newer}
    assert dict(zip(positions, read["score"], strict=True)) == scores
    assert list(read["score"]) == sorted(read["score"]), "the order of the games, for those that are held out"


def test_unknown_ballots(tmp_path: Path) -> None:
    settings = SelfPlayWork(msgspec.structs.replace(SMALL, ballots=("4-move",)))
    with Processes(1) as executor, pytest.raises(LearnError, match="no set of openings '4-move'"):
        next(play_shards(settings, tmp_path, 1, executor))


def test_no_ballots(tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text("[play]\nballots = []")
    with pytest.raises(LearnError, match="ballots names no set of openings"):
        read_recipe(path)
