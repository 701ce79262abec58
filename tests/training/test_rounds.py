"""Rounds of playing and fitting: what each begins with, what is made again, and what is refused."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from click.testing import CliRunner

import crownhead as ch
from crownhead.engine.weights import evaluation, material, read, weights_bytes, write
from crownhead.errors import LearnError
from crownhead.terminal.main import cli
from crownhead.training.recipe import read_recipe
from crownhead.training.rounds import Round, rounds_in
from crownhead.training.shard import shards_in

RECIPE = """
[play]
games = 2
nodes = 50
[fit]
epochs = 2
batch = 256
"""
SCHEDULE = """
[[rounds]]
shards = 3
play = { nodes = 20 }
fit = { epochs = 5 }
[[rounds]]
shards = 1
window = 3
"""


def test_material_counts_pieces(tmp_path: Path) -> None:
    write(tmp_path / "material.weights", material())
    counted = evaluation(tmp_path / "material.weights")
    assert counted.of(ch.Position.start()) == 0
    assert counted.of(ch.Position.from_fen("W:W21,22:BK1")) == 2 * 100 - 130


def test_the_first_round_begins_with_counting_and_chance(tmp_path: Path) -> None:
    first = next(rounds_in(tmp_path / "new", 3, None))
    assert read(first.player) == material().tobytes()
    assert first.begin is None
    assert first.fitted_to(2) == [first.samples]


def test_each_round_plays_with_the_weights_of_the_one_before(tmp_path: Path) -> None:
    own = array("h", weights_bytes(None))
    write(tmp_path / "own.weights", own)
    numbers = []
    for one in rounds_in(tmp_path, 3, tmp_path / "own.weights"):
        numbers.append(one.number)
        assert read(one.player) == own.tobytes()
        assert one.begin == one.player
        own[0] += 1
        write(one.weights, own)
    assert numbers == [1, 2, 3]
    last = Round(tmp_path, 3)
    assert last.player == tmp_path / "round-2.weights"
    assert last.fitted_to(2) == [tmp_path / "round-2", tmp_path / "round-3"]


def test_rounds_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    for one in rounds_in(tmp_path, 2, None):
        write(one.weights, material())
    assert list(rounds_in(tmp_path, 2, None)) == []
    assert [one.number for one in rounds_in(tmp_path, 4, None)] == [3, 4]


@pytest.mark.parametrize("rounds", ["", "[[rounds]]\nshards = 5\n"])
def test_no_two_rounds_play_the_same_games(tmp_path: Path, rounds: str) -> None:
    (tmp_path / "recipe.toml").write_text(RECIPE + rounds)
    recipe = read_recipe(tmp_path / "recipe.toml")
    assert len({recipe.round(number).play.seed for number in (1, 2, 3)}) == 3


def test_a_recipe_says_what_a_round_does_otherwise(tmp_path: Path) -> None:
    (tmp_path / "recipe.toml").write_text(RECIPE + SCHEDULE)
    recipe = read_recipe(tmp_path / "recipe.toml")
    first, second, third = (recipe.round(number) for number in (1, 2, 3))
    assert (first.shards, first.play.nodes, first.fit.epochs, first.fit.batch) == (3, 20, 5, 256)
    assert (second.shards, second.play.nodes, second.fit.epochs, second.window) == (1, 50, 2, 3)
    assert (third.shards, third.window) == (1, 3)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ("play = { node = 5 }", "round 1: Object contains unknown field `node`"),
        ("fit = { epochs = 0 }", r"round 1: Expected `int` >= 1 - at `\$.epochs`"),
        ("play = { least_pieces = 13 }", "round 1: least_pieces is 13, more than most_pieces, 12"),
        ("shard = 5", r"unknown field `shard` - at `\$.rounds\[0\]`"),
        ("window = 0", "Expected `int` >= 1"),
    ],
)
def test_a_round_that_makes_no_sense_is_named(tmp_path: Path, changes: str, why: str) -> None:
    (tmp_path / "recipe.toml").write_text(f"{RECIPE}[[rounds]]\n{changes}\n")
    with pytest.raises(LearnError, match=why):
        read_recipe(tmp_path / "recipe.toml")


def test_other_weights_to_begin_with_are_refused(tmp_path: Path) -> None:
    next(rounds_in(tmp_path / "work", 1, None))
    write(tmp_path / "own.weights", array("h", weights_bytes(None)))
    with pytest.raises(LearnError, match=r"was begun with other weights than .*own\.weights"):
        next(rounds_in(tmp_path / "work", 1, tmp_path / "own.weights"))


@pytest.mark.deep
def test_rounds_go_on_where_they_were(tmp_path: Path) -> None:
    (tmp_path / "recipe.toml").write_text(RECIPE)
    work = tmp_path / "work"
    command = ["train", "rounds", str(work), "--recipe", str(tmp_path / "recipe.toml"), "--shards", "2"]

    def run(rounds: int) -> str:
        done = CliRunner().invoke(cli, [*command, "--rounds", str(rounds), "--processes", "1"])
        assert done.exit_code == 0, done.output
        return done.output

    assert "round 1 of 1" in run(1)
    first = read(work / "round-1.weights")
    assert first != material().tobytes()
    output = run(2)
    assert "round 1 of 2" not in output
    assert "round 2 of 2" in output
    assert read(work / "round-1.weights") == first != read(work / "round-2.weights")
    again = run(2)
    assert again == f"{work / 'round-2.weights'} has the weights of round 2\n"
    # All but the samples: they are not played again, and the weights come out the same.
    second = (work / "round-2.weights").read_bytes()
    (work / "round-2.weights").unlink()
    assert f"{work / 'round-2'}: 0 positions added" in run(2)
    assert (work / "round-2.weights").read_bytes() == second


@pytest.mark.deep
def test_the_recipe_lists_the_rounds(tmp_path: Path) -> None:
    (tmp_path / "recipe.toml").write_text(RECIPE + SCHEDULE)
    command = ["train", "rounds", str(tmp_path / "work"), "--recipe", str(tmp_path / "recipe.toml")]
    done = CliRunner().invoke(cli, [*command, "--processes", "1"])
    assert done.exit_code == 0, done.output
    assert "round 2 of 2" in done.output
    assert [len(shards_in(tmp_path / "work" / f"round-{number}")) for number in (1, 2)] == [3, 1]
    assert (tmp_path / "work" / "round-2.weights").exists()
