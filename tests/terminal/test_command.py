"""The crownhead command as a person or a script runs it: a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path
from time import sleep

import pytest

import crownhead as ch
from crownhead.terminal.main import COMMANDS

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
COMMAND = [sys.executable, "-m", "crownhead"]


def crownhead(*args: str | bytes, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "80", **environment},
        check=False,
    )


def output(*args: str, **environment: str) -> str:
    """What a run that must succeed prints."""
    done = crownhead(*args, **environment)
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def refusal(*args: str | bytes) -> str:
    """The one message of a run that must fail."""
    done = crownhead(*args)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("crownhead: error: ")
    assert done.returncode == 2
    return done.stderr.removeprefix("crownhead: error: ").rstrip("\n")


# -- the command itself --------------------------------------------------------------------------------


def test_version() -> None:
    assert output("--version") == f"crownhead {ch.__version__}\n"


def test_help_lists_the_commands() -> None:
    for arguments in ([], ["--help"], ["-h"]):
        printed = output(*arguments)
        assert "Examples:" in printed
        for command in ("show", "moves", "perft"):
            assert f"\n  {command}" in printed


@pytest.mark.parametrize("command", ["show", "moves", "perft"])
def test_every_command_has_help_with_examples(command: str) -> None:
    printed = output(command, "--help")
    assert "Examples:\n" in printed
    assert f"\n    crownhead {command}" in printed


def test_unknown_commands_and_options() -> None:
    assert refusal("fly") == "No such command 'fly'. (see crownhead --help)"
    assert refusal("plya") == "No such command 'plya'. Did you mean play? (see crownhead --help)"
    assert "No such option" in refusal("--fly")
    assert refusal("moves", "--fly").endswith("(see crownhead moves --help)")


# -- perft ---------------------------------------------------------------------------------------------


def test_perft_prints_the_count_and_the_rate() -> None:
    count, rate = output("perft", "7").splitlines()
    assert count == "179740"
    assert rate.endswith(" million leaves/s")


def test_perft_of_a_position_with_paths_apart_and_once() -> None:
    fen = "B:W7,8,15,16,23,24,6,14:BK11"
    assert output("perft", "6", "--fen", fen).split()[0] == "5831"
    assert output("perft", "6", "--fen", fen, "--unique", "--threads", "2").split()[0] == "4299"
    assert output("perft", "0").split()[0] == "1"


def test_perft_divided_adds_up() -> None:
    *moves, total, _ = output("perft", "5", "--divide").splitlines()
    counts = dict(line.split() for line in moves)
    assert list(counts) == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert sum(map(int, counts.values())) == int(total) == 7361


def test_perft_refuses_what_it_cannot_count() -> None:
    assert "Missing argument 'DEPTH'" in refusal("perft")
    assert "-1 is not in the range 0<=x<=99" in refusal("perft", "--", "-1")
    assert "'ten' is not a valid integer" in refusal("perft", "ten")
    assert "0 is not in the range 1<=x<=256" in refusal("perft", "3", "--threads", "0")
    assert "--divide needs a depth of 1 or more" in refusal("perft", "0", "--divide")


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent as signals")
def test_an_interrupt_is_quiet() -> None:
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # may be ignored in a job
        "from crownhead.terminal.main import main; print('ready', flush=True); main(['perft', '15'])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    sleep(0.5)  # into the count, which takes minutes
    process.send_signal(signal.SIGINT)
    printed, complaint = process.communicate()
    assert (process.returncode, printed, complaint.strip()) == (130, "", "")


# -- moves ---------------------------------------------------------------------------------------------


def test_moves() -> None:
    assert output("moves").split() == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert output("moves", "W:W18,24:B15,12,K10").split() == ["18x11"]


def test_moves_with_many_paths() -> None:
    """facts: 6 jumps with their paths apart, 4 once."""
    fen = "W:WK19:B15,16,23,24,7,8"
    apart, once = output("moves", fen).split(), output("moves", "--unique", fen).split()
    assert (len(apart), len(once)) == (6, 4)
    full = output("moves", "--full", fen).split()
    assert "19x10x3x12x19x26" in full
    assert len(set(full)) == 6


def test_no_move_at_all() -> None:
    done = crownhead("moves", "B:W18:B")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "Black has no move and has lost.\n")


# -- show ----------------------------------------------------------------------------------------------


def test_show_is_plain_in_a_pipe() -> None:
    printed = output("show")
    assert printed.isascii()
    assert "|    |x  1|    |x  2|    |x  3|    |x  4|\n" in printed
    assert printed.endswith(f"Black (x) to move\n{START}\n")


def test_show_a_position_after_moves() -> None:
    printed = output("show", "--after", "11-15, 23-19  8-11")
    assert "x*11" in printed
    assert " * 8" in printed
    assert printed.splitlines()[-2] == "White (o) to move"
    assert "no move and has lost" in output("show", "B:W18:B")


def test_show_grid() -> None:
    rows = json.loads(output("show", "--grid", "B:WK14,30:B5,13"))
    position = ch.Position.from_fen("B:WK14,30:B5,13")
    assert rows == position.to_grid()
    assert json.loads(output("show", "--grid", "--mirror", position.fen)) == [row[::-1] for row in rows]


def test_show_xo() -> None:
    """x at the top, and a playable square at each player's near right; --mirror puts it at the left."""
    even, odd = "{0} {0} {0} {0} ", " {0} {0} {0} {0}"
    pieces = "xxx--ooo"
    mirrored = [(odd if row % 2 else even).format(piece) for row, piece in enumerate(pieces)]
    standard = [(even if row % 2 else odd).format(piece) for row, piece in enumerate(pieces)]
    assert output("show", "--xo").splitlines() == mirrored
    assert output("show", "--xo", "--mirror").splitlines() == standard


def test_show_flipped_mirrored_and_without_numbers() -> None:
    first = "|    |o 32|    |o 31|    |o 30|    |o 29|"
    assert output("show", "--flip").splitlines()[1] == first
    assert output("show", "--mirror").splitlines()[1] == "|x  4|    |x  3|    |x  2|    |x  1|    |"
    assert output("show", "--no-numbers").splitlines()[1] == "|   | x |   | x |   | x |   | x |"
    assert "⛂  1" in output("show", "--text", "unicode")


def test_show_svg(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert output("show", "--svg", str(file), "--theme", "wood", "--flip", "--after", "11-15") == ""
    board = ch.Board()
    board.push("11-15")
    assert file.read_text() == ch.svg.board(board, theme="wood", flipped=True)
    assert list(tmp_path.iterdir()) == [file]
    ElementTree.fromstring(output("show", "--svg", "-"))


def test_show_svg_follows_links(tmp_path: Path) -> None:
    file, link = tmp_path / "real.svg", tmp_path / "link.svg"
    file.write_text("old")
    link.symlink_to(file)
    output("show", "--svg", str(link))
    assert link.is_symlink()
    assert file.read_text() == ch.svg.board(ch.Position.start())


@pytest.mark.skipif(os.name == "nt", reason="no named pipes in directories")
def test_show_svg_writes_into_a_pipe_and_does_not_replace_it(tmp_path: Path) -> None:
    """A device is treated alike, and must not be put at risk by a test."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    output("show", "--svg", str(pipe))
    assert pipe.is_fifo()
    assert os.read(reader, 65536).decode() == ch.svg.board(ch.Position.start())
    os.close(reader)


def test_show_svg_refuses_bad_places(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "board.svg"
    assert refusal("show", "--svg", str(missing)) == f"{missing}: there is no directory {missing.parent}"
    assert refusal("show", "--svg", str(tmp_path)) == f"{tmp_path}: this is a directory, not a file"
    assert "File name too long" in refusal("show", "--svg", str(tmp_path / ("x" * 300)))
    assert list(tmp_path.iterdir()) == []


def test_names_of_files_cannot_steer_the_terminal(tmp_path: Path) -> None:
    assert "/\\x1b[31m/x.svg: there is no directory" in refusal("show", "--svg", f"{tmp_path}/\x1b[31m/x.svg")


def test_show_refuses_what_does_not_go_together() -> None:
    assert refusal("show", "--grid", "--svg", "x.svg").startswith("--grid and --svg do not go together")
    assert refusal("show", "--flip", "--grid").startswith("--flip and --grid do not go together")
    assert "'pink' is not one of 'red-black', 'red-white', 'wood', 'high-contrast'" in refusal(
        "show", "--theme", "pink"
    )


def test_narrow_screens() -> None:
    assert output("show", COLUMNS="40").splitlines()[0] == "    x  1    x  2    x  3    x  4"
    assert output("show", COLUMNS="20").splitlines()[0] == "  x   x   x   x"


# -- bad input and bad weather -------------------------------------------------------------------------

JUNK: Sequence[str | bytes] = [
    "",
    "-",
    "junk",
    "B:W33:B1",
    "B:W1,1:B1",
    "B:" + "W" * 50_000,
    ",".join(str(n) for n in range(20_000)),
    "W:W\x1b[31m18:B\a1",
    "café ⛂ \u202e",
    b"\xff\xfe\x80:W",
]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
@pytest.mark.skipif(os.name == "nt", reason="arguments are bytes only elsewhere")
def test_no_position_no_traceback(junk: str | bytes) -> None:
    for command in (["show"], ["perft", "2", "--fen"]):
        message = refusal(*command, junk)
        assert len(message) < 1_000
        assert message.isprintable()


def test_every_reason_is_given() -> None:
    message = refusal("moves", "B:W33,5,5:B40")
    assert "33" in message
    assert "40" in message
    assert "5" in message


def test_moves_that_cannot_be_played() -> None:
    assert "11-19" in refusal("show", "--after", "11-15 11-19")
    assert "hello" in refusal("show", "--after", "hello")


@pytest.mark.skipif(os.name == "nt", reason="pipes end differently there")
@pytest.mark.parametrize("arguments", [["moves"], ["show"], ["--help"], ["perft", "3", "--divide"]])
def test_a_closed_pipe_is_silent(arguments: list[str]) -> None:
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full to write to")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "moves"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.stderr == "crownhead: error: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.parametrize("arguments", [["--help"], ["perft", "3"], ["moves"]])
def test_nothing_is_loaded_before_it_is_needed(arguments: list[str]) -> None:
    script = (
        "import sys; from crownhead.terminal.main import run; run(sys.argv[1:])\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    commands = {target.partition(":")[0] for target, _ in COMMANDS.values()}
    assert loaded & commands == {f"crownhead.terminal.{name}" for name in arguments[:1] if name in COMMANDS}
    assert not loaded & {"rich", "crownhead.picture.svg", "crownhead.picture.theme", "crownhead.engine"}
