"""crownhead match as people run it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.engine.levels import FULL_STRENGTH

COMMAND = [sys.executable, "-m", "crownhead", "match"]
QUICK = ["nodes=300,hash=1", "textbook=1"]


def match(*args: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, args)], capture_output=True, text=True, check=False)


def figures(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    lines = [line for line in done.stdout.splitlines() if re.match(r"\S", line)]
    return {line[:10].strip(): line[10:] for line in lines}


def test_a_match_is_reported_and_its_games_written(tmp_path: Path) -> None:
    pdn = tmp_path / "games.pdn"
    told = figures(match(*QUICK, "--games", "6", "--concurrency", "2", "--sprt", "-500,-400", "--pdn", pdn))
    assert told["match"] == "nodes=300,hash=1 against textbook=1, 300 nodes against no limit"
    assert re.fullmatch(r"[\d.]+ - [\d.]+ of 6 games", told["points"])
    assert told["SPRT"].startswith("-500 or -400 Elo: LLR ")
    games = list(ch.pdn.games(pdn))
    assert [game.headers["Round"] for game in games] == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]
    wins = 0.0
    for game in games:
        assert game.problems == []
        board = game.end().board()
        outcome = board.outcome(claim_draw=True)
        assert outcome is not None
        assert outcome.result == game.result
        ours = ch.BLACK if game.headers["Black"] == QUICK[0] else ch.WHITE
        wins += 0.5 if outcome.winner is None else float(outcome.winner == ours)
    assert told["points"].split()[0] == f"{wins:g}"
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.headers["Black"] == second.headers["White"]
        assert first.moves[:3] == second.moves[:3]


def test_another_installation_and_any_hub_program_can_play() -> None:
    program = f"{sys.executable} -m crownhead hub"
    told = figures(match(sys.executable, program, "--set-b", "hash=2", "--nodes", "300", "--games", "2"))
    assert "of 2 games" in told["points"]
    assert "failure" not in told["endings"]


def test_a_program_that_waits_for_games_by_dxp_can_play(tmp_path: Path) -> None:
    waiting = [
        sys.executable,
        "-u",
        "-m",
        "crownhead",
        "dxp",
        "--port",
        "0",
        "--time",
        "0.002",
        "--hash",
        "1",
    ]
    pdn = tmp_path / "games.pdn"
    with subprocess.Popen(waiting, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        port = program.stdout.readline().split()[-1]
        told = figures(match(f"dxp=localhost:{port}", "random", "--games", "4", "--pdn", pdn))
        program.terminate()
    assert "failure" not in told["endings"]
    assert float(told["points"].split()[0]) >= 3, "the engine beats one that moves at random"
    assert [game.headers["Black"] == "random" for game in ch.pdn.games(pdn)] == [False, True] * 2


def test_a_dxp_program_that_is_not_there_loses_and_is_told_of() -> None:
    told = figures(match("dxp=127.0.0.1:9", "random", "--games", "2"))
    assert told["points"] == "0 - 2 of 2 games"
    assert "no program listens at 127.0.0.1, port 9" in told["forfeit A"]
    for text, wrong in (
        ("dxp=9", "'9' is no place"),
        ("dxp=a:0", "'0' is not"),
        ("dxp=a:9,x=1", "'x=1' is no option"),
    ):
        refused = match(text, "random")
        assert refused.returncode == 2
        assert wrong in refused.stderr


def test_a_program_that_cheats_or_crashes_loses_and_is_told_of() -> None:
    peer = Path(__file__).parents[1] / "protocol" / "peers" / "hub_peer.py"
    for behaviour, detail in (("cheat", "1-32"), ("crash", "something terrible happened")):
        told = figures(match(f"{sys.executable} {peer} {behaviour}", "random", "--games", "2"))
        assert told["points"] == "0 - 2 of 2 games"
        assert told["forfeit A"].startswith("failure 2; ")
        assert detail in told["forfeit A"]


def running(journal: Path, pdn: Path) -> list[str]:
    players = ["nodes=3000,hash=1", "textbook=2"]
    return [
        *COMMAND,
        *players,
        "--games",
        "40",
        "--concurrency",
        "2",
        "--journal",
        str(journal),
        "--pdn",
        str(pdn),
    ]


def wait_for_games(journal: Path, count: int, process: subprocess.Popen[bytes]) -> None:
    while not journal.exists() or journal.read_bytes().count(b"\n") < 1 + count:
        assert process.poll() is None
        time.sleep(0.02)


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task")
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


def test_a_killed_match_goes_on_where_it_was(tmp_path: Path) -> None:
    journal, pdn = tmp_path / "a.match", tmp_path / "games.pdn"
    played = 0
    for more in (3, 5):
        process = subprocess.Popen(running(journal, pdn), stdout=subprocess.DEVNULL)
        wait_for_games(journal, played + more, process)
        workers = children_of(process.pid) if Path("/proc/self/task").exists() else []
        process.kill()
        assert process.wait() == -signal.SIGKILL
        kept = journal.read_bytes()
        played = kept[: kept.rindex(b"\n") + 1].count(b"\n") - 1
        _wait_until_gone(workers)
    done = subprocess.run(running(journal, pdn), capture_output=True, text=True, check=True)
    assert f"continuing after {played} games" in done.stdout
    assert "of 40 games" in done.stdout
    lines = journal.read_bytes().splitlines()
    assert len(lines) == 41, "every game once"
    assert len(list(ch.pdn.games(pdn))) == 40
    again = subprocess.run(running(journal, pdn), capture_output=True, text=True, check=True)
    assert journal.read_bytes().splitlines() == lines
    assert done.stdout.splitlines()[1:] == again.stdout.splitlines()[1:]


def _wait_until_gone(pids: list[int]) -> None:
    """Processes of a killed match must not play on."""
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() and "Z" not in _state(pid) for pid in pids):
        assert time.monotonic() < deadline, "a process of a killed match is still there"
        time.sleep(0.05)


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "Z"


def test_ctrl_c_ends_a_match_with_what_it_has(tmp_path: Path) -> None:
    journal = tmp_path / "a.match"
    process = subprocess.Popen(
        running(journal, tmp_path / "games.pdn"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_for_games(journal, 2, process)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate()
    assert process.returncode == 130
    assert b"points" in output
    assert errors == b""
    told = list(ch.pdn.games(tmp_path / "games.pdn"))
    assert len(told) == len(journal.read_bytes().splitlines()) - 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["level=99", "engine"], f"'99' is not a whole number from 1 to {FULL_STRENGTH}"),
        (["wings=2", "engine"], "'wings' is no option of the engine"),
        (["nobody", "engine"], "'nobody' names no player"),
        (["", "engine"], "a player is missing"),
        (["./no/such/program", "engine"], "no such program"),
        (["time=0", "engine"], "'0' is not a positive number"),
        (["engine", "engine", "--set-a", "hash=2"], "not a Hub program"),
        (["engine", "engine", "--clock", "ten"], "'ten' is not of the form 10+0.1"),
        (["engine", "engine", "--clock", "0+1"], "a game needs time"),
        (["engine", "engine", "--sprt", "5,0"], "elo0 must be less than elo1"),
        (["engine", "engine", "--sprt", "5"], "not of the form 0,5"),
        (["engine", "engine", "--openings", "wild"], "'wild' is not one of"),
        (["engine", "engine", "--games", "0"], "0 is not in the range"),
        (["random", f"{sys.executable} -c 0", "--games", "2"], "the engine has ended (exit code 0)"),
        (["random", "random", "--journal", "/no/such/directory/x"], "No such file or directory"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(arguments: list[str], told: str) -> None:
    done = match(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_match_does_not_touch_a_journal(tmp_path: Path) -> None:
    journal = tmp_path / "a.match"
    match("random", "random", "--games", "2", "--journal", journal)
    before = journal.read_bytes()
    done = match("random", "textbook=1", "--games", "2", "--journal", journal)
    assert done.returncode == 2
    assert "second was random, is textbook=1" in done.stderr
    assert journal.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.match"]  # noqa: PTH208 - names are enough


@pytest.mark.deep
def test_many_games_over_hub_without_a_failure() -> None:
    told = figures(match(sys.executable, "hash=2", "--nodes", "300", "--games", "100", "--concurrency", "2"))
    assert "of 100 games" in told["points"]
    assert not {"forfeit A", "forfeit B"} & set(told)
