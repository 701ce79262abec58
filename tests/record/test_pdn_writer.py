"""Writing: one canonical form, which reads back as the same game, strictly."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crownhead as ch
from crownhead.record.game.node import Node
from crownhead.record.pdn.tree import can_have_before
from crownhead.record.pdn.writer import WIDTH

WORDS = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="}"), max_size=30)
COMMENTS = WORDS.map(lambda text: " ".join(text.split()))
VALUES = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=30)
NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,10}", fullmatch=True).filter(
    lambda name: name not in ("FEN", "GameType", "Result")
)
POSITIONS = [
    "B:W21-32:B1-12",
    "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    "W:WK19:B15,16,23,24,7,8",
    "B:W7,8,15,16,23,24,6,14:BK11",
    "B:WK32:BK1",
]


def annotate(data: st.DataObject, node: Node, *, before: bool) -> None:
    notes = node.notes
    notes.comments = data.draw(st.lists(COMMENTS, max_size=2))
    if node.parent is not None:
        notes.nags = data.draw(st.lists(st.integers(0, 255), max_size=2))
        notes.strength = data.draw(st.text("!?", max_size=2)) if node.move else ""
        notes.before = data.draw(st.lists(COMMENTS, max_size=1)) if before else []


def grow(data: st.DataObject, game: ch.Game) -> None:
    """Adds moves, setups and null moves anywhere in the tree, then notes where they can stand."""
    nodes = [game.root]
    for _ in range(data.draw(st.integers(0, 25))):
        node = data.draw(st.sampled_from(nodes))
        assert node.position is not None
        legal = node.position.legal_moves()
        kind = data.draw(st.integers(0, 20))
        if kind == 0:
            nodes.append(node.add_null())
        elif kind == 1 and node is not game.root:
            nodes.append(node.add_setup(ch.Position.from_fen(data.draw(st.sampled_from(POSITIONS)))))
        elif legal:
            nodes.append(node.add(data.draw(st.sampled_from(legal))))
    for node in game.nodes():
        annotate(data, node, before=can_have_before(node))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_tree_reads_back_the_same(data: st.DataObject) -> None:
    game = ch.Game(data.draw(st.sampled_from(POSITIONS)))
    game.headers.update(data.draw(st.dictionaries(NAMES, VALUES, max_size=3)))
    game.result = data.draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "0-0", "*"]))
    grow(data, game)
    text = ch.pdn.dumps(game)
    again = ch.pdn.loads(text, strict=True)
    assert again == game
    assert ch.pdn.dumps(again) == text
    with_result = ch.pdn.dumps(game, result_at_end=True)
    assert ch.pdn.loads(with_result) == game


def test_the_canonical_form() -> None:
    game = ch.Game(headers={"Event": 'The "Big" One', "Black": "Tinsley, M.", "White": "Lafferty, D."})
    game.result = "1-0"
    game.root.notes.comments.append("From memory.")
    first = game.play("11-15")
    first.strength = "!"
    first.nags.append(14)
    first.comment = "Old Faithful"
    game.play("22-18")
    game.play("15x22")
    game.root.add("12-16").add("24-20")
    assert ch.pdn.dumps(game) == (
        '[Event "The \\"Big\\" One"]\n'
        '[Site "?"]\n'
        '[Date "????.??.??"]\n'
        '[Round "?"]\n'
        '[White "Lafferty, D."]\n'
        '[Black "Tinsley, M."]\n'
        '[Result "1-0"]\n'
        '[GameType "21"]\n'
        "{From memory.} 1. 11-15! $14 {Old Faithful} (1. 12-16 24-20) 1... 22-18\n"
        "2. 15x22 *\n"
    )
    assert ch.pdn.dumps(game, result_at_end=True).endswith("\n2. 15x22 1-0\n")


def test_setups_and_null_moves_as_the_standard_writes_them() -> None:
    game = ch.Game()
    game.play("11-15")
    game.end().add_null().add_setup(ch.Position.from_fen("W:W18:BK10")).add("18-15")
    assert ch.pdn.dumps(game).splitlines()[-1] == '1. 11-15 /FEN "B::"/ 2. /FEN "W:W18:BK10"/ 18-15 *'


def test_short_captures_unless_ambiguous() -> None:
    game = ch.Game("W:W22:B18,11")
    game.play("22x15x8")
    assert "1. 22x8 *" in ch.pdn.dumps(game)
    fen = "W:WK19:B15,16,23,24,7,8"
    for move in ch.Position.from_fen(fen).legal_moves():
        game = ch.Game(fen)
        game.play(move)
        assert ch.pdn.loads(ch.pdn.dumps(game), strict=True).moves == [move]


def test_lines_are_wrapped() -> None:
    game = ch.Game("B:WK32:BK1")
    for move in ("1-6", "32-27", "6-1", "27-32") * 30:
        game.play(move).comment = "word " * 12
    text = ch.pdn.dumps(game)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert not re.search(r"[ \t]$", text, flags=re.MULTILINE)


def test_a_brace_cannot_be_written() -> None:
    game = ch.Game()
    game.play("11-15").comment = "closing } brace"
    with pytest.raises(ValueError, match="closing brace"):
        ch.pdn.dumps(game)


class TestFiles:
    def test_several_games(self, tmp_path: Path) -> None:
        games = [ch.Game(headers={"Event": str(i)}) for i in range(3)]
        ch.pdn.write(games, tmp_path / "games.pdn")
        assert list(ch.pdn.games(tmp_path / "games.pdn", strict=True)) == games
        assert ch.pdn.dumps(games) == (tmp_path / "games.pdn").read_text(encoding="utf-8")

    def test_one_game(self, tmp_path: Path) -> None:
        game = ch.Game(headers={"Event": "Müller"})
        ch.pdn.write(game, str(tmp_path / "game.pdn"))
        assert ch.pdn.read(tmp_path / "game.pdn") == game

    def test_an_interrupted_write_leaves_the_old_file(self, tmp_path: Path) -> None:
        path = tmp_path / "games.pdn"
        ch.pdn.write(ch.Game(headers={"Event": "old"}), path)
        bad = ch.Game()
        bad.play("11-15").notes.comments.append("}")
        with pytest.raises(ValueError, match="brace"):
            ch.pdn.write([ch.Game(), bad], path)
        assert ch.pdn.read(path).headers["Event"] == "old"
        assert [p.name for p in tmp_path.iterdir()] == ["games.pdn"]

    def test_games_are_written_as_they_come(self, tmp_path: Path) -> None:
        """A converter reads and writes one game at a time; the two ends may be one file."""
        path = tmp_path / "games.pdn"
        path.write_text("11x15 1-0\n12x16 0-1\n", encoding="utf-8")
        ch.pdn.write(ch.pdn.games(path), path)
        assert [g.result for g in ch.pdn.games(path, strict=True)] == ["1-0", "0-1"]


def test_str_of_a_game_is_its_pdn() -> None:
    game = ch.Game()
    assert str(game) == ch.pdn.dumps(game)
    assert ch.pdn.read(io.StringIO(str(game))) == game
