"""What the index writes of a game, and what it asks for to answer a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.record.collection.query import opening_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead._core import Signature
    from crownhead.record.collection.query import Query
    from crownhead.record.pdn.signatures import Trace
    from crownhead.record.pdn.source import RawGame


def row_of(raw: RawGame, trace: Trace) -> tuple[object, ...]:
    headers = trace.headers
    names = [headers.get(name, "").casefold() for name in ("Black", "White", "Event", "Site")]
    result = headers.get("Result") or "*"
    return (
        raw.line,
        raw.offset,
        len(raw.text),
        *names,
        headers.get("Date", ""),
        result,
        opening_number(trace.main),
    )


def distinct(trace: Trace) -> tuple[dict[int, bool], dict[int, bool]]:
    """Keys and materials of a game, each with whether it stands in the main line."""
    of_key: dict[int, bool] = {}
    of_code: dict[int, bool] = {}
    lines: list[tuple[bool, list[Signature]]] = [(False, trace.variations), (True, trace.main)]
    for main, signatures in lines:
        for key, code in signatures:
            of_key[key] = of_code[code] = main
    return of_key, of_code


def signed(key: int) -> int:
    """SQLite's integers have a sign."""
    return key - (1 << 64) if key >> 63 else key


def conditions(query: Query) -> tuple[list[str], list[object]]:
    needs: list[str] = []
    values: list[object] = []

    def need(condition: str, *given: object) -> None:
        needs.append(condition)
        values.extend(given)

    for column, wanted in (
        ("black", query.black),
        ("white", query.white),
        ("event", query.event),
        ("site", query.site),
    ):
        if wanted:
            need(f"instr(games.{column}, ?)", wanted.casefold())
    if query.player:
        need("(instr(games.black, ?) OR instr(games.white, ?))", *[query.player.casefold()] * 2)
    if query.result:
        need("games.result = ?", query.result)
    if openings := query.openings:
        need(f"games.opening IN ({_marks(openings)})", *openings)
    main = "" if query.variations else " AND main"
    if query.position is not None:
        keys = list(map(signed, query.keys))
        need(f"games.id IN (SELECT game FROM positions WHERE key IN ({_marks(keys)}){main})", *keys)
    if query.material is not None:
        codes = query.materials
        need(f"games.id IN (SELECT game FROM materials WHERE code IN ({_marks(codes)}){main})", *codes)
    return needs, values


def _marks(values: Iterable[object]) -> str:
    return ", ".join("?" for _ in values)
