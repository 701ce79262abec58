"""Keys of seats: the secret that lets its holder play one colour of one game, or watch it.

A key is computed from the server's own secret, the game and the seat, so that none needs to be stored. So is the
invitation of a game: the maker can be shown it again, and whoever opens it first gets the other seat's key for
it, which the maker never sees.
"""

from __future__ import annotations

import hmac
import secrets
from enum import Enum

from crownhead.rules.colour import BLACK, WHITE, Colour

KEY_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


class Seat(Enum):
    BLACK = "black"
    WHITE = "white"
    WATCH = "watch"

    @property
    def colour(self) -> Colour | None:
        return {Seat.BLACK: BLACK, Seat.WHITE: WHITE}.get(self)

    @property
    def opposite(self) -> Seat:
        return {Seat.BLACK: Seat.WHITE, Seat.WHITE: Seat.BLACK}.get(self, self)

    @classmethod
    def of(cls, colour: Colour) -> Seat:
        return cls.BLACK if colour == BLACK else cls.WHITE


class Locksmith:
    """Makes keys and tells which seat a key opens."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, game: str, seat: Seat) -> str:
        return self._made(game, seat.value)

    def invitation(self, game: str) -> str:
        return self._made(game, "invitation")

    def _made(self, game: str, what: str) -> str:
        return hmac.digest(self._secret, f"{game}/{what}".encode(), "sha256").hex()[:KEY_LENGTH]

    def keys(self, game: str) -> dict[str, str]:
        return {seat.value: self.key(game, seat) for seat in Seat}

    def seat(self, game: str, key: str) -> Seat | None:
        """Every seat is compared, in constant time, so that the answer's time tells nothing."""
        fits = [seat for seat in Seat if hmac.compare_digest(self.key(game, seat).encode(), key.encode())]
        return fits[0] if fits else None

    def invites(self, game: str, token: str) -> bool:
        return hmac.compare_digest(self.invitation(game).encode(), token.encode())


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def new_game_id() -> str:
    return secrets.token_hex(8)
