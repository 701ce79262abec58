"""The best lines of a position, and one of its moves explained in words."""

import crownhead as ch
from crownhead.study.explain import explain

board = ch.Board("W:W18,26,30:B10,11,19")  # White to move and win

with ch.Engine(hash_mb=16) as engine:
    latest = {}
    for info in engine.analyse(board, ch.Limit(depth=11), lines=3):
        latest[info.rank] = info
    for rank, info in sorted(latest.items()):
        print(f"{rank}. {info.score!s:>10}  {' '.join(map(str, info.line[:6]))}")

    print(explain(board, board.parse_move("18-14"), engine, ch.Limit(depth=11)))
