"""The exact value of an endgame, and how to win it.

The database of up to four pieces builds itself when it is first asked for, in a few seconds.
"""

import crownhead as ch

tablebase = ch.Tablebase.open()

position = ch.Position.from_fen("W:WK15,20:BK28,12")
print(f"White to move: {tablebase.probe(position)}")
for move, value in tablebase.moves(position):
    print(f"  {move}: {value}")

line = tablebase.line(position)
print(f"The shortest win against the longest defence: {' '.join(map(str, line[:8]))} ... ({len(line)} plies)")
