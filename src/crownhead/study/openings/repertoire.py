"""A repertoire: positions in which a player is to know the move, each with the day on which it is asked again.

Spaced repetition, as S. Leitner described it (So lernt man lernen, 1972). A card begins in box 0. A right answer moves
it one box up, a wrong one back to box 0. A card of box 0 is due at once; one of box n again 2^(n-1) days after it was
answered, from one day up to 64. What the time is comes in as an argument: seconds since 1970.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from crownhead.errors import MoveError
from crownhead.record.board import Board
from crownhead.record.game.game import Game
from crownhead.rules.colour import BLACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crownhead.book.book import Book
    from crownhead.record.game.node import Node
    from crownhead.rules.position import Position

DAY = 86400.0
LAST_BOX = 7
MOST_CARDS = 2000

Side = Literal["black", "white"]


class Card(msgspec.Struct, frozen=True):
    """A position in which you are to know the move."""

    fen: str
    answers: tuple[str, ...]
    """The moves that are right, the one to learn first."""
    line: tuple[str, ...] = ()
    """How the position is reached."""
    box: int = 0
    due: float = 0.0
    """Not asked before; seconds since 1970."""


class Repertoire(msgspec.Struct, frozen=True):
    """The openings that you play with one side, as cards to be learnt."""

    name: str
    side: Side
    cards: tuple[Card, ...]

    def due(self, now: float) -> list[Card]:
        """The cards to be asked now: those that were known least first, then the ones that have waited longest."""
        waiting = [card for card in self.cards if card.due <= now]
        return sorted(waiting, key=lambda card: (card.box, card.due, len(card.line)))

    def card(self, fen: str) -> Card | None:
        """The card of a position, or None."""
        return next((card for card in self.cards if card.fen == fen), None)

    @property
    def learnt(self) -> int:
        """Cards that were answered right the last time."""
        return sum(card.box > 0 for card in self.cards)


class Answered(NamedTuple):
    right: bool
    text: str
    card: Card
    """As it is from now on."""
    repertoire: Repertoire


def interval(box: int) -> float:
    """Seconds after which a card of a box is asked again."""
    return 0.0 if box == 0 else DAY * 2 ** (box - 1)


def answer(repertoire: Repertoire, card: Card, move: str, now: float, *, helped: bool = False) -> Answered:
    """Judges a move. Raises MoveError for one that is not legal, and nothing changes.

    Whoever was shown the move is asked again, as after a wrong one.
    """
    position = Board(card.fen).position
    played = position.notation(position.parse_move(move))
    right = played in card.answers
    box = min(card.box + 1, LAST_BOX) if right and not helped else 0
    asked = msgspec.structs.replace(card, box=box, due=now + interval(box))
    cards = tuple(asked if other.fen == card.fen else other for other in repertoire.cards)
    changed = msgspec.structs.replace(repertoire, cards=cards)
    return Answered(right, _said(card, right, box), asked, changed)


def _said(card: Card, right: bool, box: int) -> str:
    if not right:
        return f"Your repertoire plays {card.answers[0]}. You will be asked again."
    if box == 0:
        return "Right, with help. You will be asked again."
    days = round(interval(box) / DAY)
    return f"Right. You will be asked again {'tomorrow' if days == 1 else f'in {days} days'}."


def joined(known: Repertoire, more: Repertoire) -> Repertoire:
    """The cards of both. One that both have keeps its progress, and the moves of either are right."""
    cards = {card.fen: card for card in known.cards}
    for card in more.cards:
        old = cards.get(card.fen)
        if old is None:
            cards[card.fen] = card
        else:
            answers = tuple(dict.fromkeys([*old.answers, *card.answers]))
            cards[card.fen] = msgspec.structs.replace(old, answers=answers)
    return msgspec.structs.replace(known, cards=tuple(cards.values())[:MOST_CARDS])


# -- making one ------------------------------------------------------------------------------------


def from_book(
    name: str, side: Side, moves: Sequence[str], book: Book, *, plies: int = 10, margin: int = 25
) -> Repertoire:
    """The moves of an opening and what follows: the book's best for your side, and against every answer of the other
    side that is worse than its best by no more than `margin` hundredths of a man. `plies` counts after the moves."""
    board = Board.of(None, moves)
    line = [before.notation(move) for before, move in zip(board.history, board.moves, strict=False)]
    cards = {
        before.fen: Card(before.fen, (text,), tuple(line[:number]))
        for number, (before, text) in enumerate(zip(board.history, line, strict=False))
        if _is_on_move(before, side)
    }
    waiting = deque([(board.position, tuple(line))])
    seen = {board.position}
    while waiting and len(cards) < MOST_CARDS:
        position, played = waiting.popleft()
        known = [found for found in book.moves(position) if found.origin.name != "PLAYED"]
        if len(played) - len(line) >= plies or not known:
            continue
        if _is_on_move(position, side):
            known = known[:1]
            cards[position.fen] = Card(position.fen, (position.notation(known[0].move),), played)
        for found in known:
            after = position.play(found.move)
            if found.score >= known[0].score - margin and after not in seen:
                seen.add(after)
                waiting.append((after, (*played, position.notation(found.move))))
    return Repertoire(name, side, tuple(cards.values()))


def from_games(name: str, side: Side, games: Sequence[Game]) -> Repertoire:
    """Lines of your own, with variations: every move of your side in them is to be known."""
    cards: dict[str, Card] = {}
    for game in games:
        for node, played in _nodes(game.root):
            position = node.position
            if position is None or not node.children or not _is_on_move(position, side):
                continue
            texts = [position.notation(child.move) for child in node.children if child.move is not None]
            known = cards.get(position.fen)
            answers = tuple(dict.fromkeys([*(known.answers if known else ()), *texts]))
            if answers and len(cards) < MOST_CARDS:
                cards[position.fen] = Card(position.fen, answers, known.line if known else played)
    return Repertoire(name, side, tuple(cards.values()))


def as_games(repertoire: Repertoire) -> list[Game]:
    """The lines as a game with variations; a card that no moves from the start lead to is a game of its own."""
    tree = Game(None, {"Event": repertoire.name})
    apart = []
    for card in sorted(repertoire.cards, key=lambda card: len(card.line)):
        begin = _end_of(tree, card)
        if begin is None:
            alone = Game(card.fen, {"Event": repertoire.name})
            apart.append(alone)
            begin = alone.root
        for move in card.answers:
            begin.add(move)
    return [tree, *apart] if tree.root.children else apart


def _end_of(tree: Game, card: Card) -> Node | None:
    """Where the line of a card ends in a game from the start."""
    try:
        if Board.of(None, card.line).position.fen != card.fen:
            return None
    except MoveError:
        return None
    node = tree.root
    for text in card.line:
        node = node.add(text)
    return node


def _nodes(root: Node) -> Iterator[tuple[Node, tuple[str, ...]]]:
    waiting: list[tuple[Node, tuple[str, ...]]] = [(root, ())]
    while waiting:
        node, played = waiting.pop()
        yield node, played
        if node.position is not None:
            moves = [(child, child.move) for child in node.children if child.move is not None]
            waiting += [(child, (*played, node.position.notation(move))) for child, move in moves]


def _is_on_move(position: Position, side: Side) -> bool:
    return (position.turn is BLACK) == (side == "black")
