"""The three-move openings and the ballots of tournaments."""

from __future__ import annotations

import csv
import json
import random
from importlib.resources import files
from itertools import permutations
from pathlib import Path

import pytest
from samples import each, present

import crownhead as ch
from crownhead.record.openings.ballots import (
    Ballot,
    Kind,
    ballots,
    draw,
    edge_with_eleven_men,
    lost_with_eleven_men,
    telling_with_eleven_men,
)
from crownhead.record.openings.opening import Opening, Use, opening_of, openings
from crownhead.rules.textbook import actions, start_state, successor


def test_how_many_there_are() -> None:
    """144 over the board, 12 by mail, 18 barred, as published."""
    uses = [opening.use for opening in openings()]
    assert [opening.number for opening in openings()] == list(range(1, 175))
    assert (uses.count(Use.CROSSBOARD), uses.count(Use.MAIL), uses.count(Use.BARRED)) == (144, 12, 18)
    assert sum(opening.in_use for opening in openings()) == 156


@each("path", present("three_move_openings.tsv", "three_move_174.tsv"))
def test_the_list_is_the_published_one(path: Path) -> None:
    """Two forms of the list: four columns here, five with one more before the name in that of others."""
    uses = {"crossboard": Use.CROSSBOARD, "mailplay": Use.MAIL, "barred": Use.BARRED}
    with path.open(encoding="utf-8") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
    ours = {opening.number: opening for opening in openings()}
    for number, moves, use, *_, name in rows:
        assert ours[int(number)] == Opening(int(number), tuple(moves.split()), uses[use], name)
    assert len(rows) in (40, 174)


def test_every_opening_can_be_played_and_none_is_another() -> None:
    positions = [opening.position for opening in openings()]
    assert len(set(positions)) == 174
    for opening in openings():
        assert ch.Board.of(None, opening.moves).opening() == opening


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("10-14 22-18 12-16", "White Doctor"),
        ("12-16 22-18 10-14", "White Doctor"),
        ("9-14 23-18 14x23", "Double Cross"),
    ],
)
def test_names_also_through_transposition(moves: str, name: str) -> None:
    board = ch.Board()
    for move in moves.split():
        board.push(move)
    opening = board.opening()
    assert opening is not None
    assert opening.name == name
    assert opening.title.startswith(f"{name} (")
    board.push(board.legal_moves()[0])
    assert board.opening() == opening


def test_a_board_that_begins_after_the_opening_knows_it() -> None:
    for opening in openings()[:5]:
        assert ch.Board(opening.position).opening() == opening


def test_before_the_third_move_there_is_none() -> None:
    board = ch.Board()
    assert board.opening() is None
    board.push("11-15")
    assert board.opening() is None
    assert opening_of([]) is None


def test_all_orders_of_black_moves_lead_to_one_opening() -> None:
    for opening in openings():
        first, second, third = opening.moves
        for a, b in permutations((first, third)):
            board = ch.Board()
            try:
                for move in (a, second, b):
                    board.push(move)
            except ch.MoveError:
                continue
            assert board.opening() == opening


class TestBallots:
    def test_three_moves(self) -> None:
        assert len(ballots(Kind.THREE_MOVE)) == 156
        assert len(ballots(Kind.THREE_MOVE, mail=False)) == 144

    def test_two_moves(self) -> None:
        """49 ways to begin, of which the deck has no opening for two: they lose a man."""
        begun = {opening.moves[:2] for opening in openings()}
        assert {ballot.moves for ballot in ballots(Kind.TWO_MOVE)} == begun
        assert len(begun) == 47

    def test_with_eleven_men_four_cards_are_drawn(self) -> None:
        """8 men and 7 moves of each side; "9-14" with the man on 9 taken off is 5-9 (usacheckers.com, 2012)."""
        found = ballots(Kind.ELEVEN_MAN, sound=False)
        assert len(found) == len(set(found)) == 8 * 7 * 8 * 7
        without_9 = {ballot.moves[0] for ballot in found if ballot.removed[0] == 9}
        assert without_9 == {"5-9", "6-9", "10-14", "10-15", "11-15", "11-16", "12-16"}
        assert {ballot.moves[0] for ballot in found if ballot.removed[0] == 5} == {
            *("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16")
        }
        assert all(
            len(b.initial.pieces(ch.BLACK)) == len(b.initial.pieces(ch.WHITE)) == 11 for b in found[::97]
        )

    def test_the_positions_with_eleven_men_are_those_of_the_published_deck(self) -> None:
        deck = json.loads(files("draughts").joinpath("ballot_files/11_english.json").read_text())

        def positions(names: list[str]) -> set[ch.Position]:
            return {ch.Position.from_fen(deck["all"][name]) for name in names}

        def drawn(sound: bool) -> set[ch.Position]:
            return {ballot.board().position for ballot in ballots(Kind.ELEVEN_MAN, sound=sound)}

        assert drawn(sound=False) == positions(deck["all"])
        assert drawn(sound=True) == positions(deck["standard"])
        assert (len(drawn(sound=False)), len(drawn(sound=True))) == (2500, 2253)

    def test_what_loses_with_eleven_men_is_not_drawn(self) -> None:
        every, lost = set(ballots(Kind.ELEVEN_MAN, sound=False)), lost_with_eleven_men()
        assert lost.keys() < every
        assert set(ballots(Kind.ELEVEN_MAN)) == every - lost.keys()

    def test_a_third_of_the_positions_with_eleven_men_tell_most(self) -> None:
        telling = telling_with_eleven_men()
        assert set(telling) < set(ballots(Kind.ELEVEN_MAN))
        assert len({ballot.board().position for ballot in telling}) == len(telling) == 2253 // 3

    def test_the_edge_is_where_the_published_deck_begins_to_call_positions_lost(self) -> None:
        """A tenth of the deck's 2,500 positions is lost; on the edge it must be far more, and far from all."""
        edge = edge_with_eleven_men()
        assert set(edge) < set(ballots(Kind.ELEVEN_MAN, sound=False))
        assert len({ballot.board().position for ballot in edge}) == len(edge)
        assert 1 / 4 < sum(ballot in lost_with_eleven_men() for ballot in edge) / len(edge) < 3 / 4

    def test_a_sample_of_what_loses_is_lost_to_a_fresh_search(self) -> None:
        """Where the file says so: of the others the published deck alone does."""
        clear = {ballot: score for ballot, score in lost_with_eleven_men().items() if abs(score) >= 70}
        assert clear
        with ch.Engine(hash_mb=8, tablebase=None) as engine:
            for ballot in sorted(clear)[:: len(clear) // 10]:
                score = engine.play(ballot.board(), ch.Limit(nodes=200_000)).score.centimen
                assert abs(score) >= 40, ballot
                assert (score > 0) == (clear[ballot] > 0), ballot

    def test_two_moves_by_the_textbook(self) -> None:
        state = start_state()
        assert sum(len(actions(successor(state, action))) for action in actions(state)) == 49

    def test_lots(self) -> None:
        chance = random.Random(7)
        drawn = {draw(Kind.THREE_MOVE, chance) for _ in range(3000)}
        assert drawn == set(ballots(Kind.THREE_MOVE))

    def test_how_a_ballot_reads(self) -> None:
        assert str(Ballot((), ("9-13", "21-17", "5-9"))) == "9-13 21-17 5-9"
        ballot = Ballot((9, 21), ("11-15", "23-19"))
        assert str(ballot) == "without 9 and 21: 11-15 23-19"
        assert len(ballot.board()) == 2
