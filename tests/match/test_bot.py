"""Players in Python files: what they may do, and what loses their game."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.errors import BotFault
from crownhead.match.bot import BotContender, BotRecipe

LIMIT = ch.Limit(depth=1)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows limits neither memory nor files")


def bot(folder: Path, text: str, seconds: float = 60.0) -> BotContender:
    path = folder / "bot.py"
    path.write_text(text)
    return BotContender(BotRecipe(str(path), seconds, memory=1 << 30))


def test_a_bot_of_the_library_and_one_of_the_textbook_play(tmp_path: Path) -> None:
    board = ch.Board()
    for text in (
        "def choose(board):\n    return board.legal_moves()[-1]",
        "def choose(board):\n    return '12-16'",
        "from crownhead.rules.textbook import actions\ndef choose(state):\n    return actions(state)[-1]",
    ):
        player = bot(tmp_path, text)
        assert str(player.decide(board, LIMIT)[0]) == "12-16"
        assert str(player.decide(board, LIMIT)[0]) == "12-16"
        player.close()


def test_a_bot_knows_the_game_so_far(tmp_path: Path) -> None:
    player = bot(tmp_path, "def choose(board):\n    return board.legal_moves()[len(board)]")
    board = ch.Board.of(None, ["11-15", "22-17"])
    assert player.decide(board, LIMIT)[0] == board.legal_moves()[2]
    player.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(board) return 1", "crashed, line 1: SyntaxError"),
        ("import nowhere", "crashed, line 1: ModuleNotFoundError"),
        ("x = 1", r"has no function choose\(board\) or choose\(state\)"),
        ("def choose(board):\n    return 1 / 0", "crashed, line 2: ZeroDivisionError"),
        ("def choose(board):\n    exit(2)", "crashed, line 2: SystemExit: 2"),
        ("import os\ndef choose(board):\n    os._exit(3)", r"ended its process \(exit code 3\)"),
        ("def choose(board):\n    return '1-32'", "played an illegal move: 1-32 is not legal"),
        ("def choose(board):\n    return None", "returned None, which is no legal move"),
        ("def choose(state):\n    return [(0, 0), (7, 7)]", "which is no legal move"),
        ("def choose(board):\n    print('hello'); return board.legal_moves()[0]", "printed 'hello"),
        ("def choose(board):\n    return [0] * 10**10", "crashed, line 2: MemoryError"),
        ("def choose(board):\n    f = open('x', 'w'); f.write('x'); f.close()", "crashed, line 2: OSError"),
    ],
)
def test_what_loses_a_game_is_named(tmp_path: Path, text: str, said: str) -> None:
    player = bot(tmp_path, text)
    with pytest.raises(BotFault, match=said):
        player.decide(ch.Board(), LIMIT)
    player.close()


def test_a_bot_that_hangs_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    text = "import os\ndef choose(board):\n    os.fork()\n    while True: pass"
    player = bot(tmp_path, text, seconds=0.2)
    with pytest.raises(BotFault, match=r"took longer than 0\.2 s"):
        player.decide(ch.Board(), LIMIT)
    process = player._process
    assert process is not None
    player.close()
    while alive_in_group(process.pid):
        time.sleep(0.01)


def alive_in_group(group: int) -> bool:
    """Whether a process of it runs; one that has ended may wait for its parent to hear of it."""
    states = subprocess.run(["ps", "-o", "stat=", "-g", str(group)], capture_output=True, text=True).stdout
    return any(not state.startswith("Z") for state in states.split())
