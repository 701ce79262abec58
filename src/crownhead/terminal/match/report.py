"""A match as people see it: a bar while it is played, a table of figures at the end, its games as PDN."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from crownhead.terminal.output import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from crownhead.match.elo import Pairs
    from crownhead.match.game import Finished
    from crownhead.match.match import Match
    from crownhead.record.game.game import Game


def brief(contest: Match) -> str:
    tally = contest.played
    text = f"+{tally.wins} ={tally.draws} -{tally.losses}"
    if pairs := tally.pairs:
        text += f"  Elo {elo(pairs)}"
        if contest.sprt:
            text += f"  LLR {contest.sprt.ratio(pairs):.2f}"
    return text


def elo(pairs: Pairs) -> str:
    """The estimate and half the width of its 95% interval, or its ends where one of them is at infinity."""
    low, high = pairs.elo_bounds
    if isinf(pairs.elo):
        return f"{pairs.elo:+.0f}"
    if isinf(low) or isinf(high):
        return f"{pairs.elo:+.0f}, {low:+.0f} to {high:+.0f}"
    return f"{pairs.elo:+.1f} ± {(high - low) / 2:.1f}"


def elo_in_words(pairs: Pairs) -> str:
    if pairs.error == 0:
        return f"{pairs.elo:+.0f}; every pair ended the same, so no error can be told"
    return f"{elo(pairs)} (95%), the stronger with probability {pairs.superiority:.1%}"


def pace(contest: Match) -> str:
    """How both play; players that are told no limit play at none."""
    first, second = contest.conditions.paces
    return str(first) if first == second else f"{first} against {second}"


def summary(contest: Match) -> str:
    return "\n".join(f"{name:10}{text}" for name, text in _figures(contest))


def _figures(contest: Match) -> Iterator[tuple[str, str]]:
    tally = contest.played
    first, second = (recipe.name for recipe in contest.conditions.recipes)
    yield "match", f"{first} against {second}, {pace(contest)}"
    if not len(tally):
        return
    yield "points", f"{tally.points:g} - {len(tally) - tally.points:g} of {len(tally)} games"
    yield "games", f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
    yield "black", f"scored {tally.black_points / len(tally):.1%}"
    if pairs := tally.pairs:
        yield "pairs", f"{' '.join(map(str, pairs.counts))} (0, 1/2, 1, 1 1/2, 2 points)"
        yield "Elo", elo_in_words(pairs)
    if sprt := contest.sprt:
        yield (
            "SPRT",
            f"{sprt.elo0:g} or {sprt.elo1:g} {'normalized ' * sprt.normalized}Elo: LLR {sprt.ratio(pairs):.2f} "
            f"({sprt.lower:.2f} to {sprt.upper:.2f}), {contest.verdict}",
        )
    yield "endings", ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common())
    for player, name in enumerate((first, second)):
        moves = max(tally.decisions[player], 1)
        cpu = f"{tally.cpu_a_move(player):.4f} s of processor time"
        yield f"time {'AB'[player]}", f"{tally.seconds[player] / moves:.4f} s a move, {cpu} ({name})"
    for player, forfeits in enumerate(tally.forfeits):
        if forfeits:
            told = ", ".join(f"{reason} {count}" for reason, count in forfeits.items())
            example = tally.examples[player]
            yield f"forfeit {'AB'[player]}", f"{told}; {example}" if example else told


def write_pdn(contest: Match, games: Iterable[Finished], path: Path) -> None:
    """Every game in the order of the schedule."""
    from crownhead.record.pdn import dumps

    ordered = sorted(games, key=lambda game: game.number)
    write_file(str(path), "\n".join(dumps(game_of(contest, game)) for game in ordered))


def game_of(contest: Match, finished: Finished) -> Game:
    """As a record, with how it ended."""
    from crownhead.record.game.game import Game

    first, second = (recipe.name for recipe in contest.conditions.recipes)
    black, white = (first, second) if finished.first_is_black else (second, first)
    game = Game(
        finished.fen,
        {
            "Event": f"{first} against {second}",
            "Round": f"{finished.pair + 1}.{finished.number % 2 + 1}",
            "White": white,
            "Black": black,
            "Opening": finished.opening,
            "TimeControl": pace(contest),
            "Termination": finished.detail or finished.reason,
        },
    )
    for move in finished.moves:
        game.play(move)
    game.result = finished.result
    return game
