"""What carries notes: the part of a node that has to do with words, glyphs, clocks and evaluations."""

from __future__ import annotations

from crownhead.record.game import notes
from crownhead.record.game.notes import Notes


class Annotated:
    """Most moves have no notes: they are made when first written to."""

    __slots__ = ("_notes",)

    _notes: Notes | None

    @property
    def notes(self) -> Notes:
        if self._notes is None:
            self._notes = Notes()
        return self._notes

    @property
    def has_notes(self) -> bool:
        return bool(self._notes)

    @property
    def comment(self) -> str:
        """What follows the move in words, without the commands for clocks and evaluations."""
        return notes.without_commands(self._notes.comments) if self._notes else ""

    @comment.setter
    def comment(self, text: str) -> None:
        kept = [f"[%{name} {value}]" for name in ("clk", "emt", "eval") if (value := self.command(name))]
        self.notes.comments = kept + ([notes.tidy(text)] if text.strip() else [])

    @property
    def comment_before(self) -> str:
        return notes.without_commands(self._notes.before) if self._notes else ""

    @property
    def nags(self) -> list[int]:
        return self.notes.nags

    @property
    def strength(self) -> str:
        return self._notes.strength if self._notes else ""

    @strength.setter
    def strength(self, text: str) -> None:
        if text.strip("!?"):
            raise ValueError(f"a strength is written with ! and ?, not {text!r}")
        self.notes.strength = text

    def command(self, *names: str) -> str | None:
        """The value of a command such as clk in the comments."""
        return notes.command(self._notes.comments, *names) if self._notes else None

    def set_command(self, name: str, value: str | None) -> None:
        self.notes.comments = notes.with_command(self.notes.comments, name, value)

    @property
    def clock(self) -> float | None:
        """Seconds that the player who moved had left."""
        return notes.seconds(self.command("clk", "clock"))

    @clock.setter
    def clock(self, time: float | None) -> None:
        self.set_command("clk", None if time is None else notes.clock_text(time))

    @property
    def from_book(self) -> bool:
        """Whether the record says that an engine knew the move from its opening book."""
        return self._notes is not None and notes.BOOK in self._notes.comments

    @from_book.setter
    def from_book(self, known: bool) -> None:
        if known != self.from_book:
            others = [comment for comment in self.notes.comments if comment != notes.BOOK]
            self.notes.comments = [*others, notes.BOOK] if known else others

    @property
    def elapsed(self) -> float | None:
        """Seconds that the move took."""
        return notes.seconds(self.command("emt"))

    @elapsed.setter
    def elapsed(self, time: float | None) -> None:
        self.set_command("emt", None if time is None else notes.clock_text(time))

    @property
    def evaluation(self) -> float | None:
        """In men, from the view of Black, who moves first; None where it is no number, as for a sure win."""
        try:
            return float(self.command("eval") or "")
        except ValueError:
            return None

    @evaluation.setter
    def evaluation(self, men: float | None) -> None:
        self.set_command("eval", None if men is None else f"{men:.2f}")
