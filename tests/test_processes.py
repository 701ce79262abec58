"""Units of work in other processes: what they return and raise, and what ends them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from units import (
    Counter,
    Unreadable,
    count_to,
    die,
    die_once,
    fail,
    leaves_half_made,
    notes_its_end,
    print_and_double,
    sleep_long,
)

from crownhead.errors import IllegalMove, WorkerDied
from crownhead.jobs import Work, results
from crownhead.processes import MOST_ATTEMPTS, Processes, python

HERE = Path(__file__).parent


def test_results_come_back() -> None:
    with Processes(2) as processes:
        assert list(processes.map(count_to, [3, 1])) == [[0, 1, 2], [0]]


def test_a_unit_may_print() -> None:
    with Processes(1) as processes:
        assert processes.submit(print_and_double, 21).result() == 42


def test_an_error_is_raised_here_with_its_origin() -> None:
    with Processes(1) as processes:
        error = processes.submit(fail, "11-16").exception()
        assert isinstance(error, IllegalMove)
        assert error.text == "11-16"
        assert "in fail" in error.__notes__[0]
        assert processes.submit(count_to, 1).result() == [0], "the process lives on"


def test_an_error_that_cannot_be_sent_is_told() -> None:
    with Processes(1) as processes:
        with pytest.raises(Exception, match="missing"):
            processes.submit(Unreadable.fail).result()
        assert processes.submit(count_to, 1).result() == [0]


def test_what_cannot_be_sent_is_refused_at_once() -> None:
    with Processes(1) as processes, pytest.raises(Exception, match="pickle"):
        processes.submit(lambda: 1)


def test_a_killed_process_costs_one_unit(tmp_path: Path) -> None:
    with Processes(2) as processes:
        futures: list[Future[Any]] = [
            processes.submit(count_to, 2),
            processes.submit(die_once, tmp_path / "died", 5),
        ]
        futures += [processes.submit(count_to, 2) for _ in range(4)]
        assert [future.result() for future in futures] == [[0, 1], 5, [0, 1], [0, 1], [0, 1], [0, 1]]


def test_a_unit_that_kills_every_process_is_given_up() -> None:
    with Processes(1) as processes:
        with pytest.raises(WorkerDied, match=f"{MOST_ATTEMPTS} times .*exit code 7"):
            processes.submit(die, 7).result()
        assert processes.submit(count_to, 1).result() == [0]


def test_a_worker_is_made_once_in_each_process_and_closed(tmp_path: Path) -> None:
    work = Work(Counter(tmp_path))
    with Processes(2) as processes:
        counted = list(results(processes, work, iter(range(10)), 2))
    made = sorted(tmp_path.iterdir())
    assert 1 <= len(made) <= 2
    assert [path.read_text() for path in made] == ["closed"] * len(made)
    assert sum(1 for number in counted if number == 1) == len(made)
    assert max(counted) >= 10 // 2


def test_tasks_are_taken_only_when_one_is_free(tmp_path: Path) -> None:
    taken = count()
    with closing(Processes(2)) as processes:
        running = results(processes, count_to, taken, 2)
        for _ in range(3):
            next(running)
        running.close()
    assert next(taken) <= 3 + 2


def test_closing_ends_a_unit_in_the_middle() -> None:
    with closing(Processes(1)) as processes:
        future = processes.submit(sleep_long)
        waiting = processes.submit(sleep_long)
        while not future.running():
            time.sleep(0.01)
    assert future.exception() is not None or future.cancelled()
    assert waiting.cancelled()
    with pytest.raises(RuntimeError, match="shut down"):
        processes.submit(count_to, 1)


def test_a_unit_that_is_ended_complains_of_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(Processes(1)) as processes:
        processes.submit(leaves_half_made, tmp_path)
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
    assert (tmp_path / "ended").exists()
    assert capfd.readouterr() == ("", "")


def test_processes_end_with_a_killed_parent_in_the_middle_of_a_unit(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from units import notes_its_end\n"
        "from crownhead.processes import Processes\n"
        "processes = Processes(1); processes.submit(notes_its_end, Path(sys.argv[1])); time.sleep(1000)"
    )
    environment = {**os.environ, "PYTHONPATH": os.fspath(HERE)}
    parent = subprocess.Popen([sys.executable, "-c", script, tmp_path], env=environment)
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    parent.kill()
    parent.wait()
    while not (tmp_path / "ended").exists():
        time.sleep(0.01)
    assert notes_its_end.__module__ == "units"


def test_nothing_is_imported_from_the_current_directory(tmp_path: Path) -> None:
    for name in ("random", "pickle", "struct", "crownhead"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the current directory')")
    (tmp_path / "mine.py").write_text("def found(): return 'found'")
    (tmp_path / "script.py").write_text("")
    script = (
        "import sys; sys.path.remove('')\n"  # as the installed command begins
        "from crownhead.processes import Processes\n"
        "sys.path.insert(0, '')\n"  # as a notebook has it
        "import mine\n"
        "with Processes(1) as processes: print(processes.submit(mine.found).result())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert done.stdout == "found\n"
    version = subprocess.run(
        python("-m", "crownhead", "--version"), cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert "crownhead" in version.stdout


def test_ctrl_c_is_for_the_parent() -> None:
    with Processes(1) as processes:
        pid = processes.submit(os.getpid).result()
        os.kill(pid, signal.SIGINT)
        assert processes.submit(os.getpid).result() == pid
