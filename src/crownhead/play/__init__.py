"""A game in progress, decided once for terminal, browser, protocols, matches and notebooks.

in_progress.py   whose turn it is, moves, offers and their answers, undo and redo, claims, resignation, time
participant.py   a person, the engine at a level, or another program
clock.py         a player's control, and the clock of both
offer.py         a draw, or to take a move back
draw_policy.py   which draws the engine takes and claims
record.py        to and from a record that can be kept as PDN
player.py        whatever chooses moves: an engine under a limit, a class of your own
"""

from crownhead.play.clock import Clock, Control
from crownhead.play.draw_policy import accepts_draw, claims_draw, opinion
from crownhead.play.in_progress import GameInProgress
from crownhead.play.offer import Offer, OfferKind
from crownhead.play.participant import Participant, Role
from crownhead.play.player import EnginePlayer, Player
from crownhead.play.record import game_of, record_of

__all__ = [
    "Clock",
    "Control",
    "EnginePlayer",
    "GameInProgress",
    "Offer",
    "OfferKind",
    "Participant",
    "Player",
    "Role",
    "accepts_draw",
    "claims_draw",
    "game_of",
    "opinion",
    "record_of",
]
