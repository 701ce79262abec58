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
from crownhead.training.recipe import PlayRecipe
from crownhead.training.rounds import Round, rounds_in

RECIPE = """
[play]
games = 2
nodes = 50
[fit]
epochs = 2
batch = 256
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
    assert first.fitted_to() == [first.samples]


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
    assert last.fitted_to() == [tmp_path / "round-2", tmp_path / "round-3"]


def test_rounds_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    for one in rounds_in(tmp_path, 2, None):
        write(one.weights, material())
    assert list(rounds_in(tmp_path, 2, None)) == []
    assert [one.number for one in rounds_in(tmp_path, 4, None)] == [3, 4]


def test_no_two_rounds_play_the_same_games(tmp_path: Path) -> None:
    recipe = PlayRecipe(seed=7)
    seeds = {Round(tmp_path, number).recipe(recipe).seed for number in (1, 2, 3)}
    assert len(seeds) == 3


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
