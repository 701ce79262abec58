"""Reviews that are kept with the games of the library, and what they tell of a player."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import crownhead as ch
from crownhead.engine import Played, Score
from crownhead.record.board import Board
from crownhead.record.library import reviews
from crownhead.record.library.entry import Entry, entry_of, insert_entries
from crownhead.record.library.home import home_library, transaction
from crownhead.record.library.row import THE_USER
from crownhead.record.library.search import Search, find
from crownhead.record.openings.opening import openings
from crownhead.record.pdn.source import raw_games
from crownhead.study import library as studied
from crownhead.study.inquiry import answered
from crownhead.study.review import Grade, Judged, MistakeTheme, theme_of
from crownhead.study.review.kept import kept, to_keep
from crownhead.study.review.reviewing import boards_of, opinions
from crownhead.tablebase.build import Plan
from crownhead.tablebase.folder import default_folder

QUICK = ch.Limit(nodes=20_000)
SHOT = "1. 9-13 24-19 2. 6-9 21-17 3. 2-6 "
"""21-17 lets Black play 10-15 19x10 7x21, two for one; 2-6 does not see it."""
GIFT = "1. 9-14 21-17 2. 14x21 "
GAMES = "\n\n".join(
    f'[Date "2026.0{number}.01"]\n[Black "{black}"]\n[White "{white}"]\n[Result "{result}"]\n\n{moves}{result}\n'
    for number, (black, white, moves, result) in enumerate(
        [("Ann", "Bob", SHOT, "1-0"), ("Bob", "Ann", GIFT, "0-1"), ("Cy", "Di", GIFT, "*")], 1
    )
)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ch.study.Library]:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    bring_in(tmp_path)
    with ch.study.open_library() as opened:
        yield opened


def bring_in(folder: Path) -> None:
    file = folder / "games.pdn"
    file.write_text(GAMES)
    with home_library() as db, transaction(db):
        read = [entry_of(raw)[0] for raw in raw_games(file)]
        entries = [(f"{number:016}", entry) for number, entry in enumerate(read) if isinstance(entry, Entry)]
        insert_entries(db, entries, THE_USER, "imported", None)


def game(number: int) -> str:
    return f"{number:016}"


def faults(text: str) -> dict[str, MistakeTheme]:
    review = ch.study.review(ch.pdn.loads(f"{text}*"), QUICK)
    return {judged.notation: theme_of(judged) for judged in review.mistakes}


def test_what_kind_of_fault_a_move_is() -> None:
    assert faults(GIFT)["21-17"] is MistakeTheme.GIVES_UP
    found = faults(SHOT)
    assert (found["21-17"], found["2-6"]) == (MistakeTheme.ALLOWS_SHOT, MistakeTheme.MISSES_SHOT)


@pytest.mark.parametrize(
    ("best", "theme"),
    [
        (Score.win(ch.WHITE, 9, exact=True), MistakeTheme.MISSES_WIN),
        (Score.loss(ch.WHITE), MistakeTheme.WORSE_POSITION),
    ],
)
def test_a_win_that_was_thrown_away(best: Score, theme: MistakeTheme) -> None:
    """Two kings against one: whatever the engine is said to have thought of it."""
    board = Board.of("W:WK15,K14:BK6", [])
    played, better = board.parse_move("15-18"), board.parse_move("14-10")
    after = board.copy()
    after.push(played)
    reply = after.legal_moves()[0]
    judged = Judged(
        0,
        board,
        played,
        Played(better, best, (better,), 1, 1, 0.0),
        Played(reply, Score.win(ch.BLACK), (reply,), 1, 1, 0.0),
        Score.loss(ch.WHITE),
        0.5,
        Grade.BLUNDER,
    )
    assert theme_of(judged) is theme


def test_a_kept_review_is_the_same_and_is_not_searched_again(
    library: ch.study.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ch.study.review_data(library.review(game(0), QUICK))
    monkeypatch.setattr(studied, "answered", lambda *_: pytest.fail("it was searched again"))
    assert ch.study.review_data(library.review(game(0), QUICK)) == first
    assert ch.study.review_data(ch.study.review(ch.pdn.loads(f"{SHOT}*"), QUICK)) == first


def test_what_was_found_is_of_these_moves_this_limit_and_this_engine() -> None:
    boards = boards_of(ch.pdn.loads(f"{GIFT}*"))
    found = answered(opinions(boards, QUICK))
    stored = to_keep(boards, QUICK, found)
    again = kept(stored, boards, QUICK)
    assert again is not None
    assert [each and (each.line, each.score) for each in again] == [
        each and (each.line, each.score) for each in found
    ]
    assert kept(stored, boards_of(ch.pdn.loads("1. 9-14 22-17 2. 5-9 *")), QUICK) is None
    assert kept(stored, boards, ch.Limit(nodes=20_001)) is None
    shallow = ch.Limit(depth=1)
    one, another = (boards_of(ch.pdn.loads(f"1. {move} *")) for move in ("12-16", "9-13"))
    stored_one = to_keep(one, shallow, answered(opinions(one, shallow)))
    assert kept(stored_one, one, shallow) is not None
    assert kept(stored_one, another, shallow) is None, (
        "though the replies that were found are legal there too"
    )
    assert kept(reviews.StoredReview(stored.settings, "another", stored.found), boards, QUICK) is None
    assert kept(reviews.StoredReview(stored.settings, stored.engine, b"damage"), boards, QUICK) is None


def test_a_review_with_smaller_databases_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards, shallow = boards_of(ch.pdn.loads("1. 12-16 *")), ch.Limit(depth=1)
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path / "few"))
    stored = to_keep(boards, shallow, answered(opinions(boards, shallow)))
    assert kept(stored, boards, shallow) is not None
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path / "more"))
    for _ in Plan(default_folder(), 2, 0).run():
        pass
    assert kept(stored, boards, shallow) is None


def test_a_player_s_accuracy_and_mistakes_are_those_of_the_reviews(library: ch.study.Library) -> None:
    heard: list[tuple[int, int]] = []
    assert library.review_all("ann", QUICK, jobs=1, told=lambda *told: heard.append(told)) == 2
    assert heard == [(0, 2), (1, 2), (2, 2)]
    made = library.player("ANN")
    assert made.reviewed == 2
    shot, gift = library.review(game(0), QUICK), library.review(game(1), QUICK)
    own = [(shot, ch.BLACK), (gift, ch.WHITE)]
    mistakes = [judged for review, colour in own for judged in review.mistakes if judged.colour == colour]
    assert sum(tally.faults for tally in made.mistakes) == len(mistakes)
    assert {(tally.theme, tally.phase) for tally in made.mistakes} >= {
        ("misses a shot", "opening"),
        ("gives up a man", "opening"),
    }
    known = [review.accuracy[colour] for review, colour in own if review.accuracy[colour] is not None]
    assert [point.accuracy for point in made.accuracy] == known
    assert [phase.phase for phase in made.phases] == ["opening"]
    assert library.unreviewed() == [game(2)]
    assert library.player("Di").reviewed == 0
    assert "<svg" in made._repr_html_()  # type: ignore[attr-defined]


def test_games_are_found_by_the_mistake_of_a_player(library: ch.study.Library) -> None:
    library.review_all(limit=QUICK, jobs=1)

    def found(**asked: Any) -> set[str]:
        return {row.id for row in library.find(Search(**asked))[1]}

    assert found(mistake="gives up a man") == {game(1), game(2)}
    assert found(mistake="gives up a man", player="ann") == {game(1)}
    assert found(mistake="gives up a man", player="bob") == set()
    assert found(mistake="misses a shot", phase="ending") == set()


def test_files_and_library_are_asked_the_same(library: ch.study.Library) -> None:
    def found(**asked: Any) -> set[str]:
        return {row.id for row in library.find(Search(**asked))[1]}

    assert (found(black="ann"), found(white="ann")) == ({game(0)}, {game(1)})
    numbers = {opening.number for opening in openings() if opening.moves == ("9-13", "24-19", "6-9")}
    assert found(opening=str(*numbers)) == found(opening="9-13 24-19") == {game(0)}
    assert found(opening="no such opening") == set()
    position = ch.Position.start().play(ch.Position.start().parse_move("9-13"))
    assert found(position=position) == found(position=position, reversed=True) == {game(0)}
    assert found(position=position.flipped()) == set()
    assert found(position=position.flipped(), reversed=True) == {game(0)}
    with pytest.raises(ch.errors.BadRequest):
        found(site="London")


def test_a_game_that_is_changed_loses_its_review(library: ch.study.Library) -> None:
    library.review(game(0), QUICK)
    with home_library() as db:
        assert reviews.count_reviews(db, THE_USER) == 1
        db.execute("UPDATE games SET plies = plies - 1 WHERE id = ?", (game(0),))
        assert reviews.count_reviews(db, THE_USER) == 0
        assert db.execute("SELECT count(*) FROM faults").fetchone()[0] == 0
        boards = boards_of(ch.pdn.loads(f"{GIFT}*"))
        stored = to_keep(boards, QUICK, answered(opinions(boards, QUICK)))
        with pytest.raises(ch.errors.UnknownGame):
            reviews.keep_review(db, game(0), [str(move) for move in boards[-1].moves], stored)


DIE = """
import os, signal
import crownhead as ch

def told(done, of):
    if done == 2:
        os.kill(os.getpid(), signal.SIGKILL)

with ch.study.open_library() as library:
    library.review_all(limit=ch.Limit(nodes=5000), jobs=1, told=told)
"""


def test_what_was_reviewed_before_a_kill_is_there(library: ch.study.Library) -> None:
    assert subprocess.run([sys.executable, "-c", DIE], check=False).returncode != 0
    with home_library() as db:
        assert reviews.count_reviews(db, THE_USER) == 2
        parts = db.execute("SELECT count(DISTINCT game) FROM review_parts").fetchone()[0]
    assert parts == 2
    assert library.review_all(limit=QUICK, jobs=1) == 1
    assert library.unreviewed() == []


def test_a_file_that_is_reviewed_counts_for_the_same_games(library: ch.study.Library) -> None:
    boards = boards_of(ch.pdn.loads(f"{SHOT}*"))
    found = answered(opinions(boards, QUICK))
    assert library.keep(("Ann", "Bob"), boards, QUICK, found)
    assert not library.keep(("Ann", "Somebody"), boards, QUICK, found)
    assert library.player("Ann").reviewed == 1


def test_find_gives_games(library: ch.study.Library) -> None:
    with home_library() as db:
        assert library.find() == find(db, THE_USER, Search())
