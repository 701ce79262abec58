"""The game in a real pseudo-terminal, as a person plays it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from signal import SIGKILL

import pexpect
import pytest

import crownhead as ch

if not hasattr(pexpect, "spawn"):
    pytest.skip("no pseudo-terminals on this system", allow_module_level=True)

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
Start = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts `crownhead ...` in a terminal of its own, with a data directory of its own."""
    children = []
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")}
    # Nothing here answers when a program asks the terminal where the cursor is.
    settings = {"CROWNHEAD_DATA": str(tmp_path / "data"), "PYTHONUTF8": "1", "PROMPT_TOOLKIT_NO_CPR": "1"}

    def begin(
        *args: str, size: tuple[int, int] = (24, 80), term: str = "xterm-256color"
    ) -> pexpect.spawn[str]:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "crownhead", *args],
            env={**clean, **settings, "TERM": term},
            dimensions=size,
            encoding="utf-8",
            timeout=120,
        )
        children.append(child)
        return child

    yield begin
    for child in children:
        if child.isalive():
            child.kill(signal.SIGKILL)
            child.wait()  # close() alone would give it a tenth of a second, which a busy machine may not have
        child.close()


def saved(tmp_path: Path) -> ch.pdn.Game:
    [path] = (tmp_path / "data" / "games").glob("*.pdn")
    return ch.pdn.read(path)


def names(game: ch.pdn.Game) -> list[str]:
    return [node.notation for node in game.mainline()]


PEOPLE = ("play", "--black", "person", "--white", "person", "--style", "plain")


def test_a_whole_game_between_two_people(start: Start, tmp_path: Path) -> None:
    child = start(*PEOPLE, "--fen", "B:W19,32:B15,1")
    child.expect("must jump: 15x24.")
    child.expect(r"Black \(x\), your move>")
    child.sendline("15x24")
    child.expect(r"White \(o\), your move>")
    child.sendline("32-28")
    child.expect(r"Black \(x\), your move>")
    child.sendline("24-27")
    child.expect(r"White \(o\), your move>")
    child.sendline("undo")
    child.expect("Taken back: 24-27")
    child.sendline("24 27")
    child.expect(r"White \(o\), your move>")
    child.sendline("28-32")
    child.expect("28-32 is not legal: men move forward only; from 28: 28-24")
    child.sendline("resign")
    child.expect(r"Do you really want to resign\? \[y/N\]")
    child.sendline("y")
    child.expect("Black wins: White resigned.")
    child.expect("new, review, undo or quit>")
    child.sendline("quit")
    child.expect("Your game is saved. Review it with: crownhead analyse ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    record = saved(tmp_path)
    assert names(record) == ["15x24", "32-28", "24-27"]
    assert record.result == "1-0"


def test_killed_and_resumed(start: Start, tmp_path: Path) -> None:
    child = start("play", "--level", "1", "--time", "0.05")
    child.expect("your move>")
    child.sendline("11-15")
    child.expect("crownhead plays")
    child.expect("your move>")
    child.kill(SIGKILL)
    child.wait()
    before = names(saved(tmp_path))
    assert before[0] == "11-15"
    assert len(before) == 2
    again = start("play", "--resume")
    again.expect("Your game continues at move 2")
    again.expect("your move>")
    again.sendline("moves")
    again.expect(r"Black has these (moves|jumps, and you must jump): (\S+?)[,.]")
    again.sendline(again.match[2])
    again.expect("crownhead plays")
    again.expect("your move>")
    again.sendeof()
    again.expect("Continue it with: crownhead play --resume")
    again.expect(pexpect.EOF)
    assert names(saved(tmp_path))[:2] == before
    assert len(names(saved(tmp_path))) == 4


def test_an_unfinished_game_is_offered(start: Start) -> None:
    child = start(*PEOPLE)
    child.sendline("11-15")
    child.expect(r"White \(o\), your move>")
    child.kill(SIGKILL)
    child.wait()
    again = start(*PEOPLE)
    again.expect(r"unfinished game: Player - Player, 1 move.*Do you want to continue it\? \[Y/n\] ")
    again.sendline("")
    again.expect("Your game continues at move 1")
    again.expect(r"White \(o\), your move>")
    other = start(*PEOPLE)  # while it is being played elsewhere it is not offered
    other.expect("Two people play")


def test_bare_crownhead_offers_to_play(start: Start) -> None:
    child = start()
    child.expect(r"Play a game now\? \[Y/n\] ")
    child.sendline("y")
    child.expect("You play Black and move first")
    refuses = start()
    refuses.expect(r"Play a game now\? \[Y/n\] ")
    refuses.sendline("n")
    refuses.expect("Play a game in the terminal")
    refuses.expect(pexpect.EOF)


def test_tab_and_arrow_keys(start: Start, tmp_path: Path) -> None:
    child = start(*PEOPLE)
    child.expect("your move>")
    child.send("12\t")
    child.expect("-16")  # what is typed already is not written again
    child.sendline("")
    child.expect(r"White \(o\), your move>")
    child.sendline("24-20")
    child.expect(r"Black \(x\), your move>")
    child.send("\x1b[A\x1b[A\x1b[B\r")  # up, up, down: the last line again, which is White's move
    child.expect("24-20 is not legal")
    assert names(saved(tmp_path)) == ["12-16", "24-20"]


def test_ctrl_c_makes_the_engine_move_and_ends_the_game_at_the_prompt(start: Start) -> None:
    # A position that no opening book knows: the engine has to think.
    child = start("play", "--full-strength", "--time", "600", "--fen", "B:W18,22,25,27,32:B3,8,10,12,20")
    child.expect("your move>")
    child.sendline("8-11")
    child.expect("is thinking")
    child.sendintr()
    child.expect("crownhead plays")
    child.expect("your move>")
    child.sendintr()
    child.expect("Your game is saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_time_runs_out_while_nobody_types(start: Start) -> None:
    child = start(*PEOPLE, "--clock", "0.05")
    child.expect("your move>")
    child.sendline("11-15")  # starts the clocks
    child.expect("Black wins: White has no time left.")
    child.expect("new, review, undo or quit>")


@pytest.mark.parametrize(("size", "flip"), [((24, 80), ()), ((24, 80), ("--flip",)), ((30, 48), ())])
def test_the_clock_ticks_where_it_stands(start: Start, size: tuple[int, int], flip: tuple[str, ...]) -> None:
    """Beside the board and below it; what is being typed is left alone."""
    child = start(*PEOPLE, "--clock", "5", *flip, size=size)
    child.expect("your move>")
    child.sendline("11-15")  # starts the clocks
    child.expect(r"White \(o\), your move>")
    drawn = child.before.rpartition("\x1b[2J")[2]
    lines = ESCAPE.sub("", drawn).replace("\r", "").split("\n")
    [(row, line)] = [
        (n, line) for n, line in enumerate(lines, 1) if line.lstrip().startswith(">") or "  > " in line
    ]
    column = re.search(r"\d:\d\d", line).start() + 1  # type: ignore[union-attr]
    child.send("23-")
    child.expect(r"\x1b7\x1b\[(\d+);(\d+)H\x1b\[1m( *)4:5\d *\x1b\[0m\x1b8")
    assert int(child.match[1]) == row
    assert int(child.match[2]) + len(child.match[3]) == column
    child.send("19\r")
    child.expect(r"23-19")
    child.expect(r"Black \(x\), your move>")


@pytest.mark.parametrize("size", [(24, 80), (50, 200), (24, 40), (20, 24), (12, 60)])
@pytest.mark.parametrize("style", ["colour", "plain", "xo"])
def test_no_line_is_wider_than_the_screen(start: Start, size: tuple[int, int], style: str) -> None:
    child = start("play", "--style", style, "--black", "person", "--white", "person", size=size)
    child.expect("your move>")
    rows, columns = size
    shown = ESCAPE.sub("", child.before).replace("\r", "").split("\n")
    assert max(map(len, shown)) <= columns
    if rows >= 24 and columns >= 42:
        assert len(shown) <= rows
    child.sendline("quit")


@pytest.mark.parametrize(("size", "width"), [((24, 80), 42), ((34, 110), 58), ((50, 200), 90)])
def test_the_board_grows_with_the_screen(start: Start, size: tuple[int, int], width: int) -> None:
    child = start("play", "--black", "person", "--white", "person", size=size)
    child.expect("your move>")
    assert max(map(len, re.findall("▄+", child.before))) == width
    assert "Red" in child.before
    assert "White" not in child.before


def test_maybe_is_no_answer(start: Start) -> None:
    child = start()
    child.expect(r"Play a game now\? \[Y/n\] ")
    child.sendline("maybe")
    child.expect("Please type y for yes or n for no.")
    child.expect(r"Play a game now\? \[Y/n\] ")


def test_plain_has_no_escapes_on_a_dumb_terminal(start: Start) -> None:
    child = start(*PEOPLE, term="dumb")
    child.expect("your move>")
    assert "\x1b" not in child.before
    assert child.before.isascii()


# -- without a terminal --------------------------------------------------------------------------------


def run(tmp_path: Path, *args: str, input: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "crownhead", "play", *args],
        input=input,
        capture_output=True,
        text=True,
        env={**os.environ, "CROWNHEAD_DATA": str(tmp_path / "data")},
        check=False,
    )


def test_the_engine_plays_itself_in_a_pipe(tmp_path: Path) -> None:
    done = run(
        tmp_path, "--black", "engine", "--white", "engine", "--time", "0.02", "--fen", "W:WK15,K14:BK6,K5"
    )
    assert done.stderr == ""
    assert done.returncode == 0
    ending = re.search(r"^(White wins|Black wins|A draw): ", done.stdout, re.MULTILINE)
    assert ending
    record = saved(tmp_path)
    assert record.result == {"White wins": "0-1", "Black wins": "1-0", "A draw": "1/2-1/2"}[ending[1]]
    assert done.stdout.count(" plays ") == len(record.moves)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--black", "engine", "--white", "engine", "--fen", "junk"], "the side to move is"),
        (["--clock", "soon"], "for example 5 or 5+3"),
        (["--clock", "-5"], "for example 5 or 5+3"),
        (["--level", "99"], "99 is not in the range"),
        (["--level", "3", "--full-strength"], "do not go together"),
        (["--resume", "--new"], "do not go together"),
        (["--resume", "--black", "engine", "--white", "engine"], "no unfinished game"),
    ],
)
def test_refusals(tmp_path: Path, args: list[str], message: str) -> None:
    done = run(tmp_path, *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_terminal_lines_are_read_and_the_game_is_saved(tmp_path: Path) -> None:
    """As in a script or a container: a bad line gets its message, and the end of input leaves the game."""
    done = run(tmp_path, "--level", "1", input="11-15\nbanana\n12-99\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "your move> 11-15" in done.stdout
    assert "'banana' is neither a move" in done.stdout
    assert "'12-99' names square 99" in done.stdout
    assert "Your game is saved." in done.stdout
    assert str(saved(tmp_path).moves[0]) == "11-15"


def test_without_any_input_a_game_is_shown_and_left(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "your move>" in done.stdout


def test_a_lesson_names_the_sides_as_the_board_paints_them_and_breaks_no_word(start: Start) -> None:
    child = start("learn", "two-for-one", size=(40, 90))
    child.expect("Your move> ")
    child.sendline("22")
    child.expect("The piece on 22 is red's, and black is to move")
    child.expect("Your move> ")
    child.sendline("banana")
    child.expect("is neither a move nor a command")
    child.expect("Your move> ")
    assert max(map(len, ESCAPE.sub("", child.before).splitlines())) <= 78
