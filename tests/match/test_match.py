from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from crownhead.engine.limit import Limit
from crownhead.errors import WorkerDied
from crownhead.match.adjudication import Adjudication
from crownhead.match.baselines import GreedyPlayer, RandomPlayer, TextbookPlayer
from crownhead.match.bot import BotRecipe
from crownhead.match.contender import PlayerContender, Recipe
from crownhead.match.game import FAILED, ILLEGAL, LOST_ON_TIME, Finished, play_game
from crownhead.match.match import Conditions, Match
from crownhead.match.pace import UNLIMITED, Pace
from crownhead.match.recipes import EngineRecipe, PlayerRecipe
from crownhead.match.schedule import Pairing, schedule
from crownhead.match.sprt import Sprt, SprtVerdict
from crownhead.processes import Processes
from crownhead.record.board import Board
from crownhead.record.openings.sets import OpeningLine, opening_set
from crownhead.rules.move import Move


@pytest.fixture
def pool() -> Iterator[Processes]:
    with closing(Processes(2)) as processes:
        yield processes


RANDOM = PlayerRecipe("random", partial(RandomPlayer, 5))
TEXTBOOK = PlayerRecipe("textbook=2", partial(TextbookPlayer, 2, 5))


class Failing(RandomPlayer):
    def choose(self, board: Board) -> Move:
        if len(board) > 6:
            raise RuntimeError("out of ideas")
        return super().choose(board)


class Cheating(RandomPlayer):
    def choose(self, board: Board) -> Move:
        return Move([18, 15])


class Slow(RandomPlayer):
    def choose(self, board: Board) -> Move:
        time.sleep(0.05)
        return super().choose(board)


class Dying(RandomPlayer):
    def choose(self, board: Board) -> Move:
        import os

        os._exit(7)


def game_between(
    first: RandomPlayer, second: RandomPlayer, pace: Pace = UNLIMITED, number: int = 0
) -> Finished:
    pairing = Pairing(number, OpeningLine.of(Board(), "start"))
    contenders = PlayerContender(first), PlayerContender(second)
    return play_game(pairing, contenders, (pace, pace), Adjudication())


def replayed(game: Finished) -> Board:
    board = Board(game.fen)
    for move in game.moves:
        board.push(move)
    return board


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_played_to_its_end(seed: int) -> None:
    game = game_between(RandomPlayer(seed), RandomPlayer(seed + 9), number=seed % 2)
    outcome = replayed(game).outcome(claim_draw=True)
    assert outcome is not None
    assert outcome.result == game.result
    assert str(outcome.reason) == game.reason
    first_won = outcome.winner is not None and (outcome.winner == 0) == game.first_is_black
    assert game.points == (0.5 if outcome.winner is None else float(first_won))
    assert sum(game.decisions) == len(game.moves)


@pytest.mark.parametrize(
    ("player", "reason", "detail"),
    [
        (Failing(1), FAILED, "black: RuntimeError: out of ideas"),
        (Cheating(1), ILLEGAL, "black: IllegalMove: 18-15 is not legal"),
    ],
)
def test_who_fails_or_cheats_loses(player: RandomPlayer, reason: str, detail: str) -> None:
    game = game_between(player, RandomPlayer(1))
    assert (game.points, game.reason) == (0.0, reason)
    assert game.detail.startswith(detail)
    mirrored = game_between(RandomPlayer(1), player, number=1)
    assert (mirrored.points, mirrored.reason) == (1.0, reason)


def test_who_is_late_loses() -> None:
    game = game_between(Slow(1), RandomPlayer(1), Pace(move_time=0.01, margin=0.01))
    assert (game.points, game.reason) == (0.0, LOST_ON_TIME)
    assert game.seconds[0] >= 0.05


@pytest.mark.parametrize("pace", [Pace(clock=0.03, margin=0.01), Pace(clock=0.12, margin=0.01)])
def test_whose_clock_runs_out_loses(pace: Pace) -> None:
    game = game_between(Slow(1), RandomPlayer(1), pace)
    assert (game.points, game.reason, game.detail) == (0.0, LOST_ON_TIME, f"black: {pace}")
    assert len(game.moves) == 2 * (game.decisions[0] - 1), "the move that came too late is not made"


def test_sleeping_costs_no_processor_time() -> None:
    game = game_between(Slow(1), RandomPlayer(1), Pace(clock=3.0, cpu=True, margin=0.5))
    assert game.reason != LOST_ON_TIME
    assert game.seconds[0] >= 0.05 * game.decisions[0]
    assert game.cpu_seconds[0] < game.seconds[0]


def test_a_match_plays_every_pairing_once_and_adds_up(pool: Processes) -> None:
    match = Match(Conditions((TEXTBOOK, RANDOM), UNLIMITED), opening_set("3-move"), games=6)
    games = list(match.run(pool))
    assert sorted(game.number for game in games) == list(range(6))
    assert match.played.points == sum(game.points for game in games)
    assert len(match.played.pairs) == 3
    assert match.played.points > 3, "alpha-beta beats chance"
    assert match.is_over


def test_a_continued_match_plays_only_what_is_left(pool: Processes) -> None:
    openings = opening_set("3-move")
    before = list(Match(Conditions((TEXTBOOK, RANDOM), UNLIMITED), openings, games=4).run(pool))[:3]
    again = Match(Conditions((TEXTBOOK, RANDOM), UNLIMITED), openings, games=6)
    rest = list(again.run(pool, before))
    assert sorted(game.number for game in [*before, *rest]) == list(range(6))
    assert len(again.played) == 6


def test_the_test_ends_a_match_early(pool: Processes) -> None:
    match = Match(Conditions((TEXTBOOK, RANDOM), UNLIMITED), opening_set("3-move"), 400, sprt=Sprt(0, 300))
    games = list(match.run(pool))
    assert len(games) < 400
    assert match.verdict is SprtVerdict.STRONGER


def test_a_decided_match_has_the_same_games_however_many_are_played_at_once() -> None:
    conditions = Conditions((TEXTBOOK, RANDOM), UNLIMITED)
    counted = []
    for processes in (1, 4):
        match = Match(conditions, opening_set("3-move"), 400, sprt=Sprt(0, 300))
        with closing(Processes(processes)) as pool:
            games = list(match.run(pool))
        counted.append(sorted(game.number for game in games if match.counts(game)))
        assert len(match.played) == len(counted[-1])
    assert counted[0] == counted[1] == list(range(len(counted[0])))


BY_CHANCE = "import random\n\ndef choose(board):\n    return random.choice(board.legal_moves())\n"


@pytest.mark.parametrize("player", ["random", "greedy", "textbook=1", "level=2", "bot"])
def test_a_game_has_the_same_luck_wherever_and_whenever_it_is_played(player: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BY_CHANCE)
    recipes: dict[str, Recipe] = {
        "random": PlayerRecipe("random", RandomPlayer),
        "greedy": PlayerRecipe("greedy", GreedyPlayer),
        "textbook=1": PlayerRecipe("textbook=1", partial(TextbookPlayer, 1)),
        "level=2": EngineRecipe("level=2", level=2, hash_mb=1, tablebase=None),
        "bot": BotRecipe(str(bot), seconds=600),
    }
    conditions = Conditions((recipes[player], PlayerRecipe("random", RandomPlayer)), UNLIMITED)
    pairings = list(schedule(opening_set("3-move"), 6, seed=7))
    played = []
    for order in (pairings, pairings[::-1]):
        with closing(conditions()) as worker:
            played.append({pairing.number: worker(pairing).moves for pairing in order})
    assert played[0] == played[1]
    with closing(conditions()) as worker:
        other = next(schedule(opening_set("3-move"), 1, seed=8))
        assert worker(replace(other, opening=pairings[0].opening)).moves != played[0][0]


def test_games_that_end_out_of_order_count_in_order(pool: Processes) -> None:
    openings = opening_set("3-move")
    before = list(Match(Conditions((TEXTBOOK, RANDOM), UNLIMITED), openings, games=4).run(pool))
    late = sorted(before, key=lambda game: -game.number)[:3]
    again = Match(Conditions((TEXTBOOK, RANDOM), UNLIMITED), openings, games=4)
    running = again.run(pool, late)
    next(running)
    assert len(again.played) == 4
    assert len(again.played.pairs) == 2


def test_a_failing_player_loses_games_but_not_the_match(pool: Processes) -> None:
    failing = PlayerRecipe("failing", Failing)
    match = Match(Conditions((failing, RANDOM), UNLIMITED), opening_set("3-move"), games=4)
    assert [game.reason for game in match.run(pool)] == [FAILED] * 4
    assert match.played.forfeits[0][FAILED] == 4
    assert not match.played.forfeits[1]


def test_a_player_that_failed_is_made_anew() -> None:
    made: list[RandomPlayer] = []

    def make() -> RandomPlayer:
        made.append(RandomPlayer(1) if made else Failing(1))
        return made[-1]

    worker = Conditions((PlayerRecipe("failing at first", make), RANDOM), UNLIMITED)()
    pairing = Pairing(0, OpeningLine.of(Board(), "start"))
    assert worker(pairing).reason == FAILED
    assert worker(pairing).reason != FAILED
    assert worker(pairing).reason != FAILED
    assert len(made) == 2
    worker.close()


def test_a_process_that_dies_ends_the_match_with_an_error(pool: Processes) -> None:
    dying = PlayerRecipe("dying", Dying)
    match = Match(Conditions((dying, RANDOM), UNLIMITED), opening_set("3-move"), games=1)
    with pytest.raises(WorkerDied, match="exit code 7"):
        list(match.run(pool))


def test_the_engine_plays_to_a_limit(pool: Processes) -> None:
    engine = EngineRecipe("engine", tablebase=None, hash_mb=1)
    match = Match(Conditions((engine, TEXTBOOK), Pace(nodes=2000)), opening_set("start"), games=2)
    games = list(match.run(pool))
    assert all(game.reason not in (FAILED, ILLEGAL) for game in games), [game.detail for game in games]
    assert match.played.points >= 1
    assert isinstance(Pace(nodes=2000).limit(None), Limit)
