"""Players of the library: their results, accuracy and mistakes, as data and as pictures; all games reviewed in the
background."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlencode

from msgspec import Meta
from starlette.responses import Response

from crownhead.picture.player import accuracy_svg, mistakes_svg, results_svg
from crownhead.record.library import player, reviews
from crownhead.web.api.endpoint import Ask, Endpoint, QueryParameter
from crownhead.web.messages.players import (
    AccuracyData,
    MistakeData,
    OpeningTally,
    PhaseResult,
    PlayerName,
    PlayerResults,
    ReviewsData,
    TallyData,
)
from crownhead.web.messages.wire import Name

if TYPE_CHECKING:
    from crownhead.record.library.player import MistakeTally, PlayerStatistics, PlayerTally

NARROW = 500
"""Units of width below which names stand above their bars."""


async def list_players(ask: Ask) -> list[PlayerName]:
    await ask.service.store.refresh()
    found = await ask.service.store.read(lambda db: player.players(db, ask.visitor))
    return [PlayerName(*each) for each in found]


async def read_player(ask: Ask) -> PlayerResults:
    made = await _statistics(ask)
    return PlayerResults(
        name=made.name,
        games=made.games,
        black=_tally(made.black),
        white=_tally(made.white),
        openings=[
            OpeningTally(name, _tally(both["black"]), _tally(both["white"]))
            for name, both in made.openings.items()
        ],
        years={year: _tally(tally) for year, tally in made.years.items()},
        reviewed=made.reviewed,
        accuracy=[AccuracyData(*point) for point in made.accuracy],
        phases=[PhaseResult(*phase) for phase in made.phases],
        mistakes=[MistakeData(*mistake) for mistake in made.mistakes],
    )


async def draw_player(ask: Ask) -> Response:
    made = await _statistics(ask)
    narrow = ask.body.get("width", NARROW) < NARROW
    match ask.body.get("part", "results"):
        case "accuracy":
            text = accuracy_svg(made, lambda game: f"/analyse?game={game}&review", narrow=narrow)
        case "mistakes":
            text = mistakes_svg(made, partial(_games_with, made.name), narrow=narrow)
        case _:
            text = results_svg(made, narrow=narrow)
    return Response(text, media_type="image/svg+xml")


def _games_with(name: str, tally: MistakeTally) -> str:
    """Where the games stand in which the player made such a mistake."""
    return "/library?" + urlencode({"player": name, "mistake": tally.theme, "phase": tally.phase})


async def _statistics(ask: Ask) -> PlayerStatistics:
    await ask.service.store.refresh()
    statistics = partial(player.player_statistics, owner=ask.visitor, name=ask.body["name"])
    return await ask.service.store.read(statistics)


def _tally(tally: PlayerTally) -> TallyData:
    return TallyData(tally.wins, tally.draws, tally.losses)


# -- reviews in the background -------------------------------------------------------------------------


async def begin_reviews(ask: Ask) -> ReviewsData:
    await ask.service.store.refresh()
    await ask.service.reviews.begin(ask.visitor, ask.asker)
    return await read_reviews(ask)


async def read_reviews(ask: Ask) -> ReviewsData:
    # As the run is now: it goes on while the games are counted, and one that has ended must not come with old counts.
    store, run = ask.service.store, replace(ask.service.reviews.run_of(ask.visitor))
    reviewed = await store.read(lambda db: reviews.count_reviews(db, ask.visitor))
    waiting = await store.read(lambda db: len(reviews.unreviewed(db, ask.visitor)))
    return ReviewsData(run.running, run.done, run.of, reviewed, waiting, run.error)


async def cancel_reviews(ask: Ask) -> ReviewsData:
    await ask.service.reviews.cancel(ask.visitor)
    return await read_reviews(ask)


NAME = (QueryParameter("name", Name, "the whole name of a player", required=True),)
DRAWN = (
    *NAME,
    QueryParameter(
        "part", Literal["results", "accuracy", "mistakes"], "what is drawn; results if nothing is said"
    ),
    QueryParameter("width", Annotated[int, Meta(ge=1, le=10_000)], "pixels that there are for it"),
)
REVIEWS = "/api/library/reviews"
ENDPOINTS = [
    Endpoint("GET", "/api/library/players", "Who played", list_players, gives=list[PlayerName]),
    Endpoint(
        "GET",
        "/api/library/player",
        "A player's results, accuracy and mistakes",
        read_player,
        gives=PlayerResults,
        query=NAME,
    ),
    Endpoint(
        "GET",
        "/api/library/player.svg",
        "A player's results, accuracy or mistakes, drawn",
        draw_player,
        gives="image/svg+xml",
        query=DRAWN,
    ),
    Endpoint(
        "POST", REVIEWS, "Review all games that have no review", begin_reviews, gives=ReviewsData, status=202
    ),
    Endpoint("GET", REVIEWS, "How far the reviews are", read_reviews, gives=ReviewsData),
    Endpoint("DELETE", REVIEWS, "Stop reviewing", cancel_reviews, gives=ReviewsData),
]
