"""The table of a tournament, as text and as a page of its own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.match.tournament import Row, Tournament

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #ddd; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
.self { background: #eee; }
@media (prefers-color-scheme: dark) {
  body { background: #1c1c1c; color: #ddd; } th, td { border-color: #444; } .self { background: #333; }
}
"""


def text_table(contest: Tournament) -> str:
    rows = contest.table()
    width = max(len("player"), *(len(row.name) for row in rows))
    lines = [f"{'':>3}  {'player':{width}}  {'Elo':>6}  {'points':>11}"]
    for place, row in enumerate(rows, 1):
        points = f"{row.points:g}/{row.games}"
        lines.append(f"{place:>3}  {row.name:{width}}  {row.elo:>+6.0f}  {points:>11}")
    return "\n".join([*lines, *_faults(rows)])


def _faults(rows: list[Row]) -> Iterator[str]:
    faulty = [row for row in rows if row.faults]
    if faulty:
        yield ""
    for row in faulty:
        yield f"{row.name} lost {row.faults} {'game' if row.faults == 1 else 'games'} by a fault: {_words(row.fault)}"


def _words(fault: str) -> str:
    """Without the colour and the name of the error that a record of a game has before it."""
    return fault.partition("BotFault: ")[2] or fault or "it was late"


def page(contest: Tournament) -> str:
    """A whole HTML page that needs no other file."""
    rows = contest.table()
    head = "".join(f"<th>{number}</th>" for number in range(1, len(rows) + 1))
    body = "".join(_line(contest, rows, place) for place in range(len(rows)))
    faults = "".join(f"<li>{escape(line)}</li>" for line in _faults(rows) if line)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tournament</title>
<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>
<body><h1>Tournament</h1>
<p>Each two players meet in {contest.games} games. A cell holds the points of the player of its row.</p>
<table><thead><tr><th></th><th>player</th><th>Elo</th><th>points</th>{head}</tr></thead>
<tbody>{body}</tbody></table>
{f"<h2>Games lost by a fault</h2><ul>{faults}</ul>" if faults else ""}
</body></html>
"""


def _line(contest: Tournament, rows: list[Row], place: int) -> str:
    row = rows[place]
    cells = "".join(_cell(contest, row.name, other.name) for other in rows)
    return (
        f"<tr><td>{place + 1}</td><td>{escape(row.name)}</td><td>{row.elo:+.0f}</td>"
        f"<td>{row.points:g}/{row.games}</td>{cells}</tr>\n"
    )


def _cell(contest: Tournament, name: str, other: str) -> str:
    if name == other:
        return '<td class="self"></td>'
    score = contest.score(name, other)
    return f"<td>{score[0]:g}</td>" if score else "<td></td>"
