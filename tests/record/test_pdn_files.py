"""Files of games: how many games and moves they have, and that writing what was read loses nothing.

The games were counted by their Result tags and by the empty lines between them, the moves with regular
expressions on the text without comments, apart from this reader (see independent_count).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from samples import OWN, each, present

import crownhead as ch

AMERICAN = {
    "games.pdn": (6, 228),
    "problems.pdn": (22, 0),
    "latin-1.pdn": (1, 3),
    "windows.pdn": (1, 4),
    "damaged.pdn": (2, 0),
    "OCA_2.0.pdn": (43, 2280),
    "Tricks traps and shots.pdn": (91, 3017),
    "beginner.pdn": (58, 0),
    "borderclassics.pdn": (183, 62),
    "bridges.pdn": (267, 0),
    "gem.pdn": (162, 0),
    "goulds.pdn": (262, 0),
    "inferno.pdn": (68, 3306),
    "lpc.pdn": (100, 0),
}
"""Games and moves of the main lines."""

SAMPLES = {
    "alphanumeric.pdn": [(1, 2), (1, 1)],
    "clocks.pdn": [(1, 2)],
    "fen.pdn": [(3, 0), (3, 0)],
    "line-comment.pdn": [(1, 2)],
    "nested-comment.pdn": [(1, 2)],
    "result.pdn": [(1, 2)],
    "setup.pdn": [(1, 3)],
    "strength.pdn": [(1, 4)],
    "string.pdn": [(1, 1), (1, 1)],
    "unicode.pdn": [(1, 2), (1, 2)],
    "variation.pdn": [(1, 8), (1, 9)],
    "gameterminator.pdn": [(1, 1)],
    "linecomment.pdn": [(1, 2)],
    "movestrength.pdn": [(1, 3)],
    "nested_comment.pdn": [(1, 3)],
}
"""Games and moves, those of variations and setups included; of the file here, then of one by others with its name.
They are of 10x10 draughts, so that none is legal here."""


def files(names: Iterable[str]) -> list[Path]:
    return present(*(f"pdn/{name}" for name in names))


def independent_count(text: str) -> tuple[int, int]:
    """Games by their Result tags, moves by their form, in files whose games all have that tag."""
    body = re.sub(r"\{[^}]*\}", " ", text)
    body = re.sub(r"^\[.*\]\s*$", " ", body, flags=re.MULTILINE)
    moves = re.findall(r"(?<![\d/])(?!(?:1-0|0-1)\b)\d{1,2}(?:[-x]\d{1,2})+(?![\d/])", body)
    return len(re.findall(r"^\[Result ", text, flags=re.MULTILINE)), len(moves)


@each("path", files(AMERICAN))
def test_every_game_is_replayed(path: Path) -> None:
    games = list(ch.pdn.games(path))
    moves = sum(len(game.moves) for game in games)
    assert (len(games), moves) == AMERICAN[path.name]
    assert (len(games), moves) == independent_count(path.read_text(encoding="latin-1"))
    for game in games:
        for node in game.mainline():
            assert node.move is not None
            assert node.board().last_move == node.move


@each("path", files(SAMPLES))
def test_syntax_samples_keep_their_moves_as_text(path: Path) -> None:
    games = list(ch.pdn.games(path))
    nodes = [node for game in games for node in game.nodes() if node.parent is not None]
    assert (len(games), len(nodes)) == SAMPLES[path.name][0 if path.is_relative_to(OWN) else -1]
    assert all(node.text and node.move is None for node in nodes)


@each("path", files([*AMERICAN, *SAMPLES, "quiet-x.pdn"]))
def test_reading_writing_reading_is_the_identity(path: Path) -> None:
    games = list(ch.pdn.games(path))
    text = ch.pdn.dumps(games)
    again = list(ch.pdn.games(io.StringIO(text)))
    assert again == games
    assert ch.pdn.dumps(again) == text


@each(
    "path",
    files(
        [
            "games.pdn",
            "problems.pdn",
            "quiet-x.pdn",
            "OCA_2.0.pdn",
            "Tricks traps and shots.pdn",
            "gem.pdn",
            "inferno.pdn",
            "lpc.pdn",
        ]
    ),
)
def test_what_is_written_is_strict(path: Path) -> None:
    games = list(ch.pdn.games(path))
    strict = ch.pdn.games(io.StringIO(ch.pdn.dumps(games)), strict=True)
    assert list(strict) == games


def test_quiet_moves_written_as_jumps_are_understood() -> None:
    game = ch.pdn.read(OWN / "pdn" / "quiet-x.pdn")
    assert [str(move) for move in game.moves] == ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25"]
    assert not any(problem.is_damage for problem in game.problems)


def test_old_encodings_and_all_alphabets_are_read() -> None:
    latin = ch.pdn.read(OWN / "pdn" / "latin-1.pdn").headers
    assert (latin["White"], latin["Black"]) == ("Frédéric Désiré", "Müller")
    unicode = ch.pdn.read(OWN / "pdn" / "unicode.pdn").headers
    assert (unicode["White"], unicode["Black"], unicode["Event"]) == ("Łukasz Żółć", "Ἀχιλλεύς", "東京 ♔")


def test_quotes_and_backslashes_in_tags_are_read() -> None:
    headers = ch.pdn.read(OWN / "pdn" / "string.pdn").headers
    assert (headers["Event"], headers["Site"]) == ('She said "no" and left', "a \\ b")


def test_damaged_games_are_reported_where_they_stand() -> None:
    """Number 14 of the bridges has a FEN without pieces, as the second of our own file has."""
    found = {
        (path.name, problem.line, problem.column)
        for path in files(AMERICAN)
        for game in ch.pdn.games(path)
        for problem in game.problems
        if problem.is_damage
    }
    assert found - {("bridges.pdn", 124, 1)} == {("damaged.pdn", 10, 1)}


@each("path", files(["nested-comment.pdn", "nested_comment.pdn"]))
def test_nested_comment_is_refused_where_the_second_brace_closes(path: Path) -> None:
    with pytest.raises(ch.PDNError) as refused:
        ch.pdn.read(path, strict=True)
    second = [at for at, letter in enumerate(path.read_text(), 1) if letter == "}"][1]
    assert (refused.value.problems[-1].line, refused.value.problems[-1].column) == (1, second)
    assert f"{path.name}:1:" in str(refused.value)
