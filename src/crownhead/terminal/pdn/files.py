"""Files of games as they are named on the command line, and the bar that shows how far they have been read."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crownhead.terminal.failure import printable
from crownhead.terminal.output import writable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crownhead.record.collection.scan import Found
    from crownhead.record.game.game import Game

ENDINGS = (".pdn", ".pdn.gz")

files_argument = click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, path_type=Path)
)
file_argument = click.argument(
    "file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
output_option = click.option(
    "-o", "--output", metavar="FILE", default="-", help="Write to this file (default: standard output)."
)
result_option = click.option(
    "--result-at-end", is_flag=True, help="End games with their result, as older programs do, not with *."
)


def collected(paths: Iterable[Path]) -> list[Path]:
    """The files, and those in directories, each once and in order."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.name.lower().endswith(ENDINGS) and p.is_file())
            if not inside:
                raise click.UsageError(f"{path}: no file in this directory ends in .pdn or .pdn.gz")
            found.update(dict.fromkeys(inside))
        else:
            found[path] = None
    return list(found)


def shown_game(found: Found) -> str:
    """A game that was found, as one line: where it stands, who played, and how it ended."""
    from crownhead.record.pdn.parser import read_headers

    headers = read_headers(found.raw)
    names = f"{headers.get('Black') or '?'} - {headers.get('White') or '?'}"
    details = [headers.get(name, "") for name in ("Result", "Date", "Event")]
    return printable(f"{found.path}:{found.raw.line}: {', '.join(filter(None, [names, *details]))}")


@contextmanager
def reading(files: Iterable[Path]) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal, moved on by the characters that have been read; nothing where there is no terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("reading", total=sum(path.stat().st_size for path in files) or None)
        yield lambda characters: bar.advance(task, characters)


def write_games(games: Iterable[Game], output: str, *, result_at_end: bool) -> int:
    """Writes games as they come, to a file or to the output; returns how many there were."""
    from crownhead.record.pdn import write
    from crownhead.record.pdn.writer import written

    count = 0

    def counted() -> Iterator[Game]:
        nonlocal count
        for game in games:
            count += 1
            yield game

    path = None if output == "-" else writable(output)
    if path is None or (path.exists() and not path.is_file()):  # a pipe or a device cannot be replaced
        with click.open_file(output, "w", encoding="utf-8") as stream:
            for game in counted():
                stream.write(("\n" if count > 1 else "") + written(game, result_at_end=result_at_end))
    else:
        write(counted(), path, result_at_end=result_at_end)
    return count
