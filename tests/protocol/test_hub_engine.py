from __future__ import annotations

import random
import re
import signal
import subprocess
import time

import pytest
from conversation import COMMAND, PATIENCE, Hub

import crownhead as ch
from crownhead.protocol.hub.notation import parse_move, write_move, write_position

START = "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


def chosen(done: str, position: ch.Position) -> ch.Move:
    found = re.fullmatch(r"done move=(\S+)( ponder=(\S+))?", done)
    assert found, done
    move = parse_move(position, found[1])
    if found[3]:
        parse_move(position.play(move), found[3])
    return move


def test_it_introduces_itself() -> None:
    with Hub("hub") as hub:
        lines = hub.until("wait")
        assert lines[0].startswith("id name=crownhead version=")
        assert 'param name=variant value=english type=enum values="english american"' in lines
        assert {line.split()[1] for line in lines if line.startswith("param")} == {
            "name=variant",
            "name=threads",
            "name=hash",
            "name=level",
            "name=tablebase",
            "name=book",
            "name=cpu",
        }
        assert hub.ask("set-param name=hash value=8", "init", until="ready") == ["ready"]
        assert hub.ask("ping", until="pong") == ["pong"]
        hub.say("quit")


@pytest.mark.parametrize(
    "level", ["depth=5", "nodes=2000", "move-time=0.05", "time=5 inc=0.1", "moves=5 time=1"]
)
def test_it_thinks_within_a_level(level: str) -> None:
    with Hub("init", START + ' moves="11-15 23-19"', f"level {level}") as hub:
        *_, done = hub.ask("go think", until="done")
        board = ch.Board()
        board.push("11-15")
        board.push("23-19")
        chosen(done, board.position)


def test_time_in_which_it_stands_still_is_no_processor_time() -> None:
    with Hub("set-param name=cpu value=true", "init", START, "level move-time=0.3") as hub:
        hub.until("ready")
        clock = (~hub.process.pid << 3) | 2  # as clock_getcpuclockid(3) gives it on Linux
        begin = time.clock_gettime(clock)
        hub.say("go think")
        hub.hear()
        hub.process.send_signal(signal.SIGSTOP)
        time.sleep(0.6)
        hub.process.send_signal(signal.SIGCONT)
        hub.until("done")
        assert time.clock_gettime(clock) - begin >= 0.3


def test_what_it_says_of_a_position_is_complete() -> None:
    with Hub("init", START, "level depth=6") as hub:
        *infos, _ = hub.ask("go think", until="done")[1:]
    assert infos
    for info in infos:
        assert re.fullmatch(
            r"info depth=\d+ mean-depth=\d+\.\d score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d+ nps=\d+\.\d+ pv=.+",
            info,
        ), info


def test_with_the_book_it_plays_the_books_move_without_thinking() -> None:
    best = ch.Book.open().moves(ch.Position.start())[0].move
    with Hub("set-param name=book value=true", "init", START, "level depth=6") as hub:
        *infos, done = hub.ask("go think", until="done")
    (info,) = [line for line in infos if line.startswith("info")]
    assert " nodes=0 " in info
    assert " book=true " in info, "a move from the book says so"
    assert chosen(done, ch.Position.start()) == best


@pytest.mark.parametrize("aim", ["analyze", "ponder"])
def test_it_goes_on_until_it_is_stopped(aim: str) -> None:
    with Hub("init", START, "level depth=1", f"go {aim}") as hub:
        hub.until("info")
        assert hub.ask("ping", until="pong")[-1] == "pong"
        *_, done = hub.ask("stop", until="done")
        chosen(done, ch.Position.start())
        assert hub.ask("ping", until="pong") == ["pong"]


def test_a_ponder_hit_becomes_a_search_on_the_clock() -> None:
    with Hub("init", START, "level depth=4", "go ponder") as hub:
        hub.until("info")
        *_, done = hub.ask("ponder-hit", until="done")
        chosen(done, ch.Position.start())
        assert hub.ask("ponder-hit", "stop", "ping", until="pong") == ["pong"]


def test_a_stop_right_after_the_go_still_gives_a_move() -> None:
    with Hub("init", START, "level infinite") as hub:
        for _ in range(30):
            *_, done = hub.ask("go think", "stop", until="done")
            chosen(done, ch.Position.start())


def test_a_second_go_ends_the_first() -> None:
    with Hub("init", START, "level infinite", "go think", "level depth=2", "go think") as hub:
        chosen(hub.until("done")[-1], ch.Position.start())
        chosen(hub.until("done")[-1], ch.Position.start())


def test_the_end_of_the_input_ends_a_search_and_the_engine() -> None:
    with Hub("init", START, "level infinite", "go think") as hub:
        hub.until("info")
        chosen(hub.close()[-1], ch.Position.start())


def test_a_reader_that_goes_away_ends_the_engine() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"init\nlevel infinite\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"ready\n"
    process.stdout.close()
    process.stdin.write(b"go think\n" + b"ping\n" * 10)
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


@pytest.mark.parametrize(
    "position",
    ["pos pos=W" + "e" * 32, "pos pos=nonsense", "pos", START + ' moves="11-15 1-2"', START + ' moves="😀"'],
)
def test_without_a_move_it_says_so_and_plays_none(position: str) -> None:
    with Hub("init", position) as hub:
        lines = hub.ask("go think", until="done")
        assert lines[-1] == "done move=0-0"
        assert any(line.startswith("error message=") for line in lines)
        *_, done = hub.ask(START, "level depth=2", "go think", until="done")
        chosen(done, ch.Position.start())


def test_a_single_move_is_played_at_once() -> None:
    board = ch.Board()
    board.push("11-15")
    board.push("22-18")
    forced = board.position
    assert [str(move) for move in forced.legal_moves()] == ["15x22"]
    with Hub("init", f"pos pos={write_position(forced)}", "level move-time=3600") as hub:
        *_, done = hub.ask("go think", until="done")
        chosen(done, forced)


def test_parameters_are_ignored_moved_into_bounds_or_taken() -> None:
    with Hub("set-param name=variant value=english", "set-param name=bb-size value=6") as hub:
        hub.say(
            "set-param",
            "set-param name=hash",
            "set-param name=hash value=many",
            "set-param name=level value=99",
        )
        hub.say("set-param name=threads value=0", "set-param name=tablebase value=false", "init")
        assert hub.until("ready") == ["ready"]
        *_, done = hub.ask(START, "level depth=3", "go think", until="done")
        chosen(done, ch.Position.start())
        hub.say("set-param name=hash value=2", "new-game")
        *_, done = hub.ask("go think", until="done")
        chosen(done, ch.Position.start())


def test_a_table_larger_than_the_machine_is_refused_in_words() -> None:
    with Hub("set-param name=hash value=1048576", "init") as hub:
        lines = hub.until("ready")
        assert lines[-1] == "ready"
        *_, done = hub.ask("level depth=2", "go think", until="done")
        chosen(done, ch.Position.start())


def junk(dice: random.Random) -> bytes:
    words = [
        b"go",
        b"pos",
        b"level",
        b"think",
        b"stop",
        b"moves=",
        b'"',
        b"=",
        b"set-param",
        b"name=hash",
        b"\xff",
    ]
    kind = dice.randrange(4)
    if kind == 0:
        return dice.randbytes(dice.randrange(200)).replace(b"quit", b"")
    if kind == 1:
        return b" ".join(dice.choices(words, k=dice.randrange(8)))
    if kind == 2:
        return START.encode()[: dice.randrange(len(START))] + dice.randbytes(5)
    return b"x" * dice.randrange(5000)


@pytest.mark.parametrize("seed", range(3))
def test_junk_does_it_no_harm(seed: int) -> None:
    dice = random.Random(seed)
    with Hub("init", "level depth=1") as hub:
        for _ in range(150):
            hub.send(junk(dice) + b"\n")
        hub.say("stop", "level depth=2", START)
        hub.until("ready")
        hub.ask("stop", "ping", until="pong")
        *_, done = hub.ask("go think", until="done")
        chosen(done, ch.Position.start())


def test_huge_and_half_lines() -> None:
    with Hub("init") as hub:
        hub.until("ready")
        hub.send(b"pos pos=" + b"w" * 5_000_000 + b"\n")
        assert hub.ask("ping", until="pong") == ["pong"]
        hub.send(b"pi")
        hub.send(b"ng\nping\r\n")
        assert hub.until("pong") == ["pong"]
        assert hub.until("pong") == ["pong"]
        hub.send(b"go th")


def test_a_long_game_is_followed() -> None:
    dice = random.Random(4)
    board = ch.Board("B:W29,K30:B4,K3")
    while len(board) < 400 and not board.is_over:
        board.push(dice.choice(board.legal_moves()))
    start = write_position(board.history[0])
    moves = " ".join(write_move(move) for move in board.moves)
    with Hub("init", f'pos pos={start} moves="{moves}"', "level depth=3") as hub:
        *_, done = hub.ask("go think", until="done")
        if board.is_over:
            assert done == "done move=0-0"
        else:
            chosen(done, board.position)
