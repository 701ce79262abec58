"""Keys open one seat of one game."""

from __future__ import annotations

from crownhead.web.live.seats import Locksmith, Seat


def test_a_key_is_of_one_seat_of_one_game_by_one_secret() -> None:
    smith = Locksmith(b"secret")
    key = smith.key("first", Seat.BLACK)
    assert smith.seat("first", key) is Seat.BLACK
    assert len(bytes.fromhex(key)) == 16  # 128 bits, as SECURITY.md says
    assert smith.seat("second", key) is None
    assert smith.key("first", Seat.WHITE) != key
    assert Locksmith(b"another").seat("first", key) is None


def test_an_invitation_is_to_one_game() -> None:
    smith = Locksmith(b"secret")
    invitation = smith.invitation("first")
    assert smith.invites("first", invitation)
    assert not smith.invites("second", invitation)
    assert smith.seat("first", invitation) is None
