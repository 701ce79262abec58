"""PDN in and out."""

from __future__ import annotations

from starlette.responses import Response

from crownhead.web.api.endpoint import Ask, Endpoint
from crownhead.web.api.trees import list_games, read_tree, write_tree
from crownhead.web.messages.tree import LARGEST_PDN, PdnAsked, PdnGame, PdnGameAsked, TreeAsked, TreeData


async def read_pdn(ask: Ask) -> TreeData:
    return await ask.service.clerk.do(ask.asker, read_tree, ask.body.text, ask.body.game)


async def list_pdn(ask: Ask) -> list[PdnGame]:
    return await ask.service.clerk.do(ask.asker, list_games, ask.body.text)


async def write_pdn(ask: Ask) -> Response:
    text = await ask.service.clerk.do(ask.asker, write_tree, ask.body)
    return Response(text, media_type="text/plain")


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/pdn/games",
        "The games of a PDN by their tags",
        list_pdn,
        takes=PdnAsked,
        gives=list[PdnGame],
        largest=2 * LARGEST_PDN,
    ),
    Endpoint(
        "POST",
        "/api/pdn/read",
        "A game of a PDN as a tree",
        read_pdn,
        takes=PdnGameAsked,
        gives=TreeData,
        largest=2 * LARGEST_PDN,
    ),
    Endpoint(
        "POST",
        "/api/pdn/write",
        "A tree as PDN",
        write_pdn,
        takes=TreeAsked,
        gives="text/plain",
        largest=2 * LARGEST_PDN,
    ),
]
