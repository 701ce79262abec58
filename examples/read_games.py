"""A PDN file read, searched and written."""

from pathlib import Path

import crownhead as ch

Path("games.pdn").write_text(
    """
[Event "Club"] [Black "Ann"] [White "Bob"] [Result "1-0"]
1. 9-14 {The double corner.} 22-18 2. 5-9 24-19 3. 11-15 18x11 4. 8x24 28x19 1-0

[Event "Club"] [Black "Bob"] [White "Ann"] [Result "1/2-1/2"]
1. 11-15 23-19 (1... 22-18 2. 15x22 25x18) 2. 8-11 22-17 1/2-1/2
""",
    encoding="utf-8",
)

for game in ch.pdn.games("games.pdn"):
    print(f"{game.headers['Black']} - {game.headers['White']} {game.result}, {len(game.moves)} moves")
    for node in game.mainline():
        for variation in node.variations:
            assert node.next is not None  # what the variation is an alternative to
            print(f"  instead of {node.next.notation}: {variation.notation}")
        if node.comment:
            print(f"  {node.notation}: {node.comment}")

drawn = [game for game in ch.pdn.games("games.pdn") if game.result == "1/2-1/2"]
ch.pdn.write(drawn, "drawn.pdn")
print(Path("drawn.pdn").read_text(encoding="utf-8"))
