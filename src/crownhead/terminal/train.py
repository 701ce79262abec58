"""crownhead train: self-play, and weights fitted to it."""

from __future__ import annotations

import os
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def train() -> None:
    """Teach the evaluation: play games, fit weights.

    \b
    Examples:
      crownhead train play games.samples --games 20000
      crownhead train fit games.samples --out new.weights
      crownhead match weights=new.weights engine --time 0.01 --sprt 0,5
    """
    try:
        import numpy  # noqa: F401 - asked for here, so that the message is ours
    except ImportError:
        raise click.ClickException('training needs numpy: pip install "crownhead[training]"') from None


@train.command()
@click.argument("out", type=_FILE)
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True)
@click.option(
    "--nodes", type=click.IntRange(1), default=3000, show_default=True, help="Nodes to search for each move."
)
@click.option(
    "--chance",
    type=click.FloatRange(0, 1),
    default=1 / 7,
    help="Probability of a random move.  [default: 1/7]",
)
@click.option("--weights", type=click.Path(exists=True, dir_okay=False), help="Play with these weights.")
@click.option(
    "--tablebase", default="auto", show_default=True, help="Directory of an endgame database, auto, or none."
)
@click.option("--seed", type=int, help="Seed of the first game (default: random).")
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    help="Number of games at the same time.",
)
def play(
    out: Path,
    games: int,
    nodes: int,
    chance: float,
    weights: str | None,
    tablebase: str,
    seed: int | None,
    processes: int,
) -> None:
    """Play games of the engine against itself and add their positions to a file.

    Each game is added as a whole, so an interrupted run has lost nothing; another one adds more.
    """
    from crownhead.training.samples import SAMPLE
    from crownhead.training.selfplay import SelfPlay, play_games

    settings = SelfPlay(
        nodes, chance=chance, weights=weights, tablebase=None if tablebase == "none" else tablebase
    )
    first = time.time_ns() if seed is None else seed
    with (
        out.open("ab") as file,
        _bar("playing", games) as advance,
        closing(play_games(settings, games, first, processes)) as finished,
    ):
        for samples in finished:
            file.write(samples.tobytes())
            file.flush()
            advance()
    click.echo(f"{out}: {out.stat().st_size // SAMPLE.itemsize:,} positions")


@train.command()
@click.argument(
    "samples", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--out", type=_FILE, required=True, help="Write the weights here.")
@click.option("--epochs", type=click.IntRange(1), default=6, show_default=True)
@click.option(
    "--trust",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Weight of the results; the rest goes to the scores.",
)
def fit(samples: tuple[Path, ...], out: Path, epochs: int, trust: float) -> None:
    """Fit weights to positions of games, and write them to a file.

    The loss is that on positions held back, above the least possible.
    """
    from crownhead.engine.weights import write
    from crownhead.training.fit import Fit, FitSettings
    from crownhead.training.samples import read_samples

    read = read_samples(samples)
    click.echo(f"{len(read):,} positions")
    fitting = Fit(read, FitSettings(epochs=epochs, trust=trust))
    with _bar("fitting", epochs) as advance:
        for progress in fitting:
            advance()
            click.echo(f"epoch {progress.epoch}: loss {progress.loss:.5f}")
    write(out, fitting.weights())
    click.echo(f"{out}: {out.stat().st_size:,} bytes")


@contextmanager
def _bar(name: str, total: int) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error, and what moves it on."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(name, total=total)
        yield lambda: progress.advance(task)
