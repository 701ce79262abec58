"""The API described by itself: an OpenAPI document made from the table of endpoints."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import msgspec

from crownhead.web.messages.wire import ErrorAnswer, GameId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.web.api.endpoint import Endpoint, QueryParameter

MEANINGS = {
    400: "What was sent cannot be read",
    403: "The key does not open this seat, or the request comes from another site's page",
    404: "No such thing, as far as the asker may know",
    409: "The game does not allow that now",
    413: "Larger than this address takes",
    422: "A position or move that cannot be",
    429: "Too many requests",
    503: "The engine is busy, or the disk is full: try again",
}
REFERENCES = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    kinds = {kind for e in endpoints for kind in (e.takes, e.gives) if kind and not isinstance(kind, str)}
    ordered = [ErrorAnswer, *sorted(kinds, key=str)]
    schemas, components = msgspec.json.schema_components(ordered, ref_template=REFERENCES)
    by_kind = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "crownhead", "version": version("crownhead"), "description": "American checkers."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "parameters": [_path_parameter(name) for name in re.findall(r"{(\w+)}", endpoint.path)]
        + [_query_parameter(query) for query in endpoint.query],
        "responses": _responses(endpoint, schemas),
    }
    if "{game}" in endpoint.path:
        operation["security"] = [{"seat": []}, {}]
    if endpoint.takes:
        content = {"application/json": {"schema": schemas[endpoint.takes]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _responses(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "Done"}
    if isinstance(endpoint.gives, str):
        done["content"] = {endpoint.gives: {"schema": {"type": "string"}}}
    elif endpoint.gives:
        done["content"] = {"application/json": {"schema": schemas[endpoint.gives]}}
    refused = {"application/json": {"schema": schemas[ErrorAnswer]}}
    codes = set(endpoint.errors) | ({404, 409} if "{" in endpoint.path else set())
    errors = {str(code): {"description": MEANINGS[code], "content": refused} for code in sorted(codes)}
    return {str(endpoint.status): done, **errors}


def _path_parameter(name: str) -> dict[str, Any]:
    kind = GameId if name == "game" else str
    return {"name": name, "in": "path", "required": True, "schema": msgspec.json.schema(kind)}


def _query_parameter(query: QueryParameter) -> dict[str, Any]:
    return {
        "name": query.name,
        "in": "query",
        "required": query.required,
        "description": query.summary,
        "schema": msgspec.json.schema(query.type),
    }
