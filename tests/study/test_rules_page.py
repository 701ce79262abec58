"""The rules for people: true, and the same in the documents as in the package."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.study.rules_page import RulesSection, sections

ROOT = Path(__file__).parents[2]


def section(title: str) -> ch.Position:
    [found] = [one for one in sections() if one.title == title]
    return ch.Position.from_fen(found.fen)


def test_the_document_is_made_of_the_source() -> None:
    """python tools/rules_page.py writes it anew."""
    spec = importlib.util.spec_from_file_location("rules_page", ROOT / "tools" / "rules_page.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for path, text in tool.files().items():
        assert path.read_text(encoding="utf-8") == text, path


@pytest.mark.parametrize("one", [one for one in sections() if one.moves], ids=lambda one: one.name)
def test_the_arrows_are_all_legal_moves_of_the_pieces_they_show(one: RulesSection) -> None:
    position = ch.Position.from_fen(one.fen)
    shown = {position.parse_move(text) for text in one.moves}
    origins = {move.origin for move in shown}
    assert shown == {move for move in position.legal_moves() if move.origin in origins}


def test_what_the_captions_say() -> None:
    assert section("The board and the pieces") == ch.Position.start()
    assert {move.origin for move in section("You must jump").legal_moves()} == {15}
    [jump] = section("Several jumps in one move").legal_moves()
    assert str(jump) == "1x10x19x26"
    [crowning] = section("Kings").legal_moves()
    crowned = section("Kings").play(crowning)
    assert crowned.piece_at(31) is ch.Piece.BLACK_KING
    again = ch.Position.from_fen("B" + crowned.fen[1:])
    assert "31x24" in map(str, again.legal_moves())  # what it may not do in the same move
    lost = section("Winning")
    assert lost.is_over
    assert len(lost.pieces(ch.WHITE)) == 2
