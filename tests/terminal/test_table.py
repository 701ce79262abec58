"""The table of subcommands tells the truth about them."""

from __future__ import annotations

import click
import pytest

from crownhead.terminal.main import COMMANDS, cli
from crownhead.terminal.pdn import command


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_agrees_with_the_command(name: str) -> None:
    context = click.Context(cli)
    command = cli.get_command(context, name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name][1]


@pytest.mark.parametrize("name", command.COMMANDS)
def test_the_table_of_pdn_agrees_with_the_commands(name: str) -> None:
    found = command.pdn.get_command(click.Context(command.pdn), name)
    assert found is not None
    assert found.name == name
    assert found.get_short_help_str(limit=200) == command.COMMANDS[name][1]
