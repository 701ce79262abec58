"""The file of the problems: docs/problem-format.md describes every byte."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.errors import CorruptProblems
from crownhead.files import replacing
from crownhead.rules.colour import WHITE
from crownhead.rules.position import Position
from crownhead.study.problems.goal import ProblemGoal
from crownhead.study.problems.problem import Problem
from crownhead.study.problems.theme import ProblemTheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

MAGIC = b"CROWNPBM"
VERSION = 1
HEADER = struct.Struct("<8sIII")
RECORD = struct.Struct("<IIIBBHHB")
WHITE_TO_MOVE, DRAW = 1, 2
"""Bits of the flags."""
BLACK_CROWNHEAD, WHITE_CROWNHEAD = 0xF0000000, 0x0000000F
"""The squares on which a man becomes a king."""
LARGEST = 16 << 20
"""Bytes of records: no more is unpacked."""


def write(path: Path, problems: Iterable[Problem]) -> None:
    records = [_record(problem) for problem in problems]
    body = b"".join(records)
    with replacing(path) as file:
        file.write(HEADER.pack(MAGIC, VERSION, len(records), zlib.crc32(body)) + zlib.compress(body, 9))


def read(data: bytes) -> tuple[Problem, ...]:
    """Raises CorruptProblems."""
    if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
        raise CorruptProblems("this is not a file of problems")
    _, version, count, checksum = HEADER.unpack_from(data)
    if version != VERSION:
        raise CorruptProblems(f"it has version {version} and this program reads version {VERSION}")
    try:
        unpacking = zlib.decompressobj()
        body = unpacking.decompress(data[HEADER.size :], LARGEST)
    except zlib.error as error:
        raise CorruptProblems(f"it cannot be unpacked: {error}") from None
    if not unpacking.eof or zlib.crc32(body) != checksum:
        raise CorruptProblems("its checksum is wrong: it is damaged or cut off")
    problems = tuple(_problems(body))
    if len(problems) != count:
        raise CorruptProblems(f"it has {len(problems)} problems instead of {count}")
    return problems


def _record(problem: Problem) -> bytes:
    position = problem.position
    flags = (WHITE_TO_MOVE if position.turn is WHITE else 0) | (
        DRAW if problem.goal is ProblemGoal.DRAW else 0
    )
    bits = position.black_bits, position.white_bits, position.king_bits
    choices = problem.choices
    numbers = flags, problem.level, problem.rating, problem.themes.value, len(choices)
    return RECORD.pack(*bits, *numbers) + choices


def _problems(body: bytes) -> Iterator[Problem]:
    at = number = 0
    while at + RECORD.size <= len(body):
        black, white, kings, flags, level, rating, themes, length = RECORD.unpack_from(body, at)
        at += RECORD.size
        number += 1
        position = _position(black, white, kings, bool(flags & WHITE_TO_MOVE))
        goal = ProblemGoal.DRAW if flags & DRAW else ProblemGoal.WIN
        choices = body[at : at + length]
        at += length
        yield Problem(number, position, goal, choices, rating, level, ProblemTheme(themes))


def _position(black: int, white: int, kings: int, white_to_move: bool) -> Position:
    """Quicker than piece by piece: thousands are read at a time. Raises CorruptProblems."""
    crowned = black & BLACK_CROWNHEAD | white & WHITE_CROWNHEAD
    if black & white or kings & ~(black | white) or crowned & ~kings:
        raise CorruptProblems("one of its records is no position")
    position = Position.__new__(Position)
    _core.Position.__init__(position, black, white, kings, white_to_move)
    return position
