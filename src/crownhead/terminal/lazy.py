"""Groups of commands that are loaded when they are called."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

Table = dict[str, tuple[str, str]]
"""Of each command its name, the place of its function as module:name, and the line that help shows for it."""


class LazyGroup(click.Group):
    """A group whose commands stand in tables, each under a heading of the help."""

    def __init__(self, *args: Any, groups: dict[str, Table], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.groups = groups
        self.table = {name: entry for table in groups.values() for name, entry in table.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        module, _, attribute = self.table[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = get_close_matches(args[0], self.table, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise click.UsageError(error.message + meant, ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, table in self.groups.items():
            with formatter.section(heading):
                formatter.write_dl([(name, text) for name, (_, text) in table.items()])
