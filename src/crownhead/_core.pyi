"""The typed face of the extension. Private: crownhead.rules and its neighbours are what people import."""

from collections.abc import Callable, Sequence
from enum import Enum, IntEnum
from typing import Any, NamedTuple, NoReturn

from crownhead.rules.colour import Colour
from crownhead.rules.piece import Piece
from crownhead.rules.square import Square

RealMove = Any
"""The class that the rules give to `adopt`: crownhead.rules.move.Move, which is made from the Move of this file."""
RealPosition = Any
"""Likewise crownhead.rules.position.Position."""
SOURCE_HASH: str
"""Of the C++ files that the extension was made from, whatever compiler and instruction set made it."""

class Move:
    def __init__(self, path: Sequence[int]) -> None: ...
    @property
    def origin(self) -> Square: ...
    @property
    def target(self) -> Square: ...
    @property
    def path(self) -> tuple[Square, ...]: ...
    @property
    def captures(self) -> tuple[Square, ...]: ...
    @property
    def is_jump(self) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Position:
    def __init__(self, black: int, white: int, kings: int, white_to_move: bool) -> None: ...
    @property
    def turn(self) -> Colour: ...
    @property
    def key(self) -> int: ...
    @property
    def black_bits(self) -> int: ...
    @property
    def white_bits(self) -> int: ...
    @property
    def king_bits(self) -> int: ...
    @property
    def must_jump(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    def piece_at(self, square: int) -> Piece | None: ...
    def legal_moves(self, unique: bool = ...) -> list[RealMove]: ...
    def is_legal(self, move: Move) -> bool: ...
    def match(self, text: str) -> RealMove | NoMatch: ...
    def play(self, move: Move) -> RealPosition: ...
    def flipped(self) -> RealPosition: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class NoMatch(Enum):
    """Why a text names no move."""

    MALFORMED = 1
    NONE_FITS = 2
    SEVERAL_FIT = 3

class ScoreKind(IntEnum):
    WIN_IN = 0
    LOSS_IN = 1
    DATABASE_WIN = 2
    DATABASE_LOSS = 3
    DATABASE_DRAW = 4
    EVALUATION = 5

class Score:
    """For the side to move."""

    @property
    def kind(self) -> ScoreKind: ...
    @property
    def plies(self) -> int | None: ...
    @property
    def centimen(self) -> int: ...

class Report:
    @property
    def rank(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def selective_depth(self) -> int: ...
    @property
    def score(self) -> Score: ...
    @property
    def line(self) -> tuple[RealMove, ...]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def database_hits(self) -> int: ...
    @property
    def seconds(self) -> float: ...

class Evaluation:
    def __init__(self, words: bytes) -> None: ...
    def of(self, position: Position) -> int:
        """In hundredths of a man."""
    def of_boards(self, boards: bytes) -> bytes:
        """int32 each, in the unit of the core; for boards see features."""

class Network(NamedTuple):
    """The shape of the network, for whoever fits its weights; core/evaluation/network.hpp says what it does."""

    weights: int
    terms: int
    men_term: int
    kings_term: int
    pattern_squares: tuple[int, ...]
    pattern_states: int
    king_pattern_squares: tuple[int, ...]
    king_pattern_states: int
    inputs: int
    lanes: int
    units: int
    buckets: int
    one: int
    output_scale: int
    worth_of_a_man: int

NETWORK: Network

class Features(NamedTuple):
    """Of boards, as the mover sees them; arrays, board after board."""

    rows: bytes
    """int32: those of patterns that are summed for the mover, then those for the other player."""
    king_rows: bytes
    """int32: likewise of king patterns. They are not asked where there are no kings."""
    terms: bytes
    """int8: how often each term occurs."""
    buckets: bytes
    """uint8: the output bucket."""

def features(boards: bytes) -> Features:
    """Each board is four 32-bit words: the squares of Black, of White, of kings, and 1 if White is to move."""

class SelfPlay:
    """Plays games and returns their samples, 16 bytes each; core/training/self_play.hpp says how."""

    def __init__(
        self,
        evaluation: Evaluation,
        endgames: Endgames | None,
        ballots: Sequence[Sequence[Position]],
        *,
        nodes: int,
        opening_plies: int,
        random_moves: float,
        aside: float,
        endings: float,
        least_pieces: int,
        most_pieces: int,
        settled_plies: int,
        fewest_pieces: int,
        td_lambda: float,
    ) -> None: ...
    def play(self, seed: int, games: int) -> bytes: ...

class Engine:
    def __init__(
        self, threads: int, hash_mb: int, evaluation: Evaluation, endgames: Endgames | None = ...
    ) -> None: ...
    def start(
        self,
        position: Position,
        earlier: Sequence[int],
        reversible: int,
        depth: int | None = ...,
        nodes: int | None = ...,
        soft: float | None = ...,
        hard: float | None = ...,
        processor: bool = ...,
        pondering: bool = ...,
        lines: int = ...,
        full_width: bool = ...,
        notify: Callable[[], object] | None = ...,
    ) -> bool: ...
    def next(self, seconds: float) -> Report | None: ...
    @property
    def is_finished(self) -> bool: ...
    def stop(self) -> None: ...
    def ponder_hit(self) -> None: ...
    def finish(self) -> None: ...
    def forget(self) -> bool: ...
    @property
    def table_bytes(self) -> int: ...

def start() -> RealPosition: ...
def perft(position: Position, depth: int, unique: bool = ..., threads: int = ...) -> int: ...
def divide(position: Position, depth: int, unique: bool = ..., threads: int = ...) -> dict[RealMove, int]: ...

class Detail(Enum):
    """What is to be told of each move of a run beside the move itself."""

    NOTHING = 0
    POSITION = 1
    SIGNATURE = 2

class Signature(NamedTuple):
    """The key of a position, and its material (see crownhead.rules.material)."""

    key: int
    material: int

class OddMove(NamedTuple):
    """A move that is right but not written as it should be."""

    before: RealPosition
    move: RealMove
    offset: int

class MoveRun(NamedTuple):
    moves: list[RealMove]
    details: list[Any]
    before: RealPosition
    after: RealPosition
    odd: list[OddMove]
    end: int

def play_run(position: Position, text: bytes, begin: int = ..., detail: Detail = ...) -> MoveRun: ...
def signature(position: Position) -> Signature: ...
def adopt_node(blank: object, slots: Sequence[str]) -> None: ...
def chain(node: Any, moves: list[RealMove]) -> Any: ...

class GameText(NamedTuple):
    text: bytes
    line: int
    offset: int
    cut: bool

class GameSplitter:
    def __init__(self, most_characters: int) -> None: ...
    def feed(self, part: bytes, final: bool) -> list[GameText]: ...

def adopt(
    position: type[RealPosition],
    move: type[RealMove],
    colours: tuple[Colour, ...],
    squares: tuple[Square, ...],
    pieces: tuple[Piece, ...],
    refuse: Callable[[RealPosition, RealMove], NoReturn],
) -> None: ...

class Verdict(IntEnum):
    """For the side to move."""

    WIN = 1
    LOSS = 2
    DRAW = 3

class EndgameValue(NamedTuple):
    verdict: Verdict
    plies: int | None

class FaultKind(Enum):
    MISSING = 1
    CORRUPT = 2
    TOO_MANY_PIECES = 3

class Fault(NamedTuple):
    """Why there is no value."""

    kind: FaultKind
    pieces: list[int]
    path: str
    reason: str

class Verified(NamedTuple):
    checked: int
    wrong: RealPosition | None
    fault: Fault | None

class Longest(NamedTuple):
    """The win or loss of a slice that takes longest: how long, and the number of its position."""

    plies: int
    number: int

class Statistics(NamedTuple):
    """Without distances, and where nothing is won or lost, there is no longest."""

    wins: int
    losses: int
    draws: int
    longest_win: Longest | None
    longest_loss: Longest | None
    histogram: list[int]

class MadeTable(NamedTuple):
    pieces: list[int]
    distances: bool
    content: bytes
    statistics: Statistics

class Endgames:
    @property
    def most_pieces(self) -> int: ...

class TableName:
    def __init__(self, pieces: Sequence[int], distances: bool, path: str) -> None: ...

class Tablebase(Endgames):
    def __init__(self, files: Sequence[TableName], cache_bytes: int) -> None: ...
    def probe(self, position: Position) -> EndgameValue | Fault: ...
    def winning_move(
        self, position: Position, reversible: int, work: int | None = ...
    ) -> RealMove | None: ...
    def verify(
        self, pieces: Sequence[int], distances: bool, first: int = ..., stride: int = ..., threads: int = ...
    ) -> Verified: ...

class FortyMoveRule:
    @staticmethod
    def around(tables: Tablebase, position: Position) -> FortyMoveRule: ...
    def patient(self, position: Position) -> int: ...
    def hurried(self, position: Position) -> int: ...
    @property
    def longest_patient(self) -> int: ...
    @property
    def longest_hurried(self) -> int: ...

class Builder:
    def __init__(self, directory: str, memory: int, threads: int) -> None: ...
    def make(self, pieces: Sequence[int], distances: bool) -> list[MadeTable]: ...

def slice_size(pieces: Sequence[int]) -> int: ...
def slice_position(pieces: Sequence[int], index: int) -> RealPosition: ...
def slice_index(position: Position) -> int: ...
def building_bytes(pieces: Sequence[int], distances: bool) -> int: ...
def table_statistics(path: str, pieces: Sequence[int], distances: bool) -> Statistics: ...
def check_table(path: str, pieces: Sequence[int], distances: bool) -> None: ...

class BookOrigin(Enum):
    SEARCHED = 0
    BACKED_UP = 1
    PLAYED = 2
    BY_HAND = 3

class BookMove:
    @property
    def move(self) -> RealMove: ...
    @property
    def score(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def origin(self) -> BookOrigin: ...
    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...

class CorruptBook(ValueError): ...

class Book:
    def __init__(self, path: str) -> None: ...
    @property
    def positions(self) -> int: ...
    @property
    def moves(self) -> int: ...
    @property
    def recipe(self) -> str: ...
    def find(self, position: Position) -> list[BookMove]: ...

def book_key(position: Position) -> int: ...
def checksum(data: bytes) -> int: ...

class EnvShape(NamedTuple):
    """The sizes of what an environment writes and takes."""

    planes: int
    step_actions: int
    move_actions: int
    no_action: int

ENVIRONMENT: EnvShape

class EnvActions(Enum):
    """How actions are numbered."""

    STEPS = 0
    MOVES = 1

class EnvBuffers:
    """The arrays that an environment writes into, held as long as this is."""

    def __init__(self, observation: Any, mask: Any, reward: Any, done: Any, turn: Any) -> None: ...

class EnvBatch:
    def __init__(
        self,
        games: int,
        seed: int,
        actions: EnvActions,
        threads: int,
        starts: Sequence[Position],
        restarts: bool,
    ) -> None: ...
    def reset(self, seed: int, out: EnvBuffers) -> None: ...
    def step(self, chosen: Any, out: EnvBuffers) -> int | None: ...
    def write(self, out: EnvBuffers) -> None: ...
    def sample(self, chosen: Any) -> None: ...
    def label(self, oracle: Endgames, labels: Any) -> None: ...
    def position(self, game: int) -> RealPosition: ...
    def start(self, game: int) -> RealPosition: ...
    def moves(self, game: int) -> list[RealMove]: ...
    def set_position(self, game: int, position: Position) -> None: ...
    def copy_game(self, source: int, target: int) -> None: ...
    def copy(self) -> EnvBatch: ...

class ProofOutcome(Enum):
    UNKNOWN = 0
    PROVED = 1
    DISPROVED = 2

class NotCertified(RuntimeError): ...

class Certificate:
    @property
    def codes(self) -> bytes: ...
    @property
    def leaves(self) -> int: ...
    @property
    def slices(self) -> list[list[int]]: ...

class Scout:
    def __init__(self, table_mb: int, evaluation: Evaluation, endgames: Endgames | None = None) -> None: ...
    def think(self, position: Position, nodes: int) -> bool: ...

class ProofSearch:
    def __init__(
        self,
        white_attacks: bool,
        table_mb: int,
        evaluation: Evaluation,
        endgames: Endgames | None = None,
        scout: Scout | None = None,
    ) -> None: ...
    def search(
        self, position: Position, nodes: int, seconds: float, processor: bool = False
    ) -> ProofOutcome: ...
    def hold(
        self, position: Position, positions: int, seconds: float, processor: bool = False
    ) -> ProofOutcome: ...
    def certify(
        self, position: Position, win: bool, seconds: float, processor: bool = False
    ) -> Certificate: ...
    @property
    def nodes(self) -> int: ...
    @property
    def proof_number(self) -> int: ...
    @property
    def disproof_number(self) -> int: ...
    @property
    def used(self) -> int: ...
    @property
    def capacity(self) -> int: ...
    def saved(self, least_work: int = 1) -> bytes: ...
    def restore(self, data: bytes) -> None: ...
