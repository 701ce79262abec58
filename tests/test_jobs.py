"""Units in an order that a graph gives, and what is begun first."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from crownhead.errors import WorkerDied
from crownhead.jobs import Graph, Pool, graph_results, results

NEEDS = {"a": [], "b": [], "c": ["a"], "d": ["c", "b"], "e": ["b", "built before"]}
COST = {"a": 1.0, "b": 5.0, "c": 10.0, "d": 1.0, "e": 2.0}


class Recorder(Pool):
    """Does a unit when somebody waits for it; notes which were begun, and whether a unit died."""

    def __init__(self, workers: int, deadly: str = "") -> None:
        self._workers = workers
        self._deadly = deadly
        self.begun: list[str] = []

    @property
    def workers(self) -> int:
        return self._workers

    def close(self) -> None: ...

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.begun.append(args[0])
        future: Future[Any] = Future()
        if args[0] == self._deadly:
            future.set_exception(WorkerDied("dead"))
        else:
            future.set_result(fn(*args))
        return future


def test_a_chain_is_as_long_as_all_that_waits_for_it() -> None:
    assert Graph(NEEDS, COST.__getitem__).chain == {"a": 12, "b": 7, "c": 11, "d": 1, "e": 2}


def test_the_longest_chain_is_begun_first_and_nothing_too_early() -> None:
    pool = Recorder(1)
    found = list(graph_results(pool, str.upper, NEEDS, COST.__getitem__, str))
    assert pool.begun == ["a", "c", "b", "e", "d"]
    assert found == [(name, name.upper()) for name in pool.begun]


def test_what_needs_a_unit_that_died_is_not_begun_and_the_rest_is() -> None:
    pool = Recorder(2, deadly="c")
    found: list[object] = []
    with pytest.raises(WorkerDied, match="all is done but 'c': dead"):
        found.extend(graph_results(pool, str.upper, NEEDS, COST.__getitem__, str))
    assert sorted(pool.begun) == ["a", "b", "c", "e"]


def test_a_circle_is_refused() -> None:
    with pytest.raises(ValueError, match="cycle"):
        Graph({"a": ["b"], "b": ["a"]}, lambda name: 1.0)


def test_units_that_died_are_counted() -> None:
    pool = Recorder(1, deadly="x")
    with pytest.raises(WorkerDied, match="all is done but 'x', and 1 more like it"):
        list(results(pool, str.upper, ["x", "a", "x"]))
    assert pool.begun == ["x", "a", "x"]
