from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownhead.protocol.hub.messages import HubMessage, message, number, parse_line


@pytest.mark.parametrize(
    ("line", "command", "arguments"),
    [
        ("hub", "hub", {}),
        ("  go   think \r\n", "go", {"think": ""}),
        ("level infinite", "level", {"infinite": ""}),
        ("level time=59 inc=1", "level", {"time": "59", "inc": "1"}),
        ('pos pos=Wbe moves="12-16 24-19"', "pos", {"pos": "Wbe", "moves": "12-16 24-19"}),
        ('id author="the project" country=', "id", {"author": "the project", "country": ""}),
        ('pos moves="12-16', "pos", {"moves": "12-16"}),
        ("set-param name = hash value = 5", "set-param", {"name": "hash", "value": "5"}),
        ('x a=1 = " == b=2', "x", {"a": "1", "b": "2"}),
    ],
)
def test_lines_are_read(line: str, command: str, arguments: dict[str, str]) -> None:
    assert parse_line(line) == HubMessage(command, arguments)


@pytest.mark.parametrize("line", ["", "  ", "\r\n", "\t"])
def test_an_empty_line_is_no_message(line: str) -> None:
    assert parse_line(line) is None


@given(st.text())
def test_no_line_is_too_strange(line: str) -> None:
    parse_line(line)


names = st.from_regex(r"[a-z][a-z-]*", fullmatch=True)
words = st.from_regex(r"[!-<>-~ ]*", fullmatch=True).map(lambda text: text.replace('"', "").strip())


@given(names, st.dictionaries(names, words))
def test_what_is_written_is_read_back(command: str, arguments: dict[str, str]) -> None:
    assert parse_line(str(HubMessage(command, arguments))) == HubMessage(command, arguments)


def fields_as_pydraughts_splits_them(line: str) -> list[list[str]]:
    """The expression with which pydraughts 0.6.7 splits arguments, then at every equals sign."""
    rest = line.split(None, 1)[1]
    return [item.split("=") for item in re.split(r' +(?![^"]*"(?:(?:[^"]*"){2})*[^"]*$)', rest)]


@given(st.text(min_size=1))
def test_any_value_is_written_so_that_the_strictest_reader_can_take_it(value: str) -> None:
    line = str(message("error", message=value))
    assert "\n" not in line
    assert "\r" not in line
    assert all(len(item) == 2 for item in fields_as_pydraughts_splits_them(line)), line


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-3.5", 0),
        ("1e9", 100),
        ("inf", 100),
        ("nan", None),
        ("", None),
        (None, None),
        ("five", None),
    ],
)
def test_numbers_are_moved_into_their_bounds(text: str | None, value: float | None) -> None:
    assert number(text, 0, 100) == value
