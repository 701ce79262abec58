"""The same situations through the Python API and through the terminal; tests/web has them through the server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from play.situations import SITUATIONS, Situation, go_through

import crownhead as ch
from crownhead import BLACK, WHITE, Colour
from crownhead.errors import CrownheadError
from crownhead.play import GameInProgress, Participant, game_of, opinion, record_of
from crownhead.record.library.gamefile import GameFile
from crownhead.terminal.play.commands import enter
from crownhead.terminal.play.seating import Seating
from crownhead.terminal.play.session import Session


class InPython:
    """As a notebook plays."""

    def __init__(self, situation: Situation) -> None:
        self.now = 1000.0
        control = situation.control
        players = {}
        for colour in Colour:
            engine = Participant.engine(situation.level, 0.02, control)
            person = Participant.person(control=control)
            players[colour] = engine if colour == situation.engine else person
        self.game = GameInProgress(
            players[BLACK], players[WHITE], situation.board(), apart=situation.table == "link"
        )

    async def act(self, colour: Colour, verb: str, move: str) -> bool:
        game, now = self.game, self.now
        try:
            match verb:
                case "plays":
                    game.move(move, now, colour)
                case "offers a draw":
                    game.offer_draw(colour, now)
                    return not game.engine_is_asked or self._engine_answers()
                case "offers a draw and plays":
                    self._offer_and_move(colour, move)
                case "accepts":
                    game.accept(colour, now)
                case "declines":
                    game.decline(colour, now)
                case "undoes":
                    game.undo(colour, now)
                case "redoes":
                    game.redo(colour, now)
                case "claims":
                    game.claim(colour, now)
                case "resigns":
                    game.resign(colour, now)
                case _:
                    raise AssertionError(verb)
        except CrownheadError:
            return False
        return True

    def _engine_answers(self) -> bool:
        assert self.game.offer is not None
        with ch.Engine(hash_mb=32) as engine:
            return self.game.engine_answers(self.game.offer, opinion(engine, self.game.board), self.now)

    def _offer_and_move(self, colour: Colour, move: str) -> None:
        self.game.offer_draw(colour, self.now)
        offer = self.game.offer
        assert offer is not None
        with ch.Engine(hash_mb=32) as engine:
            scores = opinion(engine, self.game.board)
        self.game.move(move, self.now, colour)
        with pytest.raises(ch.NotNow, match="no longer open"):
            self.game.engine_answers(offer, scores, self.now)

    async def engine_moves(self) -> None:
        if self.game.engine_to_move:
            level = self.game.players[self.game.turn].level
            with ch.Engine(hash_mb=16, level=level) as engine:
                played = engine.play(self.game.board, self.game.limit(self.now))
            self.game.engine_moves(played.move, played.score, self.now)

    async def wait(self, seconds: float) -> None:
        self.now += seconds
        self.game.time_out(self.now)

    async def restart(self) -> None:
        apart = self.game.apart
        text = ch.pdn.dumps(record_of(self.game, self.now))
        self.now += 5000
        self.game = game_of(ch.pdn.loads(text), self.game.players)
        self.game.apart = apart
        self.game.take_up(self.now)


TYPED = {"offers a draw": "draw", "claims": "draw", "undoes": "undo", "redoes": "redo", "resigns": "resign"}


class InTerminal:
    """As somebody types."""

    def __init__(self, situation: Situation) -> None:
        self.now = 1000.0
        control = situation.control
        engines = frozenset() if situation.engine is None else frozenset({situation.engine})
        self.seating = Seating(engines, situation.level, 0.02, control)
        self.session = Session(self.seating, situation.board(), GameFile.new, now=lambda: self.now)

    @property
    def game(self) -> GameInProgress:
        return self.session.game

    async def act(self, colour: Colour, verb: str, move: str) -> bool:
        answer = {"accepts": "y", "declines": "n"}.get(verb)
        assert answer or self.session.me == colour or verb in ("undoes", "redoes"), (
            "the terminal asks in turn"
        )
        reply = enter(self.session, answer or TYPED.get(verb, move))
        if self.session.resigning:
            reply = enter(self.session, "y")  # it is asked whether it is meant
        assert reply.lines or reply.redraw
        refusals = (
            "not legal",
            "The game is over",
            "declines the draw",
            "There is no",
            "no offer",
            "already",
        )
        refused = any(word in line for line in reply.lines for word in (*refusals, "neither a move"))
        return not refused

    async def engine_moves(self) -> None:
        if self.session.engine_to_move:
            self.session.engine_turn()

    async def wait(self, seconds: float) -> None:
        self.now += seconds
        self.session.flag_fallen()

    async def restart(self) -> None:
        self.session.close()
        assert self.session.file is not None
        record = ch.pdn.read(self.session.file.path)
        self.now += 5000
        self.session = Session(self.seating, None, GameFile.new, now=lambda: self.now)
        self.session.take_up(record)


def test_names_are_unique() -> None:
    assert len({situation.name for situation in SITUATIONS}) == len(SITUATIONS)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_in_python(situation: Situation) -> None:
    asyncio.run(go_through(InPython(situation), situation))


TYPEABLE = [
    situation
    for situation in SITUATIONS
    if situation.table != "link" and not any("and plays" in step for step in situation.steps)
]
"""At the terminal nobody is apart, and the engine considers an offer before anything else can be typed."""


@pytest.mark.parametrize("situation", TYPEABLE, ids=lambda situation: situation.name)
def test_in_the_terminal(situation: Situation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    door = InTerminal(situation)
    asyncio.run(go_through(door, situation))
    door.session.close()
