"""The options of crownhead match that belong together, each group read into one object."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from crownhead.match.adjudication import Adjudication
from crownhead.match.pace import Pace
from crownhead.match.sprt import Sprt

Command = Callable[..., None]
Decorator = Callable[[Command], Command]

NODES = 20_000
"""A move where no limit is given: the same on any machine, however busy it is."""


def numbers(form: str, sign: str, least: int, most: int) -> Callable[..., tuple[float, ...] | None]:
    """Reads an option of several numbers, as 10+0.1 or 0,5."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[float, ...] | None:
        if value is None:
            return None
        try:
            given = tuple(float(part) for part in value.split(sign))
        except ValueError:
            given = ()
        if not least <= len(given) <= most or not all(abs(number) < 1e9 for number in given):
            raise click.BadParameter(f"{value!r} is not of the form {form}")
        return given

    return read


def group(name: str, make: Callable[..., object], *options: Decorator) -> Decorator:
    """A decorator that adds options, and gives the command what `make` makes of them under one name."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def wrapped(**given: Any) -> None:
            own = {key: given.pop(key) for key in names}
            command(**given, **{name: make(**own)})

        before = {option.name for option in getattr(command, "__click_params__", [])}
        decorated: Command = wrapped
        for option in reversed(options):
            decorated = option(decorated)
        names = {option.name for option in getattr(decorated, "__click_params__", [])} - before
        return decorated

    return decorate


def _pace(
    clock: tuple[float, ...] | None,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    margin: float,
    cpu: bool,
) -> Pace:
    if clock is None and time is nodes is depth is None:
        nodes = NODES
    if clock is not None and (clock[0] <= 0 or clock[-1] < 0):
        raise click.UsageError("--clock: a game needs time, as in 10+0.1")
    base, increment = (None, 0.0) if clock is None else (clock[0], sum(clock[1:]))
    return Pace(base, increment, time, nodes, depth, margin, cpu)


def _sprt(sprt: tuple[float, ...] | None, alpha: float, beta: float, normalized: bool) -> Sprt | None:
    if sprt is None:
        return None
    try:
        return Sprt(sprt[0], sprt[1], alpha, beta, normalized)
    except ValueError as error:
        raise click.UsageError(f"--sprt: {error}") from None


_CLOCK_HELP = "Seconds for a game and, after a +, for each move in addition."
_RISK = click.FloatRange(0, 0.5, min_open=True, max_open=True)

pace_options = group(
    "pace",
    _pace,
    click.option("--clock", metavar="10+0.1", callback=numbers("10+0.1", "+", 1, 2), help=_CLOCK_HELP),
    click.option("--time", type=click.FloatRange(0.001, 1e6), help="Seconds for each move."),
    click.option("--nodes", type=click.IntRange(1), help="Positions to look at for each move."),
    click.option("--depth", type=click.IntRange(1, 100), help="Plies to look ahead for each move."),
    click.option(
        "--margin", type=click.FloatRange(0), default=0.05, show_default=True, help="Seconds of grace."
    ),
    click.option("--cpu", is_flag=True, help="Clocks run on processor time: fair on a busy machine."),
)

sprt_options = group(
    "sprt",
    _sprt,
    click.option(
        "--sprt",
        metavar="0,5",
        callback=numbers("0,5", ",", 2, 2),
        help="Stop as soon as one of two Elo differences is accepted.",
    ),
    click.option(
        "--alpha",
        type=_RISK,
        default=0.05,
        show_default=True,
        help="Risk of accepting the higher one wrongly.",
    ),
    click.option(
        "--beta", type=_RISK, default=0.05, show_default=True, help="Risk of accepting the lower one wrongly."
    ),
    click.option("--normalized", is_flag=True, help="--sprt names normalized Elo."),
)

rules_options = group(
    "rules",
    Adjudication,
    click.option(
        "--win-score",
        type=click.FloatRange(0),
        help="End a game as won when both see this many men of advantage.",
    ),
    click.option(
        "--draw-score", type=click.FloatRange(0), help="End a game as drawn when both see less than this."
    ),
    click.option(
        "--longest",
        type=click.IntRange(10),
        default=400,
        show_default=True,
        help="Longest game in plies; then it is a draw.",
    ),
)
