"""The table of subcommands tells the truth about them."""

from __future__ import annotations

import click
import pytest

from crownhead.terminal.main import COMMANDS, cli


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_agrees_with_the_command(name: str) -> None:
    context = click.Context(cli)
    command = cli.get_command(context, name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name][1]
