"""crownhead analyse game.pdn: what it says, what it writes, and that no work is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.engine import Played, Score, ScoreKind
from crownhead.errors import JournalError
from crownhead.files import Journal
from crownhead.processes import Processes
from crownhead.rules.colour import BLACK
from crownhead.study.review import boards_of, opinions, review, reviewed
from crownhead.study.review.journal import ReviewJournal, key_of
from crownhead.study.review.thinkers import Thinkers

COMMAND = [sys.executable, "-m", "crownhead", "analyse"]
GAME = """[Event "Club & <evening>"]
[Date "2024.??.??"]
[Black "Ann"]
[White "Bob"]
[Result "1-0"]
1. 9-14 21-17 {hasty} 2. 14x21 23-19 3. 11-16 1-0
"""
OTHER = """[Event "Second"]
[Black "Cid"]
[White "Dee"]
[Result "*"]
1. 11-15 23-19 2. 8-11 22-17 *
"""
FOREIGN = '[Event "Ten by ten"]\n[GameType "20"]\n1. 32-28 19-23 *\n'
QUICK = ("--nodes", "5000", "--jobs", "2")


def analyse(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAME)
    return path


def test_one_game_in_the_terminal(file: Path) -> None:
    done = analyse(str(file), *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Ann - Bob, Club & <evening>, 2024, 1-0\n")
    assert re.search(r"^Black +- +\d+ +\d+ +\d+ +\d+$", done.stdout, re.MULTILINE)
    assert re.search(r"^1\.\.\. 21-17\?\??  ", done.stdout, re.MULTILINE)
    assert re.search(r"It turned at .*1\.\.\. 21-17", done.stdout)
    assert list(file.parent.iterdir()) == [file]


class Page(HTMLParser):
    """What the page links to, and whether its elements are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.boards = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        self.boards += tag == "article"
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_what_is_written(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    done = analyse(str(file), *QUICK, "-o", str(out))
    assert done.returncode == 0
    names = {path.name for path in out.iterdir()}
    assert names == {"annotated.pdn", "report.html", "graph.svg", "graph.png", "review.journal"}
    page = Page()
    page.feed((out / "report.html").read_text())
    assert page.open == []
    assert all(link.startswith("#") for link in page.links)  # the page needs no other file
    assert page.boards >= 1
    assert "Club &amp; &lt;evening&gt;" in (out / "report.html").read_text()
    game = ch.pdn.read(out / "annotated.pdn")
    assert game.problems == []
    second = list(game.mainline())[1]
    assert "hasty" in second.comment
    assert set(second.nags) & {2, 4}
    assert (out / "graph.png").read_bytes().startswith(b"\x89PNG")


def test_many_games_and_foreign_ones(tmp_path: Path) -> None:
    path = tmp_path / "many.pdn"
    path.write_text(f"{GAME}\n{FOREIGN}\n{OTHER}\n{GAME}")
    out = tmp_path / "study"
    done = analyse(str(path), *QUICK, "-o", str(out))
    rows = [line for line in done.stdout.splitlines() if re.match(r" +\d", line)]
    assert [row.split("  ")[-1] for row in rows] == [
        "Ann - Bob, Club & <evening>, 2024, 1-0",
        "Cid - Dee, Second, *",
        "Ann - Bob, Club & <evening>, 2024, 1-0",
    ]
    assert len(list(ch.pdn.games(out / "annotated.pdn"))) == 3
    assert (out / "graph-0003.svg").exists()


def test_killed_work_goes_on(tmp_path: Path) -> None:
    """What was finished before kill -9 is not done again, and the result is that of undisturbed work."""
    path = tmp_path / "many.pdn"
    path.write_text(
        "\n".join([GAME, OTHER, "1. 12-16 24-20 2. 8-12 28-24 *\n", "1. 10-15 21-17 2. 6-10 17-14 *\n"])
    )
    out, calm = tmp_path / "out", tmp_path / "calm"
    limits = ("--nodes", "60000", "--jobs", "1")
    process = subprocess.Popen(
        [*COMMAND, str(path), *limits, "-o", str(out)], stdout=subprocess.DEVNULL, start_new_session=True
    )
    journal = out / "review.journal"
    while not (journal.exists() and journal.read_text().count("\n") >= 2):
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = journal.read_text()
    assert not (out / "report.html").exists()
    assert analyse(str(path), *limits, "-o", str(out)).returncode == 0
    assert journal.read_text().startswith(before)
    assert analyse(str(path), *limits, "-o", str(calm)).returncode == 0
    for name in ("annotated.pdn", "report.html", "graph-0001.svg", "graph-0004.png"):
        assert (out / name).read_bytes() == (calm / name).read_bytes()


def made_up(boards: list[ch.Board]) -> list[Played | None]:
    found: list[Played | None] = []
    for number, board in enumerate(boards):
        score = Score(ScoreKind.WIN, 29990, board.turn, plies=10, exact=True)
        move = board.legal_moves()[0]
        found.append(Played(move, score, (move,), 100 + number, 7, 0.5))
    return found


def test_processes_find_what_one_engine_finds() -> None:
    """Second looks included: at two plies the stroke of this problem needs one."""
    game = ch.pdn.loads('[FEN "W:W18,26,30:B10,11,19"] 1. 18-14 10x17 2. 26-22 17x26 3. 30x7 *')
    limit = ch.Limit(depth=2)
    boards = boards_of(game)
    told: list[tuple[int, int]] = []
    with Thinkers(Processes(2)) as thinkers:
        [found] = thinkers.conduct([opinions(boards, limit)], lambda done, more: told.append((done, more)))
    done, more = (sum(column) for column in zip(*told, strict=True))
    assert len(boards) == 6
    assert done == 5 + more > 5  # the last board needs no search, and the first another one
    assert reviewed(boards, found).scores == review(game, limit).scores


def test_the_journal(tmp_path: Path) -> None:
    board = ch.Board()
    board.push("11-15")
    boards, limit = boards_of(board), ch.Limit(nodes=5)
    path = tmp_path / "review.journal"
    found = made_up(boards)

    def kept(limit: ch.Limit = limit, boards: list[ch.Board] = boards) -> object:
        with ReviewJournal(path) as journal:
            return journal.get(boards, limit)

    def keep() -> None:
        with ReviewJournal(path) as journal:
            journal.add(boards, limit, found)

    keep()
    assert kept() == found
    assert kept(ch.Limit(nodes=6)) is None
    assert kept(boards=boards[:1]) is None
    path.write_bytes(path.read_bytes()[:-20])  # torn by a crash
    assert kept() is None
    keep()
    assert kept() == found
    assert found[0] is not None
    assert found[0].score.colour == BLACK


@pytest.mark.parametrize(
    "found", [[1], {}, [{"line": ["9-1"], "score": [], "nodes": 1, "depth": 1, "time": 1}, None]]
)
def test_a_journal_that_makes_no_sense_is_not_believed(tmp_path: Path, found: object) -> None:
    board = ch.Board()
    board.push("11-15")
    boards, limit = boards_of(board), ch.Limit(nodes=5)
    with Journal(tmp_path / "review.journal", "review", {}) as journal:
        journal.add({"game": key_of(boards, limit), "found": found})
    with ReviewJournal(tmp_path / "review.journal") as reviews:
        assert reviews.get(boards, limit) is None


def test_another_file_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "review.journal").write_text("my notes\n")
    with pytest.raises(JournalError, match="line 1"):
        ReviewJournal(tmp_path / "review.journal")
    assert (tmp_path / "review.journal").read_text() == "my notes\n"


def test_refusals(tmp_path: Path) -> None:
    (tmp_path / "empty.pdn").write_text("")
    (tmp_path / "foreign.pdn").write_text(FOREIGN)
    (tmp_path / "taken").write_text("a file")
    (tmp_path / "game.pdn").write_text(GAME)
    for args, message in [
        ([str(tmp_path / "none.pdn")], "No such file"),
        ([str(tmp_path / "empty.pdn")], "no game of American checkers"),
        ([str(tmp_path / "foreign.pdn")], "no game of American checkers"),
        ([str(tmp_path / "game.pdn"), "-o", str(tmp_path / "taken")], "File exists"),
        (["B:W18:B1", "-o", "x"], "--out is for files of games"),
        (["B:W18:B1", "--json"], "--json is for files of games"),
        ([str(tmp_path / "game.pdn"), "--time", "1"], "--time is for positions"),
    ]:
        done = analyse(*args)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
        assert done.stderr.count("\n") == 1


def test_the_transcript_in_the_docs() -> None:
    """The layout, and the moves that are called faults; scores may drift with the engine."""
    root = Path(__file__).parents[3]
    text = (root / "docs" / "studying.md").read_text(encoding="utf-8")
    [(arguments, printed)] = re.findall(
        r"\$ crownhead analyse (examples[^\n]*)\n(.*?)\n```", text, re.DOTALL
    )[:1]
    path, *limits = arguments.split()
    done = analyse(str(root / path), *limits)
    assert done.stdout.splitlines()[:3] == printed.splitlines()[:3]
    worst = re.findall(r"^(\d+\.+ \S+?)\?\??  ", printed, re.MULTILINE)
    assert worst
    for fault in worst:
        assert re.search(rf"^{re.escape(fault)}\?", done.stdout, re.MULTILINE)
