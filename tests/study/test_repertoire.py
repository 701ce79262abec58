"""Repertoires: which positions are asked, and when again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import crownhead as ch
from crownhead.errors import RepertoireError, UnknownRepertoire
from crownhead.record.openings.names import names_like
from crownhead.study.openings import Card, Repertoire, answer, from_book, from_games
from crownhead.study.openings.kept import (
    answer_kept,
    extend,
    forget,
    keep,
    repertoire,
    repertoire_file,
    repertoires,
)
from crownhead.study.openings.repertoire import Side, as_games, joined
from crownhead.terminal.main import cli

DAY = 24 * 60 * 60
START = ch.Position.start().fen
NOW = 1_000_000.0


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    return tmp_path


def one_card(box: int = 0) -> Repertoire:
    return Repertoire("test", "black", (Card(START, ("11-15",), box=box, due=0.0),))


@pytest.mark.parametrize(
    ("box", "days"), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 64), (7, 64)]
)
def test_a_move_that_was_known_is_asked_again_after_twice_as_long(box: int, days: int) -> None:
    known = one_card(box)
    answered = answer(known, known.cards[0], "11-15", NOW)
    assert answered.right
    assert answered.card.due == NOW + days * DAY
    assert answered.repertoire.due(NOW + days * DAY - 1) == []
    assert answered.repertoire.due(NOW + days * DAY) == [answered.card]


@given(st.integers(0, 7), st.sampled_from(["12-16", "9-14"]))
def test_a_move_that_was_not_known_is_asked_again_at_once(box: int, move: str) -> None:
    known = one_card(box)
    answered = answer(known, known.cards[0], move, NOW)
    assert not answered.right
    assert answered.repertoire.due(NOW) == [answered.card]
    assert answered.card.box == 0
    assert "plays 11-15" in answered.text


def test_a_move_that_was_shown_counts_as_not_known() -> None:
    known = one_card(3)
    answered = answer(known, known.cards[0], "11-15", NOW, helped=True)
    assert (answered.right, answered.card.box) == (True, 0)


def test_an_illegal_move_changes_nothing() -> None:
    with pytest.raises(ch.IllegalMove):
        answer(one_card(), one_card().cards[0], "11-14", NOW)


def test_what_is_known_least_is_asked_first() -> None:
    cards = tuple(
        Card(f, ("11-15",), box=b, due=d) for f, b, d in [("a", 2, 1.0), ("b", 0, 9.0), ("c", 0, 3.0)]
    )
    assert [card.fen for card in Repertoire("x", "black", cards).due(10.0)] == ["c", "b", "a"]


@pytest.mark.parametrize("side", ["black", "white"])
def test_a_repertoire_of_an_opening_asks_one_side_and_follows_every_answer_of_the_book(side: Side) -> None:
    book = ch.Book.open()
    glasgow = names_like("glasgow")[0]
    made = from_book("Glasgow", side, glasgow.moves, book, plies=6)
    colour = ch.BLACK if side == "black" else ch.WHITE
    fens = {card.fen for card in made.cards}
    assert len(fens) == len(made.cards) > 3
    for card in made.cards:
        board = ch.Board.of(None, card.line)
        assert (board.position.fen, board.turn) == (card.fen, colour)
        if len(card.line) < len(glasgow.moves):
            assert card.answers == (glasgow.moves[len(card.line)],)
            continue
        assert card.answers[0] == board.position.notation(book.moves(board.position)[0].move)
        board.push(card.answers[0])
        if len(board.moves) - len(glasgow.moves) < 4:
            best = book.moves(board.position)
            for reply in [found for found in best if found.score >= best[0].score - 25]:
                after = board.position.play(reply.move)
                assert not book.moves(after) or after.fen in fens


def test_lines_of_ones_own_with_variations() -> None:
    game = ch.pdn.loads("1. 11-15 23-19 (1. ... 22-18 2. 15x22) 2. 8-11 (2. 9-14) *")
    made = {card.line: card.answers for card in from_games("mine", "black", [game]).cards}
    assert made == {
        (): ("11-15",),
        ("11-15", "23-19"): ("8-11", "9-14"),
        ("11-15", "22-18"): ("15x22",),
    }


def test_lines_that_are_added_leave_the_progress_as_it_is() -> None:
    known = answer(one_card(), one_card().cards[0], "11-15", NOW).repertoire
    more = Repertoire("test", "black", (Card(START, ("9-14",)), Card("other", ("1-5",))))
    both = joined(known, more)
    assert [(card.fen, card.answers, card.box) for card in both.cards] == [
        (START, ("11-15", "9-14"), 1),
        ("other", ("1-5",), 0),
    ]


def test_a_repertoire_written_as_pdn_reads_as_the_same_lines() -> None:
    lines = "1. 11-15 23-19 (1. ... 22-18 2. 15x22) 2. 8-11 (2. 9-14) *"
    apart = '[SetUp "1"]\n[FEN "B:W18,21:B9,10"]\n1. 9-14 *'
    made = from_games("mine", "black", [ch.pdn.loads(lines), ch.pdn.loads(apart)])
    games = [ch.pdn.loads(ch.pdn.dumps(game)) for game in as_games(made)]
    assert len(games) == 2
    again = from_games("mine", "black", games)
    assert {card.fen: set(card.answers) for card in again.cards} == {
        card.fen: set(card.answers) for card in made.cards
    }


# -- kept on disk ----------------------------------------------------------------------------------


def test_progress_is_kept(data: Path) -> None:
    keep(one_card())
    assert answer_kept("test", START, "11-15", NOW).right
    assert repertoire("test").cards[0].due == NOW + DAY
    keep(Repertoire("Another", "white", ()))
    assert [known.name for known in repertoires()] == ["Another", "test"]
    assert extend(Repertoire("test", "black", (Card("x", ("1-5",)),))).learnt == 1
    with pytest.raises(ch.CrownheadError, match="'test' is for black"):
        extend(Repertoire("test", "white", ()))
    forget("test")
    with pytest.raises(UnknownRepertoire, match="no repertoire called 'test'"):
        repertoire("test")


@pytest.mark.parametrize("damage", [b"{", b"\xff\xfe", b'[{"name": 1}]'])
def test_a_damaged_file_is_named_and_left_alone(data: Path, damage: bytes) -> None:
    repertoire_file().write_bytes(damage)
    for act in (repertoires, lambda: keep(one_card())):
        with pytest.raises(RepertoireError, match=r"repertoires\.json cannot be read.*left as it is"):
            act()
    assert repertoire_file().read_bytes() == damage


# -- the command -----------------------------------------------------------------------------------


def test_the_command_makes_asks_and_lists(data: Path) -> None:
    run = CliRunner()
    made = run.invoke(cli, ["openings", "learn", "--new", "dyke", "--side", "white", "--plies", "0"])
    assert "Dyke, white: 1 positions" in made.output
    asked = run.invoke(cli, ["openings", "learn", "Dyke, white"], input="9-14\n22-18\n22-17\n")
    assert "9-14 is not legal" in asked.output
    assert "Your repertoire plays 22-17. You will be asked again." in asked.output
    assert "Right. You will be asked again tomorrow." in asked.output
    assert "Dyke, white: 1 positions, 1 learnt, 0 due" in run.invoke(cli, ["openings", "learn"]).output
    written = data / "dyke.pdn"
    assert run.invoke(cli, ["openings", "learn", "Dyke, white", "--export", str(written)]).exit_code == 0
    assert "1. 11-15 22-17 *" in written.read_text()
    assert run.invoke(cli, ["openings", "learn", "--export", str(written)]).exit_code == 2
    refused = run.invoke(cli, ["openings", "learn", "nothing"])
    assert isinstance(refused.exception, UnknownRepertoire)
