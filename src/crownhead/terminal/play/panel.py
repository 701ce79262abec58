"""What stands beside the board: the players, their pieces and clocks, and the moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from rich.text import Text

from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.terminal.play import words

if TYPE_CHECKING:
    from crownhead.terminal.play.session import Session

Namer: TypeAlias = Callable[[Colour], str]
"""What a player's pieces are called on this board: White (red)."""


def beside(session: Session, height: int, width: int, namer: Namer) -> Text:
    """The player at the far side, the moves, the player at the near side, in just so many lines."""
    far, near = (WHITE, BLACK) if session.flipped else (BLACK, WHITE)
    rule = Text("-" * width + "\n", "dim")
    room = height - 8  # three lines for each player, and two rules
    listed = _moves(session, room)
    blank = Text("\n" * (room - str(listed).count("\n")))
    players = [_player(session, colour, width, namer) for colour in (far, near)]
    players[1].right_crop(1)  # the last line needs no end
    return Text.assemble(players[0], rule, listed, blank, rule, players[1])


def below(session: Session, namer: Namer) -> Text:
    """The same in three lines, for a narrow screen."""
    lines = []
    for colour in Colour:
        time = f"  {words.time_left(session.left(colour))}" if session.game.clock else ""
        mark = ">" if _is_to_move(session, colour) else " "
        lines.append(f"{mark} {namer(colour)}: {words.pieces(session.board.position, colour)}{time}")
    if pairs := numbered(session)[-2:]:
        lines.append("  " + "  ".join(" ".join(pair) for pair in pairs))
    return Text("\n".join(lines))


def _is_to_move(session: Session, colour: Colour) -> bool:
    return session.outcome is None and session.board.turn == colour


def _player(session: Session, colour: Colour, width: int, namer: Namer) -> Text:
    to_move = _is_to_move(session, colour)
    time = words.time_left(session.left(colour)) if session.game.clock else ""
    name = f"{'>' if to_move else ' '} {namer(colour)}"
    style = "bold" if to_move else ""
    return Text.assemble(
        (name[: width - 9].ljust(width - 9) + time.rjust(9) + "\n", style),
        (f"  {session.game.players[colour].name}\n", ""),
        (f"  {words.pieces(session.board.position, colour)}\n", "dim"),
    )


def _moves(session: Session, room: int) -> Text:
    text = Text()
    pairs = numbered(session)[-room:]
    for row, (number, first, second) in enumerate(pairs):
        last = row == len(pairs) - 1
        text.append(f"{number:>5} ", "dim")
        text.append(f"{first:<14}", "bold" if last and not second else "")
        text.append(f"{second}\n", "bold" if last else "")
    return text


def numbered(session: Session) -> list[tuple[str, str, str]]:
    """1. 11-15 23-19: Black's moves first, in each row one of each player. A move from the opening book says so."""
    start = session.board.history[0]
    texts = start.line_notation(session.board.moves)
    names = [f"{text} book" if session.game.is_from_book(i) else text for i, text in enumerate(texts)]
    if start.turn == WHITE:
        names.insert(0, "...")
    names.append("")
    return [(f"{i // 2 + 1}.", names[i], names[i + 1]) for i in range(0, len(names) - 1, 2)]
