"""The course of a game as a graph: what every position was worth to Black."""

from pathlib import Path

import crownhead as ch
from crownhead.picture import graph, graph_png
from crownhead.study.review import men, review

game = ch.pdn.loads(
    "1. 11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18 4-8 26-22 10-14 18x9 5x14 22-18 1-5 18x9 5x14 *"
)

found = review(game, ch.Limit(nodes=30_000))
values = [men(score) for score in found.scores]
marks = [graph.Mark(judged.number + 1, "#b71c1c", judged.text) for judged in found.mistakes]

Path("course.svg").write_text(graph.svg(values, marks), encoding="utf-8")
Path("course.png").write_bytes(graph_png.png(values, marks))
print(
    f"course.svg and course.png show {len(values)} positions, from {min(values):+.2f} to {max(values):+.2f} men"
)
