"""Whatever the bytes: a report, never a crash, and what was read can be written and read again."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import each, present

import crownhead as ch

SAMPLE = (
    '[Event "Match \\"A\\""]\n[Date "1855.??.??"]\n[White "M\xfcller"]\n[FEN "B:W21-32:B1-12"]\n'
    '[Result "1-0"]\n'
    "% line\n{Opening.} 1. 11-15! $14 {Old [%clk 0:01:02]} 23-19 (1... 22-18 {Single} 2. 15x22 (2. 15-18))\n"
    '2. 8-11 22-17 /FEN "B::"/ /FEN "W:W18:BK10"/ 18-15 10x19 1-0\n\n'
    '[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n'
    "1. 11-15 - 12-16 ... 1115 11:15 (!?) 1/2-1/2 a3b4 *\n"
).encode("latin-1")

WORDS = st.sampled_from(
    [
        *'[]{}()"\\/%;*$!?.-x: \r\n\t',
        *[
            "11-15",
            "22-18",
            "15x22",
            "25x18",
            "1-0",
            "0-1",
            "1/2-1/2",
            "1.",
            "1...",
            "$1",
            "(!)",
            "--",
            "[FEN",
            "a1",
        ],
        '[Event "x"]',
        '/FEN "B::"/',
        '[FEN "B:W21-32:B1-12"]',
        '/FEN "W:W18:BK10"/',
        "é",
        "99999999999999999999",
        "\0",
    ]
)


def read_fully(data: bytes) -> list[ch.Game]:
    """Reads in every way. What is not a text is refused by name, and tested elsewhere."""
    if b"\0" in data[:4096] or data[:2] in (b"\x1f\x8b", b"\xff\xfe", b"\xfe\xff"):
        return []
    games = list(ch.pdn.games(io.BytesIO(data)))
    headers = list(ch.pdn.headers(io.BytesIO(data)))
    boards = list(ch.pdn.boards(io.BytesIO(data)))
    problems = list(ch.pdn.check(io.BytesIO(data)))
    assert len(headers) == len(boards) >= len(games)
    lines = data.count(b"\n") + 1
    assert all(1 <= problem.line <= lines and problem.column >= 1 for problem in problems)
    return games


def check(data: bytes) -> None:
    games = read_fully(data)
    text = ch.pdn.dumps(games)
    again = list(ch.pdn.games(io.StringIO(text)))
    assert again == games
    assert ch.pdn.dumps(again) == text


@pytest.mark.parametrize("data", [b"1-0--", b"({}-", b"(){}-", b"(0-1:1"])
def test_what_fuzzing_found(data: bytes) -> None:
    check(data)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=60))
def test_words_of_pdn_in_any_order(words: list[str]) -> None:
    check("".join(words).encode("utf-8"))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check(data)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_sample_with_some_bytes_changed(data: st.DataObject) -> None:
    changed = bytearray(SAMPLE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(changed) - 1))
        match data.draw(st.integers(0, 2)):
            case 0:
                changed[at] = data.draw(st.sampled_from(list(b'[]{}()"\\/%;*$!?.-x: \n0123\xe9')))
            case 1:
                del changed[at : at + data.draw(st.integers(1, 20))]
            case _:
                changed[at:at] = changed[:20]
        if not changed:
            return
    check(bytes(changed))


def test_a_sample_cut_anywhere() -> None:
    for end in range(0, len(SAMPLE), 2):
        check(SAMPLE[:end])
        check(SAMPLE[end:])


@each(
    "path",
    present(
        *(f"pdn/{name}.pdn" for name in ("games", "problems", "variation", "latin-1", "windows")),
        *(f"pdn/{name}.pdn" for name in ("Tricks traps and shots", "OCA_2.0", "bridges")),
    ),
)
def test_real_files_cut_and_damaged(path: Path) -> None:
    data = path.read_bytes()[:6000]
    chance = random.Random(path.name)
    for _ in range(25):
        check(data[: chance.randrange(len(data))])
        damaged = bytearray(data)
        for _ in range(10):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        check(bytes(damaged))


ONES = [
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"/",
    b"*(",
    b"$",
    b"1-0(",
    b"[a",
    b'[a"',
    b'[a"b"c',
    b"[a '",
]
ONES += [
    b"! ",
    b"1 ",
    b"- ",
    b"\\",
    b"%\n",
    b"{}",
    b"()",
    b"(11-15)",
    b'[a "b"]',
    b'/FEN "',
    b"1/2",
    b". ",
    b"a1",
]
ONES += [b"11-", b"\xe2\x80", b"{ ", b"[ ", b'" ', b"1. ", b'[a "b" ', b"11-15 ", b"x", b"\n[", b'["\n']
ONES += [
    b"1",
    b"11-15-",
    b'[a"b] ',
    b"! {} ",
    b"! (12-16!) ",
    b'/FEN "?:W18:BK10"/ ',
    b"\\r",
    b"[%clk ",
    b"A1",
    b"\xe9",
]


@pytest.mark.parametrize("part", ONES)
def test_much_of_one_thing_takes_linear_time(part: bytes) -> None:
    """Fifty thousand of each: what is not linear here would not end."""
    assert all(problem.line >= 1 for problem in ch.pdn.check(io.BytesIO(b"11-15 " + part * 50_000)))
