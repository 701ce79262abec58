"""Names of openings beyond the three-move list."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import pytest
from samples import each, present

import crownhead as ch
from crownhead.record.openings.names import (
    DECK,
    by_other_moves,
    name_called,
    name_of,
    names_at,
    names_like,
    opening_names,
)


def line(moves: str) -> list[ch.Position]:
    return list(ch.Board.of(None, moves.split()).history)


def test_there_are_more_than_sixty_and_each_has_legal_moves_and_a_source() -> None:
    beyond = {known.name for known in opening_names() if not known.source.startswith(DECK)}
    deck = {known.name.replace("-", "").casefold() for known in opening_names() if known.name not in beyond}
    assert len({name for name in beyond if name.casefold() not in deck}) >= 60
    for known in opening_names():
        assert known.position == line(" ".join(known.moves))[-1]
        assert known.source
    assert len({(known.name, known.moves) for known in opening_names()}) == len(opening_names())
    assert all(a.name.casefold() <= b.name.casefold() for a, b in pairwise(opening_names()))


@each("path", present("opening_names.tsv"))
def test_what_others_gathered_is_all_there(path: Path) -> None:
    ours = {(known.name, " ".join(known.moves)) for known in opening_names()}
    with path.open(encoding="utf-8") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
    assert {(name, moves) for name, moves, _ in rows} <= ours


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("11-15 23-19 8-11 22-17 11-16", "Glasgow"),
        ("11-15 22-17 8-11 23-19 11-16", "Glasgow"),
        ("12-16 22-18 10-14", "White Doctor"),
        ("11-15 23-19 8-11 22-17 4-8 25-22", "Old Fourteenth"),
        ("10-14", "Denny"),
    ],
)
def test_a_line_is_called_by_the_last_name_it_went_through_in_whatever_order(moves: str, name: str) -> None:
    found = name_of(line(moves))
    assert found is not None
    assert found.name == name


def test_a_transposition_is_told_from_the_usual_moves() -> None:
    (glasgow,) = names_at(line("11-15 22-17 8-11 23-19 11-16")[-1])
    assert by_other_moves(glasgow, ["11-15", "22-17", "8-11", "23-19", "11-16"])
    assert not by_other_moves(glasgow, ["11-15", "23-19", "8-11", "22-17", "11-16", "24-20"])


def test_names_that_are_no_longer_used_come_last() -> None:
    assert [known.is_old for known in names_at(line("10-14")[-1])] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("GLASGOW", {"Glasgow", "Glasgow-Whilter"}),
        ("will o the wisp", {"Will o' the Wisp"}),
        ("11-15 22-17 15-19", {"Dyke"}),
        ("11-15 22-18 15x22 25x18 8-11 29-25", {"Goose Walk", "Old Farmer"}),
        ("no such thing", set()),
        ("", set()),
    ],
)
def test_names_are_found_by_a_part_or_by_the_moves(text: str, names: set[str]) -> None:
    assert {known.name for known in names_like(text)} == names


@pytest.mark.parametrize(
    ("text", "name"),
    [("cross", "Cross"), ("old 14", None), ("laird", "Laird and Lady"), ("Whilter", "Whilter")],
)
def test_who_is_called_so_comes_before_those_with_that_part(text: str, name: str | None) -> None:
    found = name_called(text)
    assert (found and found.name) == name


def test_where_sources_differ_both_are_kept() -> None:
    moves = {known.moves: known.source for known in names_like("switcher") if known.name == "Switcher"}
    assert len(moves) == 2
    assert len(set(moves.values())) == 2
