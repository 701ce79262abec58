"""All problems."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from crownhead.errors import UnknownProblem
from crownhead.study.problems.packed import read

if TYPE_CHECKING:
    from crownhead.study.problems.problem import Problem


@cache
def problems() -> tuple[Problem, ...]:
    return read((resources.files("crownhead.study.problems") / "problems.bin").read_bytes())


@cache
def by_fen() -> dict[str, Problem]:
    return {one.fen: one for one in problems()}


def problem(number: int) -> Problem:
    """They are counted from 1."""
    if not 1 <= number <= len(problems()):
        raise UnknownProblem(f"there is no problem {number}: they are numbered 1 to {len(problems())}")
    return problems()[number - 1]
