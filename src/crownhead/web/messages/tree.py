"""Trees of moves, and the games of PDN files."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from crownhead.web.messages.wire import Answer, FenText, Message, MoveText

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
    game: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 1
    """Which game of the file, from 1."""


class PdnGame(Answer, frozen=True):
    """A game of a file, as its tags say."""

    number: int
    black: str
    white: str
    event: str
    date: str
    result: str


# -- analyses that are kept ----------------------------------------------------------------------------

AnalysisName = Annotated[str, Meta(pattern="^[0-9a-z-]{1,40}$")]


class AnalysisNode(Message, frozen=True):
    """A node as the browser has it; -1 is the parent of the first."""

    parent: Annotated[int, Meta(ge=-1, le=20_000)]
    text: MoveText
    path: Annotated[list[int], Meta(max_length=20)]
    captures: Annotated[list[int], Meta(max_length=20)]
    fen: FenText
    comment: Comment = ""
    glyph: Annotated[str, Meta(max_length=8)] = ""
    folded: bool = False


class AnalysisTree(Message, frozen=True):
    nodes: Annotated[list[AnalysisNode], Meta(min_length=1, max_length=20_000)]
    headers: Annotated[
        dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=500)]], Meta(max_length=60)
    ] = {}


class AnalysisAsked(Message, frozen=True):
    version: Annotated[int, Meta(ge=0, le=1 << 53)]
    """The one that was read; 0 for a new analysis."""
    title: Annotated[str, Meta(max_length=300)]
    tree: AnalysisTree


class AnalysisData(Answer, frozen=True):
    name: str
    version: int
    changed: float
    title: str
    tree: AnalysisTree | None = None
    """None where nothing but the title is told."""
    saved: bool = True
    """False where another version was there already, which is this one, and nothing was written."""
