"""Messages of DXP, the Dam Exchange Protocol: a letter and fields of fixed width, ended by a NUL on the wire.

    R01<name, 32><follower's colour><minutes, 3><moves, 3>A             a game from the start
    R01<name, 32><follower's colour><minutes, 3><moves, 3>B<to move><32 squares>    or from a position
    A<name, 32><code>                                                   0 accepts it
    M<seconds, 4><from, 2><to, 2><number captured, 2><captured squares, 2 each>
    E<reason><stop>                                                     the end of a game
    B<move, 3><colour>   K<code>                                        take moves back; 1 refuses
    C<text>                                                             chat

Colours are W and Z (Dutch zwart, black).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from crownhead.rules.colour import BLACK, WHITE, Colour

SQUARES_SENT = 32
_LONGEST_CHAT = 126

_LETTERS = {BLACK: "Z", WHITE: "W"}
_COLOURS = {letter: colour for colour, letter in _LETTERS.items()}

_REQUEST = re.compile(r"R(\d\d)(.{32})([WZ])(\d{3})(\d{3})(?:A.*|B([WZ])([wWzZe]{32}))", re.ASCII | re.DOTALL)
_ACCEPT = re.compile(r"A(.{32})(\d)", re.ASCII | re.DOTALL)
_MOVE = re.compile(r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)", re.ASCII)
_END = re.compile(r"E([0-3])([01])", re.ASCII)
_BACK = re.compile(r"B(\d{3})([WZ])", re.ASCII)


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game is offered. The position is None for the start, otherwise who is to move and 32 letters."""

    name: str
    follower: Colour
    minutes: int = 0
    moves: int = 0
    position: tuple[Colour, str] | None = None

    def __str__(self) -> str:
        position = "A" if self.position is None else f"B{_LETTERS[self.position[0]]}{self.position[1]}"
        return (
            f"R01{_name(self.name)}{_LETTERS[self.follower]}{min(self.minutes, 999):03}"
            f"{min(self.moves, 999):03}{position}"
        )


@dataclass(frozen=True, slots=True)
class Accept:
    name: str
    code: int = 0

    def __str__(self) -> str:
        return f"A{_name(self.name)}{self.code}"


@dataclass(frozen=True, slots=True)
class DxpMove:
    seconds: int
    origin: int
    target: int
    captures: tuple[int, ...] = ()

    def __str__(self) -> str:
        captured = "".join(f"{square:02}" for square in self.captures)
        seconds = min(max(self.seconds, 0), 9999)
        return f"M{seconds:04}{self.origin:02}{self.target:02}{len(self.captures):02}{captured}"


class Reason(Enum):
    UNKNOWN = 0
    I_LOSE = 1
    DRAW = 2
    I_WIN = 3

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class End:
    reason: Reason = Reason.UNKNOWN
    stop: bool = False
    """No further game is wished."""

    def __str__(self) -> str:
        return f"E{self.reason.value}{int(self.stop)}"


@dataclass(frozen=True, slots=True)
class BackRequest:
    move: int
    colour: Colour

    def __str__(self) -> str:
        return f"B{self.move % 1000:03}{_LETTERS[self.colour]}"


@dataclass(frozen=True, slots=True)
class BackAnswer:
    code: int = 1

    def __str__(self) -> str:
        return f"K{self.code}"


@dataclass(frozen=True, slots=True)
class Chat:
    text: str

    def __str__(self) -> str:
        return f"C{_plain(self.text)[:_LONGEST_CHAT]}"


DxpMessage = GameRequest | Accept | DxpMove | End | BackRequest | BackAnswer | Chat


def parse(text: str) -> DxpMessage | None:
    """The message of a text, or None where it is none."""
    match text[:1]:
        case "R":
            return _request(text)
        case "A":
            accept = _ACCEPT.match(text)
            return Accept(accept[1].strip(), int(accept[2])) if accept else None
        case "M":
            return _moved(text)
        case "E":
            end = _END.match(text)
            return End(Reason(int(end[1])), end[2] == "1") if end else None
        case "B":
            back = _BACK.match(text)
            return BackRequest(int(back[1]), _COLOURS[back[2]]) if back else None
        case "K":
            return BackAnswer(int(text[1])) if text[1:2] in ("0", "1", "2") else None
        case "C":
            return Chat(text[1 : 1 + _LONGEST_CHAT])
    return None


def _request(text: str) -> GameRequest | None:
    found = _REQUEST.match(text)
    if found is None:
        return None
    position = (_COLOURS[found[6]], found[7]) if found[6] else None
    return GameRequest(found[2].strip(), _COLOURS[found[3]], int(found[4]), int(found[5]), position)


def _moved(text: str) -> DxpMove | None:
    found = _MOVE.match(text)
    if found is None:
        return None
    captures = tuple(int(square) for square in re.findall(r"\d\d", found[5]))
    number = int(found[4])
    return DxpMove(int(found[1]), int(found[2]), int(found[3]), captures[:number])


def _name(name: str) -> str:
    return f"{_plain(name):32.32}"


def _plain(text: str) -> str:
    """A NUL would end the message, and other programs may not know what is not ASCII."""
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in text)
