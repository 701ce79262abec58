"""Where in a game its result became certain, and where a proved result was given away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.proofs.verdict import verdict_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.proofs.verdict import ProvedVerdict
    from crownhead.rules.position import Position
    from crownhead.study.review.judged import Review


@dataclass(frozen=True, slots=True)
class ProvedTurn:
    """A position of a game of which another result is proved than was before it."""

    number: int
    """Moves before it, of both players."""
    position: Position
    after: str
    """The move that led to it, as books write it; empty at the beginning."""
    verdict: ProvedVerdict

    @property
    def words(self) -> str:
        """After 23... 18-14: White wins, proved by search or database."""
        place = f"After {self.after}" if self.after else "At the beginning"
        said = self.verdict.sentence
        return f"{place}: {said[0].lower() + said[1:] if self.verdict.winner is None else said}"


def proved_turns(review: Review) -> Iterator[ProvedTurn]:
    """In the order of the game. What was proved before and is not proved any more is not told."""
    last: ProvedVerdict | None = None
    for number, (position, verdict) in enumerate(zip(review.positions, verdicts(review), strict=True)):
        if verdict is None or (last is not None and last.winner == verdict.winner):
            continue
        last = verdict
        yield ProvedTurn(number, position, review.moves[number - 1].text if number else "", verdict)


def verdicts(review: Review) -> list[ProvedVerdict | None]:
    """Of every position, the first included."""
    return [
        verdict_of(position, score) for position, score in zip(review.positions, review.scores, strict=True)
    ]
