"""Everything that goes over the wire, as types: what is sent is checked against them before anything else."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from crownhead.engine.levels import DEFAULT_LEVEL, FULL_STRENGTH
from crownhead.study.review.data import JudgedData, ReviewData  # noqa: TC001  msgspec reads them

LONGEST_GAME = 1000
"""Plies. Longer games are refused; the longest on record are far shorter."""

Name = Annotated[str, Meta(max_length=60)]
MoveText = Annotated[str, Meta(max_length=60)]
FenText = Annotated[str, Meta(max_length=400)]
GameId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Key = Annotated[str, Meta(max_length=64)]
Side = Literal["black", "white"]
Kind = Literal["engine", "screen", "link", "terminal", "imported", "match"]
Result = Literal["*", "1-0", "0-1", "1/2-1/2"]
Level = Annotated[int, Meta(ge=1, le=FULL_STRENGTH)]
MoveTexts = Annotated[list[MoveText], Meta(max_length=LONGEST_GAME)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sent by a browser: unknown fields are mistakes."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=False):
    """Sent by the server."""


# -- positions and moves ------------------------------------------------------------------------------


class MoveData(Answer, frozen=True):
    text: str
    path: list[int]
    captures: list[int]


class PositionData(Answer, frozen=True):
    fen: str
    turn: Side
    must_jump: bool
    moves: list[MoveData]
    """The legal moves: the board in the browser knows no rules."""


class PlyData(Answer, frozen=True):
    text: str
    path: list[int]
    captures: list[int]
    fen: str
    """The position after the move."""


class LineAsked(Message, frozen=True):
    """A line of play: where it begins and what was played; the start of the game if no FEN is given."""

    fen: FenText | None = None
    moves: MoveTexts = []


class LineData(Answer, frozen=True):
    start: str
    plies: list[PlyData]
    position: PositionData
    opening: str | None = None


class DatabaseMove(Answer, frozen=True):
    """What the endgame databases say of a legal move, for the player who makes it."""

    move: str
    result: Literal["win", "draw", "loss"]
    plies: int | None


# -- games --------------------------------------------------------------------------------------------


class ClockAsked(Message, frozen=True):
    minutes: Annotated[float, Meta(gt=0, le=600)]
    increment: Annotated[float, Meta(ge=0, le=600)] = 0.0


class NewGame(Message, frozen=True):
    kind: Literal["engine", "screen", "link"] = "engine"
    colour: Literal["black", "white", "random"] = "black"
    level: Level = DEFAULT_LEVEL
    seconds: Annotated[float, Meta(ge=0.05, le=60)] = 1.0
    """The engine's time for a move, where no clock is used."""
    clock: ClockAsked | None = None
    ballot: Literal["none", "3-move", "2-move", "11-man"] | Annotated[int, Meta(ge=1, le=174)] = "none"
    """What is drawn by lot, or the number of a three-move opening."""
    fen: FenText | None = None
    moves: MoveTexts = []
    name: Name = ""
    opponent: Name = ""


class ClockData(Answer, frozen=True):
    initial: float
    increment: float
    black: float
    white: float
    running: Side | None


class OfferData(Answer, frozen=True):
    kind: Literal["draw", "undo", "redo"]
    side: Side


class GameData(Answer, frozen=True):
    id: str
    kind: Kind
    black: str
    white: str
    engine: Side | None
    level: int | None
    start: str
    plies: list[PlyData]
    position: PositionData
    result: Result
    reason: str
    claimable: str | None
    """Why the player to move may claim a draw."""
    clock: ClockData | None
    offer: OfferData | None
    redo: bool
    """Whether something was taken back that can be played again."""
    present: list[Side]
    """Whose seats are taken by a browser right now."""
    rematch: list[Side]
    """Who would like to play again."""
    thinking: bool


class Seated(Answer, frozen=True):
    """A game and the keys of the seats that the asker may give away or keep."""

    game: GameData
    seats: dict[str, str]
    side: Side | None = None
    """What the maker of the game or the invited plays, where that is not both."""
    invitation: str | None = None
    """What opens the other seat, once, to whoever is given it; until then the maker can read it."""


class Acceptance(Message, frozen=True):
    invitation: Key
    name: Name = ""


class RematchAsked(Message, frozen=True):
    swap: bool = False
    """With the sides exchanged."""


class Suggestion(Answer, frozen=True):
    """Another level, for somebody who always wins or always loses; none if there is no reason for one."""

    level: int | None = None
    name: str = ""
    streak: int = 0
    """Games in a row that were won, or lost."""


# -- the socket of a game -----------------------------------------------------------------------------


class Join(Message, frozen=True, tag="join"):
    keys: Annotated[list[Key], Meta(min_length=1, max_length=3)]


class MakeMove(Message, frozen=True, tag="move"):
    ply: Annotated[int, Meta(ge=0, le=LONGEST_GAME)]
    """The number of moves made before this one: a move that is sent twice is made once."""
    move: MoveText


class Act(Message, frozen=True, tag="act"):
    action: Literal["undo", "redo", "draw", "accept", "decline", "resign", "claim", "hint", "rematch"]
    side: Side | None = None
    """Who acts, where one browser holds both seats."""


class Ping(Message, frozen=True, tag="ping"):
    pass


FromPlayer = Join | MakeMove | Act | Ping


class GameSent(Answer, frozen=True, tag="game"):
    game: GameData
    seats: list[str]


class MoveMade(Answer, frozen=True, tag="moved"):
    """A move was made, and is on disk."""

    ply: int
    made: PlyData
    position: PositionData
    claimable: str | None
    clock: ClockData | None
    offer: OfferData | None
    redo: bool
    """Whether something was taken back that can be played again."""
    result: Result
    reason: str
    thinking: bool


class Rematched(Answer, frozen=True, tag="rematched"):
    """Both wanted to play again: the new game, and the key of one's seat in it."""

    game: str
    seats: dict[str, str]


class Hinted(Answer, frozen=True, tag="hint"):
    move: MoveData


class Refused(Answer, frozen=True, tag="refused"):
    code: str
    message: str
    ply: int


class Pong(Answer, frozen=True, tag="pong"):
    pass


class ErrorData(Answer, frozen=True):
    code: str
    message: str
    reasons: list[str] = []


class ErrorAnswer(Answer, frozen=True):
    error: ErrorData


# -- trees of moves -----------------------------------------------------------------------------------

LARGEST_PDN = 4 << 20
"""Characters."""
Comment = Annotated[str, Meta(max_length=20_000)]
Glyph = Annotated[str, Meta(pattern="^[!?]{0,3}$")]


class NodeData(Answer, frozen=True):
    """The first node is the position at the beginning; the first child of a node is its main line."""

    parent: int
    text: str
    path: list[int]
    captures: list[int]
    fen: str
    comment: str
    glyph: str


class TreeData(Answer, frozen=True):
    headers: dict[str, str]
    nodes: list[NodeData]
    problems: list[str]
    """What is wrong in the file."""
    notes: list[str] = []
    """What was forgiven."""


class NodeAsked(Message, frozen=True):
    parent: Annotated[int, Meta(ge=0)]
    move: MoveText
    comment: Comment = ""
    glyph: Glyph = ""


class TreeAsked(Message, frozen=True):
    """Nodes count from 1; 0 is the beginning."""

    nodes: Annotated[list[NodeAsked], Meta(max_length=20_000)]
    start: FenText | None = None
    headers: Annotated[
        dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=500)]], Meta(max_length=60)
    ] = {}
    comment: Comment = ""


class PdnAsked(Message, frozen=True):
    text: Annotated[str, Meta(max_length=LARGEST_PDN)]


class PdnGameAsked(Message, frozen=True):
    text: Annotated[str, Meta(max_length=LARGEST_PDN)]
    game: Annotated[int, Meta(ge=1)] = 1
    """Which game of the file, from 1."""


class PdnGame(Answer, frozen=True):
    """A game of a file, as its tags say."""

    number: int
    black: str
    white: str
    event: str
    date: str
    result: str


# -- one move judged ----------------------------------------------------------------------------------


class JudgementAsked(Message, frozen=True):
    """A move after a line of play, made or only thought of."""

    move: MoveText
    fen: FenText | None = None
    moves: MoveTexts = []


class MoveJudged(Answer, frozen=True):
    judged: JudgedData
    answer: list[PlyData]
    """What the engine would play after the move, for both sides."""


class EngineOptions(Answer, frozen=True):
    """What an analysis may ask for."""

    threads: int
    hash_mb: int


# -- the socket of analysis ---------------------------------------------------------------------------

Number = Annotated[int, Meta(ge=0, le=1 << 31)]


class Analyse(Message, frozen=True, tag="analyse"):
    id: Number
    fen: FenText | None = None
    moves: MoveTexts = []
    lines: Annotated[int, Meta(ge=1, le=5)] = 1
    seconds: Annotated[float, Meta(ge=0.05, le=86_400)] = 60.0
    """As the next two: no more than the server allows."""
    threads: Annotated[int, Meta(ge=1, le=256)] = 1
    hash_mb: Annotated[int, Meta(ge=1, le=65_536)] = 32


class ReviewAsked(Message, frozen=True, tag="review"):
    id: Number
    fen: FenText | None = None
    moves: MoveTexts = []
    nodes: Annotated[int, Meta(ge=1_000, le=2_000_000)] = 200_000
    """For each position at first; the same as on the command line if nothing is said."""


class Stop(Message, frozen=True, tag="stop"):
    pass


FromStudent = Analyse | ReviewAsked | Stop | Ping


class Worth(Answer, frozen=True):
    """What a position is worth, for Black."""

    verdict: Literal["win", "loss", "draw", "evaluation"]
    centimen: int
    plies: int | None


class ThoughtSent(Answer, frozen=True, tag="thought"):
    id: int
    rank: int
    depth: int
    nodes: int
    time: float
    worth: Worth
    line: list[str]
    fens: list[str]
    """The position after each move of the line."""
    path: list[int]
    """Of the first move."""
    database_hits: int


class Reviewing(Answer, frozen=True, tag="reviewing"):
    """How far a review has come, in searches; doubts may bring more."""

    id: int
    done: int
    of: int


class Reviewed(Answer, frozen=True, tag="reviewed"):
    id: int
    review: ReviewData


class Rested(Answer, frozen=True, tag="rested"):
    id: int


# -- the library --------------------------------------------------------------------------------------

GameLength = Annotated[int, Meta(ge=0, le=LONGEST_GAME)]
PageNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class Summary(Answer, frozen=True):
    id: str
    kind: Kind
    black: str
    white: str
    result: str
    reason: str
    plies: int
    created: float
    """Seconds since 1970."""
    changed: float
    event: str
    opening: str
    date: str
    """As the record has it, 1855.03.01."""
    tags: list[str]


class LibraryPage(Answer, frozen=True):
    total: int
    games: list[Summary]


class ImportData(Answer, frozen=True):
    """An import, under way or over."""

    number: int
    name: str
    state: Literal["running", "done", "undone", "failed"]
    games: int
    duplicates: int
    problems: list[str]
    size: int
    """Bytes of the file, and how many have been read; 0 of an import of another day."""
    read: int
    error: str


class ChosenAsked(Message, frozen=True):
    games: Annotated[list[GameId], Meta(max_length=1000)]


class OrderAsked(Message, frozen=True):
    """What is to be done with games: those that are named, or all that a search finds."""

    action: Literal["delete", "restore", "collect", "release", "tag", "untag"]
    games: Annotated[list[GameId], Meta(max_length=1000)] = []
    found: dict[Name, FenText] | None = None
    """The parameters of a search, for all that it finds."""
    name: Name = ""
    """Of the collection or the tag."""
    when: float = 0.0
    """To restore: what the answer to the deletion said."""


class Ordered(Answer, frozen=True):
    games: int
    when: float


class LabelData(Answer, frozen=True):
    kind: Literal["collection", "tag"]
    name: str
    games: int


class TallyData(Answer, frozen=True):
    wins: int
    draws: int
    losses: int


class OpeningTally(Answer, frozen=True):
    opening: str
    black: TallyData
    white: TallyData


class PlayerResults(Answer, frozen=True):
    name: str
    games: int
    black: TallyData
    white: TallyData
    openings: list[OpeningTally]
    years: dict[str, TallyData]


class PlayerName(Answer, frozen=True):
    name: str
    games: int


class Imported(Answer, frozen=True):
    games: list[str]
    problems: list[str]
    duplicates: int
    """Games that were there already and are not kept twice."""


# -- problems -----------------------------------------------------------------------------------------


class ProblemData(Answer, frozen=True):
    number: int
    grade: int
    length: int
    """Moves that the solver has to find."""
    fen: str
    side: Side
    """Who solves it."""


class AttemptAsked(Message, frozen=True):
    moves: Annotated[list[MoveText], Meta(max_length=60)]
    """All that were played, the solver's and the answers."""


ProblemVerdict = Literal["begun", "right", "solved", "draws", "loses", "unproved"]


class Solving(Answer, frozen=True):
    verdict: ProblemVerdict
    text: str
    """What is said to the solver."""
    plies: list[PlyData]
    position: PositionData
