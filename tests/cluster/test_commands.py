"""The commands on a cluster: the same bytes as on one machine, killed or not."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cluster.machines import Machines, run, stop, wait_until

import crownhead
from crownhead.cluster.address import INSTALL
from crownhead.processes import python

HASTY = ("match", "hash=1,tablebase=none", "hash=2,tablebase=none", "--nodes", "400", "--games", "8")


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with Machines(tmp_path_factory.mktemp("machines")) as started:
        started.start_worker("a")
        started.start_worker("b")
        yield started


def test_a_match_has_the_same_games_though_its_client_is_killed(machines: Machines, tmp_path: Path) -> None:
    here, there, journal = (tmp_path / name for name in ("here.pdn", "there.pdn", "match"))
    run(machines.crownhead(*HASTY, "--pdn", here))
    command = (*HASTY, "--pdn", there, "--journal", journal, "--cluster", machines.address)
    client = machines.crownhead(*command)
    wait_until(lambda: journal.exists() and len(journal.read_bytes().splitlines()) > 2)
    stop(client)
    assert "continuing after" in run(machines.crownhead(*command))
    assert there.read_bytes() == here.read_bytes()


def test_a_database_has_the_same_bytes(machines: Machines, tmp_path: Path) -> None:
    build = ("tablebase", "build", "--pieces", "3", "--threads", "1", "--folder")
    run(machines.crownhead(*build, tmp_path / "here"))
    run(machines.crownhead(*build, tmp_path / "there", "--cluster", machines.address))
    tables = sorted((tmp_path / "here").glob("*.*t*"))
    assert len(tables) > 10
    for table in tables:
        assert (tmp_path / "there" / table.name).read_bytes() == table.read_bytes()
    verify = ("tablebase", "verify", "--folder", tmp_path / "there", "--cluster", machines.address)
    assert "tables are sound" in run(machines.crownhead(*verify))


def test_a_book_has_the_same_bytes(machines: Machines, tmp_path: Path) -> None:
    build = ("book", "build", "--positions", "40", "--nodes", "100", "--out")
    run(machines.crownhead(*build, tmp_path / "here"))
    run(machines.crownhead(*build, tmp_path / "there", "--cluster", machines.address))
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


def test_a_review_says_the_same(machines: Machines, tmp_path: Path) -> None:
    game = tmp_path / "game.pdn"
    game.write_text('[FEN "W:W18,26,30:B10,11,19"] 1. 18-14 10x17 2. 26-22 17x26 3. 30x7 *')
    analyse = ("analyse", game, "--depth", "3", "--json")
    expected = run(machines.crownhead(*analyse, "--jobs", "1"))
    assert run(machines.crownhead(*analyse, "--cluster", machines.address)) == expected


def test_ctrl_c_ends_a_client_cleanly(machines: Machines, tmp_path: Path) -> None:
    journal = tmp_path / "match"
    command = ("match", "random", "random", "--games", "100000", "--journal", journal)
    client = machines.crownhead(*command, "--cluster", machines.address)
    wait_until(lambda: journal.exists() and len(journal.read_bytes().splitlines()) > 5)
    client.send_signal(signal.SIGINT)
    printed, complaints = client.communicate()
    assert client.returncode == 130, complaints
    assert "points" in printed
    assert "Traceback" not in complaints


def test_an_address_that_is_none_is_told_without_a_traceback(machines: Machines) -> None:
    client = machines.crownhead("match", "random", "random", "--cluster", "nowhere")
    _, complaints = client.communicate()
    assert client.returncode == 2
    assert complaints.startswith("crownhead: error: 'nowhere' is no cluster: give an address such as tcp://")


def test_without_dask_it_is_said_how_to_install_it() -> None:
    script = (
        "import sys; sys.modules['distributed'] = None\n"
        "from crownhead.terminal.main import main; main(['match', 'random', 'random', '--cluster', 'local:1'])"
    )
    done = subprocess.run(python("-c", script), capture_output=True, text=True)
    assert done.returncode == 2
    assert INSTALL in done.stderr
    assert 'pip install "crownhead[cluster]"' in done.stderr


def test_nothing_of_dask_is_loaded_before_it_is_needed() -> None:
    script = (
        "import sys, crownhead, crownhead.jobs, crownhead.cluster.address\n"
        "import crownhead.terminal.match.command, crownhead.terminal.worker, crownhead.terminal.tablebase\n"
        "print([name for name in sys.modules if name.partition('.')[0] in ('dask', 'distributed', 'tornado')])"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
    assert crownhead.__all__
