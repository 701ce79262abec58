"""The library put in order: files brought in, collections and tags, deleting with undo, and players."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from crownhead.errors import BadRequest, UnknownGame
from crownhead.record.library import incoming, putting
from crownhead.record.library.putting import Selection
from crownhead.record.library.search import where
from crownhead.web.api.endpoint import OR_MISSING, ORDINARY_BODY, Ask, Endpoint, QueryParameter
from crownhead.web.api.library import SEARCH, ready
from crownhead.web.imports import SUFFIX
from crownhead.web.messages.library import (
    ImportData,
    LabelData,
    OrderAsked,
    Ordered,
)

if TYPE_CHECKING:
    import sqlite3


LARGEST_FILE = 1 << 30
"""Bytes of one import."""
ImportNumber = Annotated[int, Meta(ge=1, le=1 << 53)]
LABELS: dict[str, putting.LabelKind] = {
    "collect": "collection",
    "release": "collection",
    "tag": "tag",
    "untag": "tag",
}


async def begin_import(ask: Ask) -> ImportData:
    """The file is the body of the request, as it is."""
    name = ask.request.query_params.get("name", "")[:120] or "games.pdn"
    descriptor, path = tempfile.mkstemp(SUFFIX, dir=ask.service.store.path.parent)
    file = Path(path)
    try:
        size = 0
        with os.fdopen(descriptor, "wb") as out:
            async for chunk in ask.request.stream():
                size += len(chunk)
                if size > LARGEST_FILE:
                    raise BadRequest(f"a file of more than {LARGEST_FILE >> 20} MB: bring it in by parts")
                await asyncio.to_thread(out.write, chunk)
        ask.service.limits.imported(ask.asker, size)
        number = await ask.service.imports.begin(ask.visitor, ask.asker, name, file)
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return await _import(ask, number)


async def read_import(ask: Ask) -> ImportData:
    return await _import(ask, ask.body["number"])


async def undo_import(ask: Ask) -> ImportData:
    number = ask.body["number"]
    await ask.service.store.write(lambda db: incoming.undo(db, ask.visitor, number))
    return await _import(ask, number)


async def _import(ask: Ask, number: int) -> ImportData:
    found = await ask.service.store.read(lambda db: incoming.read_import(db, ask.visitor, number))
    if found is None:
        raise UnknownGame("there is no such import")
    progress = ask.service.imports.progress.get(number)
    size, read, error = (progress.size, progress.read, progress.error) if progress else (0, 0, "")
    return ImportData(
        number,
        found.name,
        found.state,
        found.games,
        found.duplicates,
        found.problems,
        size,
        read,
        error,
    )


async def order(ask: Ask) -> Ordered:
    asked: OrderAsked = ask.body
    if asked.action == "restore":
        count = await ask.service.store.write(lambda db: putting.bring_back(db, ask.visitor, asked.when))
        return Ordered(count, asked.when)
    name = " ".join(asked.name.split())
    if asked.action != "delete" and not name:
        raise BadRequest("a collection or a tag needs a name")
    search = None if asked.found is None else await ready(ask, _typed(asked.found))

    def work(db: sqlite3.Connection) -> Ordered:
        condition, values = (
            where(db, ask.visitor, search) if search else putting.named(ask.visitor, asked.games)
        )
        games = Selection(condition, tuple(values))
        match asked.action:
            case "delete":
                when, count = putting.hide(db, ask.visitor, games)
                return Ordered(count, when)
            case "collect" | "tag":
                return Ordered(putting.put(db, ask.visitor, LABELS[asked.action], name, games), 0.0)
            case _:
                return Ordered(putting.take_out(db, ask.visitor, LABELS[asked.action], name, games), 0.0)

    done = await ask.service.store.write(work)
    if asked.action == "delete":
        for game in asked.games:
            ask.service.rooms.end(game, ask.visitor)
    return done


def _typed(found: dict[str, str]) -> dict[str, Any]:
    known = {parameter.name: parameter.type for parameter in SEARCH}
    if unknown := set(found) - set(known):
        raise BadRequest(f"a search has no parameter {min(unknown)!r}")
    try:
        return {name: msgspec.convert(text, known[name], strict=False) for name, text in found.items()}
    except msgspec.ValidationError as error:
        raise BadRequest(f"the search does not fit: {error}") from error


async def list_labels(ask: Ask) -> list[LabelData]:
    found = await ask.service.store.read(lambda db: putting.labels(db, ask.visitor))
    return [LabelData(*label) for label in found]


NUMBER = (QueryParameter("number", ImportNumber, "of the import", required=True),)
ENDPOINTS = [
    Endpoint("POST", "/api/library/imports", "Bring in a file", begin_import, gives=ImportData, status=202),
    Endpoint(
        "GET",
        "/api/library/imports",
        "How far an import is",
        read_import,
        gives=ImportData,
        query=NUMBER,
        errors=OR_MISSING,
    ),
    Endpoint(
        "DELETE",
        "/api/library/imports",
        "Undo an import",
        undo_import,
        gives=ImportData,
        query=NUMBER,
        errors=OR_MISSING,
    ),
    Endpoint(
        "POST",
        "/api/library/order",
        "Delete, restore, collect or tag games",
        order,
        takes=OrderAsked,
        gives=Ordered,
        largest=ORDINARY_BODY,
    ),
    Endpoint("GET", "/api/library/labels", "Collections and tags", list_labels, gives=list[LabelData]),
]
