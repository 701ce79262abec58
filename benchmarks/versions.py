"""Two versions of crownhead side by side: what the newer one costs of what the older one does.

Give the Python of an environment for each. Every round runs each piece of work once in the older and once in the
newer one, in processes of their own, and compares processor time: a busy machine troubles both alike. Printed are the
best times and their ratio, and the median of the ratios of the rounds. Both must give the same answer.

Usage: python benchmarks/versions.py OLD/bin/python NEW/bin/python [ROUNDS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

TIMED = """
import time
import crownhead as ch
{prepare}
begin = time.process_time()
{work}
print(time.process_time() - begin, answer)
"""
GAMES = Path(__file__).parents[1] / "tests" / "data" / "pdn"
READ = f"[path for path in pathlib.Path({str(GAMES)!r}).glob('*.pdn') if path.stat().st_size > 2000]"
PERFT = """
def walk(position, depth):
    if depth == 0:
        return 1
    return sum([walk(position.play(move), depth - 1) for move in position.legal_moves()])
"""
PLAYED = """
import random
def played(seed):
    board, dice = ch.Board(), random.Random(seed)
    while board.outcome(claim_draw=True) is None:
        move = dice.choice(board.legal_moves())
        assert board.parse_move(board.position.notation(move)) == move
        board.push(move)
    return len(board)
"""
WORK = {
    "perft 11, in the core": ("", "answer = ch.perft(ch.Position.start(), 11)"),
    "bench: 40 searches to depth 18": (
        "from crownhead.engine.bench import bench",
        "answer = bench().nodes",
    ),
    "perft 9, in Python": (PERFT, "answer = walk(ch.Position.start(), 9)"),
    "1,000 games through Board, moves written and read": (
        PLAYED,
        "answer = sum(played(seed) for seed in range(1000))",
    ),
    "PDN read with every move, 200 times": (
        f"import pathlib\nfiles = {READ}",
        "answer = sum(len(list(g.mainline())) for _ in range(200) for f in files for g in ch.pdn.games(f))",
    ),
    "PDN written, 200 times": (
        f"import pathlib\ngames = [game for f in {READ} for game in ch.pdn.games(f)]",
        "answer = sum(len(ch.pdn.dumps(game).split()) for _ in range(200) for game in games)",
    ),
}
IMPORTS = {
    "import crownhead": "import crownhead",
    "crownhead --help": "from crownhead.terminal.main import main; main(['--help'])",
}


def environment(folder: str) -> dict[str, str]:
    return {**os.environ, "CROWNHEAD_DATA": folder}


def timed(python: str, prepare: str, work: str, folder: str) -> tuple[float, str]:
    program = TIMED.format(prepare=prepare, work=work)
    told = subprocess.check_output([python, "-c", program], text=True, env=environment(folder))
    seconds, answer = told.split()
    return float(seconds), answer


def started(python: str, program: str, folder: str) -> tuple[float, str]:
    """Processor time of a whole process."""
    before = os.times()
    for _ in range(5):
        subprocess.run(
            [python, "-c", program], check=True, stdout=subprocess.DEVNULL, env=environment(folder)
        )
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent / 5, ""


def main() -> None:
    old, new = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    print(f"{time.strftime('%d %B %Y')}, {rounds} rounds, processor time\n")
    print("| work | before | now | now/before, best | now/before, median |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in (*WORK, *IMPORTS):
            pairs = []
            for _ in range(rounds):
                if name in WORK:
                    one, other = (timed(python, *WORK[name], folder) for python in (old, new))
                else:
                    one, other = (started(python, IMPORTS[name], folder) for python in (old, new))
                assert one[1] == other[1], f"{name}: {one[1]} before and {other[1]} now"
                pairs.append((one[0], other[0]))
            before, now = (min(times) for times in zip(*pairs, strict=True))
            middle = median(b / a for a, b in pairs)
            print(
                f"| {name} | {before:.3f} s | {now:.3f} s | {now / before:.2f} | {middle:.2f} |", flush=True
            )


if __name__ == "__main__":
    main()
