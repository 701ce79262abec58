"""Units on a cluster: what they return and raise, and every fault that must not change it."""

from __future__ import annotations

import logging
import pickle
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import dask
import pytest
from cluster.machines import Machines, free_port, wait_until
from units import (
    Counter,
    count_to,
    die,
    die_of,
    fail,
    kill_worker_of,
    own_data,
    print_and_double,
    read_shared,
    sleep_long,
    slow_double,
    slow_where_told,
    wait_for,
    wait_where_told,
)

from crownhead import version
from crownhead.cluster import link, transit
from crownhead.cluster import pool as pools
from crownhead.cluster import unit as on_worker
from crownhead.cluster.address import load_dask
from crownhead.cluster.pending import Pending
from crownhead.cluster.pool import Cluster
from crownhead.cluster.transit import Transit
from crownhead.errors import ClusterError, IllegalMove, WorkerDied
from crownhead.jobs import Work, results
from crownhead.processes import Processes


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """For tests that do them no harm."""
    with Machines(tmp_path_factory.mktemp("machines")) as started:
        started.start_worker("first", 2)
        yield started


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Machines]:
    """For tests that kill."""
    with Machines(tmp_path) as started:
        yield started


# -- undisturbed ---------------------------------------------------------------------------------------


def test_units_return_print_and_fail_as_they_do_here(machines: Machines) -> None:
    with closing(Cluster(machines.address)) as cluster, Processes(1) as here:
        for pool in (cluster, here):
            assert pool.submit(count_to, 3).result() == [0, 1, 2]
            assert pool.submit(print_and_double, 21).result() == 42
            error = pool.submit(fail, "11-16").exception()
            assert isinstance(error, IllegalMove)
            assert error.text == "11-16"
            with pytest.raises(WorkerDied, match="exit code 7"):
                pool.submit(die, 7).result()
            with pytest.raises(Exception, match="pickle"):
                pool.submit(lambda: 1)


def test_a_worker_is_made_once_in_each_process_and_ends_with_the_run(
    machines: Machines, tmp_path: Path
) -> None:
    with closing(Cluster(machines.address)) as cluster:
        counted = list(results(cluster, Work(Counter(tmp_path)), range(20)))
    made = list(tmp_path.iterdir())
    assert 1 <= len(made) <= 2
    assert sum(1 for number in counted if number == 1) == len(made)
    wait_until(lambda: all(path.read_text() == "closed" for path in made))


def test_closing_ends_what_is_being_done_at_once(machines: Machines) -> None:
    with closing(Cluster(machines.address)) as cluster:
        futures = [cluster.submit(sleep_long) for _ in range(4)]
        cluster.submit(slow_double, 1, 0.0)
    assert all(future.cancelled() for future in futures)
    with closing(Cluster(machines.address)) as cluster:  # the places are free again
        assert cluster.submit(slow_double, 4, 0.0).result() == 8


def test_a_unit_that_kills_its_processes_is_told_when_the_rest_is_done(machines: Machines) -> None:
    done: list[int] = []
    with (
        closing(Cluster(machines.address)) as cluster,
        pytest.raises(WorkerDied, match=r"all is done but 3: .*exit code 9"),
    ):
        done.extend(results(cluster, die_of, range(8)))  # extend keeps what came before the error
    assert sorted(done) == [0, 1, 2, 4, 5, 6, 7]


def test_the_data_of_the_client_is_the_users_own_there(machines: Machines, tmp_path: Path) -> None:
    (tmp_path / "tablebases").mkdir()
    (tmp_path / "tablebases" / "1001.wld").write_text("values")
    (tmp_path / "games.sqlite").write_text("private")
    with closing(Cluster(machines.address, data=tmp_path)) as cluster:
        assert cluster.submit(own_data).result() == str(tmp_path), "the disk is shared: nothing was copied"


# -- kills ---------------------------------------------------------------------------------------------


def test_killed_workers_and_schedulers_change_nothing(own: Machines) -> None:
    own.start_worker("a")
    own.start_worker("b")
    told: list[str] = []
    done = []
    with closing(Cluster(own.address, told=told.append)) as cluster:
        for number in results(cluster, slow_double, range(40)):
            done.append(number)
            if len(done) == 5:
                own.kill_worker("a")
                own.start_worker("a")
            if len(done) == 15:
                own.kill_scheduler()
                own.start_scheduler()
            if len(done) == 30:
                own.kill_worker("b")
    assert sorted(done) == [2 * n for n in range(40)]


def test_a_scheduler_that_is_away_for_long_is_waited_for(
    own: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "CONNECTING", 3.0)
    own.start_worker("a")
    told: list[str] = []
    with closing(Cluster(own.address, told=told.append)) as cluster:
        future = cluster.submit(slow_double, 4, 2.0)
        own.kill_scheduler()
        wait_until(lambda: told)
        own.start_scheduler()
        assert future.result() == 8
    assert "is gone: waiting until it is there again" in told[0]


def test_what_dask_loses_without_a_word_is_sent_again(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "AUDIT", 1)
    with closing(Cluster(machines.address)) as cluster:
        client = cluster._link.client
        send: Callable[[object], None] = client._send_to_scheduler
        lost: list[object] = []

        def lose_once(message: dict[str, object]) -> None:
            if message["op"] == "update-graph" and not lost:
                lost.append(message)
            else:
                send(message)

        monkeypatch.setattr(client, "_send_to_scheduler", lose_once)
        assert cluster.submit(slow_double, 4, 0.0).result() == 8
        assert lost


def test_work_begins_when_the_first_worker_comes(own: Machines) -> None:
    with closing(Cluster(own.address)) as cluster:
        future = cluster.submit(slow_double, 4)
        time.sleep(0.1)
        own.start_worker("late")
        assert future.result() == 8


def test_a_worker_that_hangs_is_left_behind(tmp_path: Path) -> None:
    with Machines(tmp_path, DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL="4s") as machines:
        machines.start_worker("hanging", CROWNHEAD_SLOW="1")
        with closing(Cluster(machines.address)) as cluster:
            futures = [cluster.submit(slow_where_told, tmp_path, 0)]
            wait_until((tmp_path / "slow").exists)
            machines.workers["hanging"].send_signal(signal.SIGSTOP)  # as if its connection hung
            machines.start_worker("sound")
            futures += [cluster.submit(slow_where_told, tmp_path, number) for number in range(1, 9)]
            assert [future.result() for future in futures] == list(range(9))


def test_a_slow_worker_keeps_nothing_from_the_others(own: Machines, tmp_path: Path) -> None:
    own.start_worker("slow", CROWNHEAD_SLOW="1")
    with closing(Cluster(own.address)) as cluster:
        tasks = (partial(wait_where_told, tmp_path, number) for number in range(20))
        futures = {cluster.submit(next(tasks)) for _ in range(4)}
        wait_until((tmp_path / "slow").exists)
        own.start_worker("quick")  # what waits behind the slow one's unit goes there
        futures |= {cluster.submit(task) for task in tasks}
        wait_until(lambda: sum(future.done() for future in futures) == 19)
        (tmp_path / "go").touch()
        assert sorted(future.result() for future in futures) == list(range(20))


@pytest.mark.parametrize("places", [1, 3])
def test_units_that_kill_their_workers_are_told_and_their_neighbours_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, places: int
) -> None:
    """Dask blames all that a worker was given, at once with this setting."""
    monkeypatch.setattr(transit, "MOST_DEATHS", 2)
    done: list[int] = []
    with (
        Machines(tmp_path, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as machines,
        restarting(machines, "a", places),
        closing(Cluster(machines.address)) as cluster,
        pytest.raises(
            WorkerDied,
            match=r"all is done but [37], and 1 more like it: 2 workers died while they did nothing",
        ),
    ):
        done.extend(results(cluster, kill_worker_of, range(16), 8))
    assert sorted(done) == [number for number in range(16) if number not in (3, 7)]


@pytest.mark.parametrize("hearing", [0.0, 1.0])
def test_only_those_that_kill_are_given_up_though_one_death_is_enough(
    monkeypatch: pytest.MonkeyPatch, hearing: float
) -> None:
    """The worker of this machine is started again. Where answers are heard late, those of others are lost with the
    worker that the next unit kills, and have to be found again while it kills another."""
    monkeypatch.setattr(transit, "MOST_DEATHS", 1)
    heard = Transit._heard

    def hear_late(self: Transit, unit: Pending, sent: Any) -> None:
        time.sleep(hearing)
        heard(self, unit, sent)

    monkeypatch.setattr(Transit, "_heard", hear_late)
    load_dask()  # it brings the settings of which one is changed
    done: list[int] = []
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        closing(Cluster("local:2")) as cluster,
        pytest.raises(WorkerDied, match=r"all is done but [37], and 1 more like it"),
    ):
        done.extend(results(cluster, kill_worker_of, range(9), 4))
    assert sorted(done) == [0, 1, 2, 4, 5, 6, 8]


def test_a_unit_alone_is_blamed_from_its_beginning_to_its_end(machines: Machines, tmp_path: Path) -> None:
    """Whatever Dask says when its worker dies later, with its answer."""
    go = tmp_path / "go"
    message = pickle.dumps((on_worker.call, (None, wait_for, (go,), {}), {}))
    with closing(Cluster(machines.address)) as cluster:
        moving = cluster._transit
        sent = cluster._link.submit(
            "alone", on_worker.run_unit, moving._run, version.version(), message, True
        )
        wait_until(lambda: moving._deaths_alone(sent) == 1)
        go.touch()
        sent.result()
        assert moving._deaths_alone(sent) == 0


def test_each_death_of_a_sending_counts() -> None:
    told = [("a", "1", False), ("b", "2", False), ("a", "3", False), ("a", "4", False), ("a", "3", True)]
    assert [on_worker.deaths_alone(key, told) for key in "abc"] == [2, 1, 0]
    assert on_worker.deaths_alone("a", [("a", "1", True)]) == 0, (
        "the scheduler has not heard of the beginning"
    )


def test_a_worker_of_this_machine_that_cannot_begin_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CROWNHEAD_CACHE", str(tmp_path / "file"))
    with (
        closing(Cluster("local:1")) as cluster,
        pytest.raises(ClusterError, match="the worker of this machine has ended with exit code 2"),
    ):
        cluster.submit(count_to, 1).result()


@contextmanager
def restarting(machines: Machines, name: str, places: int) -> Iterator[None]:
    """Somebody starts the worker again whenever it dies."""
    machines.start_worker(name, places)
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.1):
            if machines.workers[name].poll() is not None:
                machines.kill_worker(name)
                machines.start_worker(name, places)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


# -- files ---------------------------------------------------------------------------------------------


def test_files_come_from_a_shared_disk_or_else_from_the_client(own: Machines, tmp_path: Path) -> None:
    weights = tmp_path / "my.weights"
    weights.write_text("content")
    own.start_worker("a")
    with closing(Cluster(own.address)) as cluster:
        there, content = cluster.submit(read_shared, cluster.share(weights)).result().split("|")
        assert (there, content) == (str(weights), "my.weights=content")
        moved = cluster.share(weights)
        weights.rename(tmp_path / "not on the worker's disk")
        cluster._stock._files = dict.fromkeys(cluster._stock._files, tmp_path / "not on the worker's disk")
        there, content = cluster.submit(read_shared, moved).result().split("|")
        assert there.startswith(str(tmp_path / "cache of a"))
        assert content == "my.weights=content"


def test_damaged_files_of_a_cache_are_fetched_again(own: Machines, tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "tables", tmp_path / "elsewhere"
    (folder / "inner").mkdir(parents=True)
    (folder / "one").write_text("1")
    (folder / "inner" / "two").write_text("2")

    def read() -> str:
        with closing(Cluster(own.address)) as cluster:
            shared = cluster.share(folder)
            files = cluster._stock._files
            cluster._stock._files = {k: elsewhere / p.relative_to(folder) for k, p in files.items()}
            folder.rename(elsewhere)
            try:
                return cluster.submit(read_shared, shared).result().partition("|")[2]
            finally:
                elsewhere.rename(folder)

    own.start_worker("a")
    assert read() == "two=2|one=1"
    damaged = [path for path in own.files_of("a").iterdir() if path.stat().st_size == 1]
    assert len(damaged) == 2
    for path in damaged:
        path.write_text("x")
    assert read() == "two=2|one=1"


def test_a_worker_with_a_full_disk_leaves_and_the_others_go_on(own: Machines, tmp_path: Path) -> None:
    weights = tmp_path / "my.weights"
    weights.write_text("x" * 500_000)
    own.start_worker("full", within=("prlimit", f"--fsize={200_000}"))
    told: list[str] = []
    with closing(Cluster(own.address, told=told.append)) as cluster:
        shared = cluster.share(weights)
        moved = weights.rename(tmp_path / "not on the worker's disk")
        cluster._stock._files = dict.fromkeys(cluster._stock._files, moved)
        future = cluster.submit(read_shared, shared)
        code, said = own.said_by("full")
        own.start_worker("sound")
        assert future.result().endswith(f"my.weights={'x' * 500_000}")
    assert code == 2
    assert "it cannot keep the files of the client: [Errno 27] File too large" in said
    assert "it cannot keep the files of the client: [Errno 27] File too large" in told[0]
    assert len(list(own.files_of("full").iterdir())) == 1, "the manifest, and no part of a file"


def test_a_worker_without_any_room_does_not_begin(own: Machines, tmp_path: Path) -> None:
    own.start_worker("full", within=("prlimit", "--fsize=1000"))
    code, said = own.said_by("full")
    assert code == 2
    assert f"{tmp_path / 'cache of full'}: nothing can be kept there: File too large" in said


# -- versions and addresses ----------------------------------------------------------------------------


def test_a_worker_of_another_version_is_refused(own: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = version.version()
    monkeypatch.setattr(transit, "version", lambda: "9.9.9 (ours)")
    own.start_worker("old")
    told: list[str] = []
    with closing(Cluster(own.address, told=told.append)) as cluster:
        cluster.submit(count_to, 1)
        code, said = own.said_by("old")
        wait_until(lambda: told)
    assert code == 2
    for text in (said, told[0]):
        assert f"it has crownhead {theirs}, and the client 9.9.9 (ours)" in text


@pytest.mark.parametrize("text", ["", "nowhere", "local:0", "local:x", "/no/such/file.json", "a:b:c"])
def test_what_is_no_cluster_is_told(text: str) -> None:
    with pytest.raises(ClusterError, match="is no cluster"):
        Cluster(text)


def test_a_missing_certificate_is_told() -> None:
    with pytest.raises(ClusterError, match=r"tls://127\.0\.0\.1:8786 needs a certificate for the client"):
        Cluster("tls://127.0.0.1:8786")


def test_somebody_at_the_address_who_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "CONNECTING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(ClusterError, match="does not speak as a Dask scheduler does"):
            Cluster(f"127.0.0.1:{port}")


@pytest.mark.parametrize("content", ["hello", "{}", "[]", "1", ""])
def test_a_file_that_no_scheduler_wrote_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "scheduler.json").write_text(content)
    with pytest.raises(ClusterError, match="is no scheduler file"):
        Cluster(str(tmp_path / "scheduler.json"))


def test_what_dask_leaves_behind_is_not_shown_and_the_rest_is(caplog: pytest.LogCaptureFixture) -> None:
    from distributed.client import AllExit

    load_dask()
    for error in (AllExit(), ValueError("ours")):
        logging.getLogger("asyncio").error("Task exception was never retrieved", exc_info=error)
    assert [
        record.exc_info[1].args for record in caplog.records if record.exc_info and record.exc_info[1]
    ] == [("ours",)]


def test_a_cluster_without_workers_is_told(own: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "PATIENCE", 2)
    told: list[str] = []
    with closing(Cluster(own.address, told=told.append)):
        wait_until(lambda: told)
    assert told == [f"no worker is there: start one with crownhead worker {own.address}"]


def test_nobody_at_the_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "CONNECTING", 0.5)
    address = f"127.0.0.1:{free_port()}"
    with pytest.raises(ClusterError, match=f"no scheduler answers at tcp://{address}"):
        Cluster(address)


def test_a_cluster_of_this_machine_alone() -> None:
    with closing(Cluster("local:2")) as cluster:
        assert sorted(results(cluster, partial(slow_double, seconds=0.0), range(10))) == list(range(0, 20, 2))
        wait_until(lambda: cluster.workers == 2)
