"""What long work is made of, wherever it is done.

A *job* is made of *units*. A unit is a pure function of a task, so it may be done again, elsewhere, or twice, with the
same result. A *pool* does units: local processes (`processes.py`) or a cluster (`cluster/`). What a unit gives is kept
at once, as a file or a line of a journal; the next run leaves out what is kept.
"""

from __future__ import annotations

import pickle
import threading
from abc import abstractmethod
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from crownhead.errors import WorkerDied

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence

Task = TypeVar("Task")
Result = TypeVar("Result")
TaskOf = TypeVar("TaskOf", contravariant=True)
ResultOf = TypeVar("ResultOf", covariant=True)
Name = TypeVar("Name")
Node = TypeVar("Node", bound="Hashable")


class Pool(Executor):
    """Who does units."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """Units that it does at a time. May change: workers of a cluster come and go."""

    @property
    def at_once(self) -> int:
        """As many units keep it busy: for each worker one that it does, and one that waits for it."""
        return max(2, 2 * self.workers)

    @abstractmethod
    def close(self) -> None:
        """Ends all that it is doing, in the middle of a unit if need be."""

    def share(self, path: str | os.PathLike[str], names: Sequence[str] | None = None) -> str:
        """The name under which units find a file or directory of ours, or these files of a directory."""
        return str(path)


# -- units ---------------------------------------------------------------------------------------------


class Worker(Protocol[TaskOf, ResultOf]):
    """Does tasks in a process, one at a time."""

    def __call__(self, task: TaskOf, /) -> ResultOf: ...

    def close(self) -> None: ...


class Work(Generic[Task, Result]):
    """A function of a task. The worker that does it is made at a process's first task and kept for the next ones."""

    def __init__(self, make_worker: Callable[[], Worker[Task, Result]]) -> None:
        self._recipe = pickle.dumps(make_worker)

    def __call__(self, task: Task) -> Result:
        if _own.recipe != self._recipe:
            close_worker()
            _own.worker = pickle.loads(self._recipe)()
            _own.recipe = self._recipe
        return cast("Worker[Task, Result]", _own.worker)(task)


class _Own(threading.local):
    """What a thread has for itself: nobody else uses its worker meanwhile."""

    recipe: bytes | None = None
    worker: Worker[Any, Any] | None = None


_own = _Own()


def close_worker() -> None:
    """Ends the one that `Work` has made in this thread, if there is one."""
    worker, _own.worker, _own.recipe = _own.worker, None, None
    if worker is not None:
        worker.close()


# -- jobs ----------------------------------------------------------------------------------------------


def results(
    executor: Executor, work: Callable[[Task], Result], tasks: Iterable[Task], at_once: int | None = None
) -> Generator[Result, None, None]:
    """Each as it is done. Tasks are taken only when one of `at_once` is free: of a pool, as many as keep it busy.

    A failure is raised here. A unit that its processes die of is raised when all others are done.
    """

    def most() -> int:
        return at_once or at_once_of(executor)

    for _, result in _done(executor, work, ((task, task) for task in tasks), most):
        yield result


def at_once_of(executor: Executor) -> int:
    return executor.at_once if isinstance(executor, Pool) else 1


def graph_results(
    pool: Pool,
    work: Callable[[Task], Result],
    needs: Mapping[Node, Iterable[Node]],
    cost: Callable[[Node], float],
    task_of: Callable[[Node], Task],
) -> Generator[tuple[Node, Result], None, None]:
    """Each when all that it needs is done and was taken by the caller; of those that can be begun, the one that the
    longest chain hangs on. What is not a node is there already. A task is made when it is begun."""
    graph = Graph(needs, cost)
    coming = _Mapped(graph, task_of)
    for node, result in _done(pool, work, coming, lambda: max(1, pool.workers)):
        yield node, result
        graph.done(node)


class Graph(Generic[Node]):
    """An iterator over what can be begun now: it may end, and go on after `done`."""

    def __init__(self, needs: Mapping[Node, Iterable[Node]], cost: Callable[[Node], float]) -> None:
        self._waits = {node: {n for n in before if n in needs} for node, before in needs.items()}
        self._after: dict[Node, list[Node]] = {node: [] for node in needs}
        for node, before in self._waits.items():
            for one in before:
                self._after[one].append(node)
        self.chain = self._chains(cost)
        """Of each node: the cost of the longest chain from it to the end."""
        self._ready = [node for node, before in self._waits.items() if not before]

    def __iter__(self) -> Iterator[Node]:
        return self

    def __next__(self) -> Node:
        if not self._ready:
            raise StopIteration
        chosen = max(self._ready, key=self.chain.__getitem__)
        self._ready.remove(chosen)
        return chosen

    def done(self, node: Node) -> None:
        for later in self._after[node]:
            self._waits[later].discard(node)
            if not self._waits[later]:
                self._ready.append(later)

    def _chains(self, cost: Callable[[Node], float]) -> dict[Node, float]:
        from graphlib import TopologicalSorter

        chains: dict[Node, float] = {}
        for node in TopologicalSorter(self._after).static_order():  # those that come last first
            chains[node] = cost(node) + max((chains[later] for later in self._after[node]), default=0.0)
        return chains


class _Mapped(Generic[Node, Task]):
    """The nodes of a graph with their tasks; like the graph, it may end and go on."""

    def __init__(self, graph: Graph[Node], task_of: Callable[[Node], Task]) -> None:
        self._graph = graph
        self._task_of = task_of

    def __iter__(self) -> Iterator[tuple[Node, Task]]:
        return self

    def __next__(self) -> tuple[Node, Task]:
        node = next(self._graph)
        return node, self._task_of(node)


def _done(
    executor: Executor,
    work: Callable[[Task], Result],
    coming: Iterator[tuple[Name, Task]],
    most: Callable[[], int],
) -> Generator[tuple[Name, Result], None, None]:
    busy: dict[Future[Result], Name] = {}
    dead: list[tuple[Name, WorkerDied]] = []

    def fill() -> None:
        for name, task in islice(coming, max(0, most() - len(busy))):
            busy[executor.submit(work, task)] = name

    try:
        fill()
        while busy:
            done, _ = wait(busy, return_when=FIRST_COMPLETED)
            for future in done:
                name = busy.pop(future)
                try:
                    result = future.result()
                except WorkerDied as error:
                    dead.append((name, error))
                else:
                    yield name, result
            fill()
    finally:
        for future in busy:
            future.cancel()
    if dead:
        name, fault = dead[0]
        more = f", and {len(dead) - 1} more like it" if dead[1:] else ""
        raise WorkerDied(f"all is done but {name!r:.200}{more}: {fault}") from fault
