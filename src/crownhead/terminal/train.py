"""crownhead train: self-play, and weights fitted to it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.terminal.cluster import cluster_option, other_version_option, pool_of
from crownhead.terminal.progress import WorkDisplay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crownhead.jobs import Pool
    from crownhead.training.fit import Fit
    from crownhead.training.recipe import FitRecipe
    from crownhead.training.selfplay import SelfPlayWork

_FILE = click.Path(dir_okay=False, path_type=Path)


_RECIPE = click.option(
    "--recipe",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Recipe to follow (default: that of the project's own weights).",
)


@click.group()
def train() -> None:
    """Teach the evaluation: play games, fit weights.

    \b
    Examples:
      crownhead train play samples --shards 1000
      crownhead train fit samples --out new.weights
      crownhead train rounds mine --rounds 3 --shards 100
      crownhead match weights=new.weights engine --time 0.05 --sprt 0,5
    """


_TABLEBASE = click.option("--tablebase", help="Directory of an endgame database (default: your own).")
_PROCESSES = click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    help="Number of games at the same time (default: all cores).",
)


@train.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--shards", type=click.IntRange(1), default=10, show_default=True, help="Number of files.")
@_RECIPE
@click.option("--weights", type=click.Path(exists=True, dir_okay=False), help="Play with these weights.")
@_TABLEBASE
@_PROCESSES
@cluster_option
@other_version_option
def play(
    folder: Path,
    shards: int,
    recipe: Path | None,
    weights: str | None,
    tablebase: str | None,
    processes: int,
    cluster: str | None,
    other_version: bool,
) -> None:
    """Play games of the engine against itself and keep their positions in FOLDER.

    Every shard is a file, written as a whole. Run the same command again after an interruption: it plays what is
    missing.
    """
    from crownhead.training.recipe import read_recipe
    from crownhead.training.selfplay import SelfPlayWork

    settings = SelfPlayWork(read_recipe(recipe).play, weights, tablebase)
    with pool_of(cluster, processes) as pool:
        _play(settings, folder, shards, pool, other_version)


@train.command()
@click.argument(
    "folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--out", type=_FILE, required=True, help="Write the weights here.")
@_RECIPE
@click.option(
    "--begin",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Begin with these weights, not with chance.",
)
@click.option("--plots", is_flag=True, help="Draw loss and calibration beside the weights (SVG).")
def fit(folders: tuple[Path, ...], out: Path, recipe: Path | None, begin: Path | None, plots: bool) -> None:
    """Fit weights to the positions in FOLDERS, and write them to a file.

    The loss is that on positions held out, above the least possible. After each epoch there is a checkpoint beside the
    weights: run the same command again after an interruption, and it goes on.
    """
    _check_jax()
    from crownhead.training.recipe import read_recipe

    _fit(folders, read_recipe(recipe).fit, begin, out, plots)


@train.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--rounds", "count", type=click.IntRange(1), help="How many (default: as the recipe lists, or 3)."
)
@click.option("--shards", type=click.IntRange(1), help="Files a round (default: as the recipe says).")
@_RECIPE
@click.option(
    "--begin",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Begin with these weights, not with counting pieces.",
)
@_TABLEBASE
@_PROCESSES
@cluster_option
@other_version_option
def rounds(
    folder: Path,
    count: int | None,
    shards: int | None,
    recipe: Path | None,
    begin: Path | None,
    tablebase: str | None,
    processes: int,
    cluster: str | None,
    other_version: bool,
) -> None:
    """Play and fit in turn: each round plays with the weights of the one before.

    The first plays with weights that count men and kings alone, and fits from chance, so all that the last one knows
    was learnt here. A recipe may list the rounds and what each does otherwise. Run the same command again after an
    interruption, or with more rounds: it goes on.
    """
    _check_jax()
    from crownhead.training.recipe import read_recipe
    from crownhead.training.rounds import Round, rounds_in
    from crownhead.training.selfplay import SelfPlayWork

    settings = read_recipe(recipe)
    count = count or len(settings.rounds) or 3
    with pool_of(cluster, processes) as pool:
        for one in rounds_in(folder, count, begin):
            click.echo(f"round {one.number} of {count}")
            how = settings.round(one.number)
            work = SelfPlayWork(how.play, str(one.player), tablebase)
            _play(work, one.samples, shards or how.shards, pool, other_version)
            _fit(one.fitted_to(how.window), how.fit, one.begin, one.weights)
    click.echo(f"{Round(folder, count).weights} has the weights of round {count}")


def _play(settings: SelfPlayWork, folder: Path, shards: int, pool: Pool, other_version: bool) -> None:
    from crownhead.training.selfplay import play_shards
    from crownhead.training.shard import shards_in

    positions = 0
    before = sum(1 for number in shards_in(folder) if number < shards) if folder.is_dir() else 0
    with WorkDisplay("shards", shards, pool, before=before) as display:
        for shard in play_shards(settings, folder, shards, pool, other_version=other_version):
            positions += len(shard)
            display.advance(1)
    click.echo(f"{folder}: {positions:,} positions added")


def _check_jax() -> None:
    try:
        import jax  # noqa: F401 - asked for here, so that the message is ours
    except ImportError:
        raise click.ClickException('fitting needs JAX: pip install "crownhead[training]"') from None


def _fit(
    folders: Iterable[Path], settings: FitRecipe, begin: Path | None, out: Path, plots: bool = False
) -> None:
    from crownhead.engine.weights import weights_bytes, write
    from crownhead.training.checkpoint import Checkpoint
    from crownhead.training.fit import Fit
    from crownhead.training.samples import read_samples

    samples = read_samples(folders)
    start = weights_bytes(begin) if begin else None
    click.echo(f"{len(samples):,} positions")
    fitting = Fit(samples, settings, start)
    checkpoint = Checkpoint(out.with_name(out.name + ".checkpoint"), settings, samples, start)
    if (state := checkpoint.read()) is not None:
        fitting.state = state
        click.echo(f"going on after epoch {len(state.epochs)}")
    click.echo(f"loss at the beginning {fitting.held_out_loss():.5f}")
    with _bar("fitting", settings.epochs - len(fitting.state.epochs)) as advance:
        for epoch in fitting:
            checkpoint.write(fitting.state)
            advance()
            click.echo(f"epoch {epoch.number}: loss {epoch.held_out_loss:.5f}, fitted {epoch.loss:.5f}")
    write(out, fitting.weights())
    if plots:
        _draw(fitting, out)
    checkpoint.remove()
    click.echo(f"{out}: {out.stat().st_size:,} bytes")


def _draw(fitting: Fit, out: Path) -> None:
    from crownhead.files import write_text
    from crownhead.training.plots import calibration_plot, loss_plot

    held = fitting.held_out
    write_text(out.with_name(f"{out.stem}-loss.svg"), loss_plot(fitting.state.epochs))
    calibration = calibration_plot(fitting.values(held), fitting.targets(held))
    write_text(out.with_name(f"{out.stem}-calibration.svg"), calibration)


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
