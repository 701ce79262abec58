"""What can be typed besides a move: a table of words, each with a function of the session."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from crownhead.engine.levels import FULL_STRENGTH, LEVELS
from crownhead.errors import CrownheadError, NotNow
from crownhead.record import pdn
from crownhead.record.library.gamefile import saved_games
from crownhead.record.openings.names import name_of
from crownhead.record.openings.opening import opening_of
from crownhead.rules.colour import BLACK, WHITE
from crownhead.rules.position import Position
from crownhead.terminal.output import write_file
from crownhead.terminal.play import asking, words
from crownhead.terminal.play.session import Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.terminal.play.session import Session

MOST_SAVED_SHOWN = 9
TYPE_A_MOVE = "Type a move, for example 11-15, or help."


@dataclass(frozen=True, slots=True)
class Command:
    act: Callable[[Session, str], Reply]
    takes: str
    """What can follow the word."""
    does: str


ANSWERS = {"y": True, "yes": True, "n": False, "no": False, "": False}
"""To an offer, and to whether a resignation is meant. A move or another command is a no, and is done."""


def enter(session: Session, line: str) -> Reply:
    """What was typed: a move, a command, or nothing, which shows the board again."""
    if session.flag_fallen():
        return Reply(redraw=True)
    line = line.strip()
    try:
        if session.resigning and line.lower() in ANSWERS:
            return session.answer_resigning(yes=ANSWERS[line.lower()])
        if session.resigning and not _is_meant(line):
            return Reply(["Please answer yes or no."])
        session.resigning = False
        if session.asked is not None and line.lower() in ANSWERS:
            return session.answer(session.asked, yes=ANSWERS[line.lower()])
        if not line:
            return Reply(redraw=True)
        return session.move(line) if line[0].isdigit() else run(session, line)
    except NotNow as refusal:
        if session.outcome is not None:
            return Reply([words.after_the_end(session.outcome, session.only_person)])
        return Reply([words.sentence(str(refusal))])


def _is_meant(line: str) -> bool:
    """Whether it looks like a move or is a command."""
    return line[0].isdigit() or find(line.split()[0].lower()) is not None


def takes_thought(line: str) -> bool:
    """Whether the engine is asked, which may take a while."""
    return find(line.partition(" ")[0].strip().lower()) in THOUGHTFUL


def run(session: Session, line: str) -> Reply:
    word, _, rest = line.partition(" ")
    name = find(word.lower())
    if name is None:
        return Reply([_unknown(word)])
    return COMMANDS[name].act(session, rest.strip())


def find(word: str) -> str | None:
    """A command by its name, another name, or the beginning of only one."""
    if word in COMMANDS:
        return word
    if word in OTHER_NAMES:
        return OTHER_NAMES[word]
    fits = [name for name in COMMANDS if name.startswith(word)]
    return fits[0] if word and len(fits) == 1 else None


def _unknown(word: str) -> str:
    near = difflib.get_close_matches(word.lower(), COMMANDS, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    return f"{word[:40]!r} is neither a move, such as 11-15, nor a command.{meant} Type help for a list."


# -- the moves -----------------------------------------------------------------------------------------


def _moves(session: Session, rest: str) -> Reply:
    if session.outcome is not None:
        return Reply([words.after_the_end(session.outcome, session.only_person)])
    position = session.board.position
    names = [position.notation(move) for move in position.legal_moves()]
    kind = "jumps, and you must jump" if position.must_jump else "moves"
    return Reply([f"{position.turn.title} has these {kind}: {', '.join(names)}."])


def _undo(session: Session, rest: str) -> Reply:
    try:
        taken = session.game.undo(session.me, session.now())
    except NotNow as refusal:
        return Reply([words.sentence(str(refusal))])
    names = ", ".join(str(move) for move in reversed(taken))
    said = f"Taken back: {names}. Type redo to play it again." if taken else "The game goes on."
    return Reply([said, *session.record()], redraw=True)


def _redo(session: Session, rest: str) -> Reply:
    try:
        played = session.game.redo(session.me, session.now())
    except NotNow as refusal:
        return Reply([words.sentence(str(refusal))])
    names = ", ".join(str(move) for move in played)
    return Reply([f"Played again: {names}.", *session.record()], redraw=True)


# -- the end -------------------------------------------------------------------------------------------


def _resign(session: Session, rest: str) -> Reply:
    if session.outcome is not None:
        return Reply([words.after_the_end(session.outcome, session.only_person)])
    session.resigning = True
    return Reply(["If you resign, you lose the game."])


def _draw(session: Session, rest: str) -> Reply:
    game = session.game
    if game.claimable and game.turn == session.me:
        game.claim(session.me, session.now())
        return Reply(session.record(), redraw=True)
    game.offer_draw(session.me, session.now())
    if not game.engine_is_asked:
        return Reply([f"{session.me.title} offers a draw."])
    if game.engine_answers(game.offer, session.advice.of_draw(session.board), session.now()):
        return Reply(session.record(), redraw=True)
    return Reply(["crownhead declines the draw and would like to play on."])


# -- the table -----------------------------------------------------------------------------------------


def _flip(session: Session, rest: str) -> Reply:
    session.flipped = not session.flipped
    return Reply(redraw=True)


def _save(session: Session, rest: str) -> Reply:
    if rest:
        try:
            write_file(str(Path(rest).expanduser()), pdn.dumps(session.written()))
        except OSError as error:
            return Reply([f"Cannot write {rest}: {error.strerror or error}."])
        return Reply([f"Saved as {rest}."])
    if problems := session.record():
        return Reply(problems)
    if session.file is None:
        return Reply(["There is nothing to save yet. Every move is saved as soon as it is made."])
    return Reply([f"The game is saved after every move: {session.file.path}"])


def _load(session: Session, rest: str) -> Reply:
    games = saved_games()[:MOST_SAVED_SHOWN]
    if not rest:
        shown = [f"  {number}  {_about(path)}" for number, path in enumerate(games, 1)]
        return Reply(
            ["Type load and a number, or the name of a PDN file:", *shown]
            if games
            else ["No game is saved yet."]
        )
    chosen = rest.isascii() and rest.isdigit() and 1 <= int(rest) <= len(games)
    path = games[int(rest) - 1] if chosen else Path(rest).expanduser()
    try:
        session.take_up(pdn.read(path))
    except FileNotFoundError:
        return Reply([f"There is no file {rest}. Type load to list the saved games."])
    except OSError as error:
        return Reply([f"Cannot read {rest}: {error.strerror or error}."])
    except CrownheadError as error:
        return Reply([words.sentence(str(error))])
    return Reply(
        [f"Loaded {path.name}. You continue it as a new game; the file is not changed."], redraw=True
    )


def _about(path: Path) -> str:
    try:
        game = pdn.read(path)
    except (OSError, CrownheadError):
        return f"{path.name}, which cannot be read"
    result = "not finished" if game.result == "*" else game.result
    names = f"{game.headers.get('Black', '?')} - {game.headers.get('White', '?')}"
    return f"{path.stem}  {names}, {words.count(len(game.moves), 'move')}, {result}"


def _new(session: Session, rest: str) -> Reply:
    seating = session.seating
    side = {**session.sides, "first": BLACK, "second": WHITE}
    asked = rest.lower().split()
    while asked:
        word = asked.pop(0)
        if word in side:
            seating = replace(seating, engines=frozenset({side[word].opponent}))
        elif word == "two":
            seating = replace(seating, engines=frozenset())
        elif word == "level" and asked and asked[0].isdigit() and 1 <= int(asked[0]) <= FULL_STRENGTH:
            seating = replace(seating, level=int(asked.pop(0)))
        else:
            return Reply(
                [
                    "Type new alone, or say how: new first, new second (who moves first), new two (two people), "
                    f"new level 1 to {FULL_STRENGTH}. You can combine them: new second level 6."
                ]
            )
    session.begin(seating)
    session.flipped = seating.people == [BLACK]
    return Reply([greeting(session)], redraw=True)


def greeting(session: Session) -> str:
    """Who plays, at the beginning of a game."""
    people = session.seating.people
    if len(people) == 1:
        level = session.seating.level
        against = f"crownhead plays at level {level}, {LEVELS[level].name}."
        return f"{_opened(session)}You play {people[0].title} and {_turn(session)}. {against} {TYPE_A_MOVE}"
    if people:
        return f"{_opened(session)}Two people play. {TYPE_A_MOVE}"
    return "crownhead plays both sides. Ctrl-C stops it."


def _opened(session: Session) -> str:
    """The moves of a ballot or of an opening to practise, with its name if it has one."""
    moves = session.board.history[0].line_notation(session.board.moves)
    if not moves:
        return ""
    if len(moves) == 3 and (ballot := opening_of(session.board.history)):
        kind, name = "ballot", ballot.name
    else:
        known = name_of(session.board.history)
        kind, name = "opening", known.name if known else ""
    return f"The {kind} is {' '.join(moves)}{f', {name}' if name else ''}. "


def _turn(session: Session) -> str:
    mine = session.board.turn == session.me
    if session.board.moves or session.board.history[0] != Position.start():
        return "are to move" if mine else "wait for crownhead's move"
    return "move first" if mine else "move second"


def _levels(session: Session, rest: str) -> Reply:
    lines = [f"  {number:2}  {level.name:13}  {level.about}" for number, level in LEVELS.items()]
    return Reply(
        [
            "How strong crownhead can play:",
            "",
            *lines,
            "",
            "Type new level 4, for example, for a game at that level.",
        ]
    )


def _rules(session: Session, rest: str) -> Reply:
    return Reply(list(words.RULES))


def _help(session: Session, rest: str) -> Reply:
    lines = [
        "Type a move, for example 11-15 or 11 15, or a jump: 22x15. The first number is enough if only one "
        "move fits.",
        "",
    ]
    for name, command in COMMANDS.items():
        lines.append(f"  {f'{name} {command.takes}'.strip():12}  {command.does}")
    return Reply(
        [*lines, "", "Enter alone shows the board again. You can shorten a command: res for resign."]
    )


def _quit(session: Session, rest: str) -> Reply:
    session.leaving = True
    return Reply()


COMMANDS: dict[str, Command] = {
    "hint": Command(asking.hint, "", "the move that crownhead would play for you"),
    "why": Command(asking.why, "[MOVE]", "explain the last move, or a move you are thinking of"),
    "eval": Command(asking.evaluate, "", "who is better"),
    "review": Command(asking.review, "", "your mistakes in this game, in words"),
    "moves": Command(_moves, "", "all legal moves"),
    "undo": Command(_undo, "", "take your last move back"),
    "redo": Command(_redo, "", "play it again"),
    "flip": Command(_flip, "", "turn the board"),
    "draw": Command(_draw, "", "offer or claim a draw"),
    "resign": Command(_resign, "", "give the game up"),
    "new": Command(_new, "[HOW]", "another game: new second, new two, new level 6"),
    "levels": Command(_levels, "", "how strong crownhead can play"),
    "save": Command(_save, "[FILE]", "show where the game is saved, or save a copy as FILE"),
    "load": Command(_load, "[FILE]", "list the saved games, or open one by its number or file"),
    "rules": Command(_rules, "", "the rules in short"),
    "help": Command(_help, "", "show this list"),
    "quit": Command(_quit, "", "leave; the game is saved and you can go on later"),
}

THOUGHTFUL = ("hint", "why", "eval", "review", "draw")
OTHER_NAMES = {
    "?": "help",
    "h": "help",
    "commands": "help",
    "exit": "quit",
    "q": "quit",
    "back": "undo",
    "u": "undo",
    "evaluate": "eval",
    "explain": "why",
    "giveup": "resign",
    "turn": "flip",
    "open": "load",
    "restart": "new",
}
