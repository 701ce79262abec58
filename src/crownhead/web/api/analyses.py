"""Analyses, kept in the library at every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import BadRequest
from crownhead.record.library import analyses
from crownhead.web.api.endpoint import Ask, Endpoint
from crownhead.web.messages.tree import LARGEST_PDN, AnalysisAsked, AnalysisData, AnalysisName, AnalysisTree

if TYPE_CHECKING:
    import sqlite3

    from crownhead.record.library.analyses import AnalysisRow

LISTED = 100


async def list_analyses(ask: Ask) -> list[AnalysisData]:
    found = await ask.service.store.read(lambda db: analyses.analyses(db, ask.visitor, LISTED))
    return [AnalysisData(row.name, row.version, row.changed, row.title) for row in found]


async def read_analysis(ask: Ask) -> AnalysisData:
    """One that is not there yet has version 0 and no tree."""
    name = _name(ask)
    row = await ask.service.store.read(lambda db: analyses.read_analysis(db, ask.visitor, name))
    return AnalysisData(name, 0, 0.0, "") if row is None else _data(row)


async def write_analysis(ask: Ask) -> AnalysisData:
    """Where another version is there by now, that one is sent back and nothing is written."""
    asked: AnalysisAsked = ask.body
    name, tree = _name(ask), msgspec.json.encode(asked.tree).decode()

    def work(db: sqlite3.Connection) -> AnalysisData:
        ask.service.store.expect_space(db)
        version, saved = analyses.write_analysis(db, ask.visitor, name, asked.version, asked.title, tree)
        if not saved and (latest := analyses.read_analysis(db, ask.visitor, name)):
            return _data(latest, saved=False)
        if not saved:  # it was deleted meanwhile
            version, _ = analyses.write_analysis(db, ask.visitor, name, 0, asked.title, tree)
        return AnalysisData(name, version, 0.0, asked.title)

    return await ask.service.store.write(work)


async def delete_analysis(ask: Ask) -> None:
    name = _name(ask)
    await ask.service.store.write(lambda db: analyses.delete_analysis(db, ask.visitor, name))


def _data(row: AnalysisRow, saved: bool = True) -> AnalysisData:
    tree = msgspec.json.decode(row.tree, type=AnalysisTree)
    return AnalysisData(row.name, row.version, row.changed, row.title, tree, saved)


def _name(ask: Ask) -> str:
    try:
        return msgspec.convert(ask.request.path_params["name"], AnalysisName)
    except msgspec.ValidationError:
        raise BadRequest("the name of an analysis is at most 40 small letters, digits and hyphens") from None


ONE = "/api/analyses/{name}"
ENDPOINTS = [
    Endpoint("GET", "/api/analyses", "The latest analyses", list_analyses, gives=list[AnalysisData]),
    Endpoint("GET", ONE, "An analysis", read_analysis, gives=AnalysisData),
    Endpoint(
        "PUT",
        ONE,
        "Keep an analysis",
        write_analysis,
        takes=AnalysisAsked,
        gives=AnalysisData,
        largest=2 * LARGEST_PDN,
    ),
    Endpoint("DELETE", ONE, "Delete an analysis", delete_analysis, status=204),
]
