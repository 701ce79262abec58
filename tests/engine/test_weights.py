"""Weights in files: what is written is read, and what is damaged is told."""

from __future__ import annotations

import tracemalloc
import zlib
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crownhead as ch
from crownhead import _core
from crownhead.engine.weights import HEADER, MAGIC, evaluation, standard_evaluation, write
from crownhead.errors import EngineError
from crownhead.record.openings.opening import openings

COUNT = _core.NETWORK.weights
LANES, UNITS = 16, 8
ROWS = 2 * 39
"""Where the rows begin, after the terms."""
KINGS = ROWS + LANES * 12 * 6561
KING_PATTERNS = KINGS + LANES * (32 + 32)
JUDGE = KING_PATTERNS + LANES * 8 * 15625
JUDGE_SIZE = UNITS * (2 * LANES + 1) + UNITS + 1
OTHER, MOVER, BOTH = 1, 2, 3
"""Who has kings: which of the four judges of a quarter of the pieces is asked."""


def worth(evaluation: _core.Evaluation, fen: str) -> int:
    """In the unit of the weights."""
    position = ch.Position.from_fen(fen)
    turn = int(position.turn == ch.WHITE)
    board = array("I", [position.black_bits, position.white_bits, position.king_bits, turn])
    return array("i", evaluation.of_boards(board.tobytes()))[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Men are worth 100 in the opening and 60 in the ending, kings 200, and the rest nothing."""
    weights = array("h", bytes(2 * COUNT))
    weights[0], weights[1], weights[2], weights[3] = 100, 60, 200, 200
    write(tmp_path / "my.weights", weights)
    return tmp_path / "my.weights"


def test_weights_are_used(path: Path) -> None:
    mine = evaluation(path)
    # 3 pieces of 24: an eighth of the way from the ending to the opening, for each of the two men; White is to move
    assert worth(mine, "W:W21,22:BK1") == 2 * (60 * 21 + 100 * 3) // 24 - 200
    assert worth(mine, ch.Position.start().fen) == 0


def test_a_row_of_a_pattern_is_used(tmp_path: Path) -> None:
    """A black man on square 1 alone among the squares of the first pattern: 24 and 48 hundredths for it."""
    weights = array("h", bytes(2 * COUNT))
    weights[ROWS + LANES + 14], weights[ROWS + LANES + 15] = 24, 48
    write(tmp_path / "w", weights)
    mine = evaluation(tmp_path / "w")
    assert worth(mine, "B:W32:B1") == 0  # White sees the same
    assert worth(mine, "B:W28:B1") == (24 * 2 + 48 * 22) // 24
    assert worth(mine, "W:W28:B1") == -(24 * 2 + 48 * 22) // 24


def test_a_row_of_a_king_pattern_is_used(tmp_path: Path) -> None:
    """An own king on square 1 alone among the squares of the first king pattern, then a man; and only with kings."""
    weights = array("h", bytes(2 * COUNT))
    weights[KING_PATTERNS + 2 * LANES + 14], weights[KING_PATTERNS + 2 * LANES + 15] = 24, 48
    weights[KING_PATTERNS + 1 * LANES + 14] = weights[KING_PATTERNS + 1 * LANES + 15] = 70
    write(tmp_path / "w", weights)
    mine = evaluation(tmp_path / "w")
    assert worth(mine, "B:W28:BK1") == (24 * 2 + 48 * 22) // 24
    assert worth(mine, "W:W28:BK1") == -(24 * 2 + 48 * 22) // 24
    assert worth(mine, "W:W28,K12:B1") == -70
    assert worth(mine, "W:W28,12:B1") == 0


def test_who_has_kings_chooses_the_judge(tmp_path: Path) -> None:
    weights = array("h", bytes(2 * COUNT))
    for quarter in range(4):
        for kings in range(4):
            weights[JUDGE + (4 * quarter + kings + 1) * JUDGE_SIZE - 1] = 16 * (10 * quarter + kings)
    write(tmp_path / "w", weights)
    mine = evaluation(tmp_path / "w")
    asked = {
        "B:W28,29,30:B1,2,3": 0,
        "B:W28,K29,30:B1,2,3": OTHER,
        "W:W28,K29,30:B1,2,3": MOVER,
        "W:W28,K29,30:B1,2,3,K4": 10 + BOTH,
        "B:W21,22,23,24,25,26:BK32,2,3,4,5,6,7": 20 + MOVER,
        "B:W21,22,23,24,25,26,27,28,29,30:B1,2,3,4,5,6,7,8,9": 30,
    }
    assert {fen: worth(mine, fen) for fen in asked} == asked


@pytest.mark.parametrize(("seen", "felt"), [(-100, 0), (100, 100), (300, 256)])
def test_a_judge_is_asked(tmp_path: Path, seen: int, felt: int) -> None:
    """An own king on square 18 gives the mover's third input; a unit doubles it less a half, another halves it."""
    weights = array("h", bytes(2 * COUNT))
    weights[KINGS + LANES * 17 + 2] = seen
    for kings in (OTHER, MOVER):
        judge = JUDGE + (4 * 1 + kings) * JUDGE_SIZE  # 7 to 12 pieces
        weights[judge + 2], weights[judge + 2 * LANES] = 512, -128
        weights[judge + 2 * LANES + 1 + 2] = 128
        weights[judge + JUDGE_SIZE - 9], weights[judge + JUDGE_SIZE - 8] = 1600, 3200
        weights[judge + JUDGE_SIZE - 1] = 160
    write(tmp_path / "w", weights)
    mine = evaluation(tmp_path / "w")
    units = min(max(2 * felt - 128, 0), 256), felt // 2
    expected = int(10 + units[0] / 256 * 100 + units[1] / 256 * 200)
    assert worth(mine, "B:W28,29,30,31:BK18,1,2") == expected
    assert worth(mine, "W:W28,29,30,31:BK18,1,2") == 10  # the mover's input, not the other's
    assert worth(mine, "B:W28,29,30:BK18,1,2") == 0  # another judge


def test_an_engine_thinks_by_its_weights(path: Path) -> None:
    with ch.Engine(hash_mb=1, tablebase=None, weights=path) as engine:
        played = engine.play(ch.Position.from_fen("W:WK15,K14,21:BK32,4"), ch.Limit(depth=1))
    assert played.score.centimen == round(200 * 100 / _core.NETWORK.worth_of_a_man)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"junk")
    with pytest.raises(EngineError, match="does not begin with 'crownhead weights 3'"):
        evaluation(tmp_path / "junk")
    with pytest.raises(EngineError, match="No such file"):
        evaluation(tmp_path / "nothing")


def test_damage_is_found(path: Path) -> None:
    content = path.read_bytes()
    for place in range(len(MAGIC), len(content), 7):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(EngineError, match=r"my\.weights"):
            evaluation(path)
    path.write_bytes(content[:-1])
    with pytest.raises(EngineError, match="checksum"):
        evaluation(path)


def sealed(body: bytes) -> bytes:
    """What a file would be whose checksum fits, whatever it holds."""
    return MAGIC + HEADER.pack(COUNT, zlib.crc32(body)) + body


@pytest.mark.parametrize(
    "body",
    [
        b"no zlib at all",
        b"",
        zlib.compress(bytes(2 * COUNT - 1)),
        zlib.compress(bytes(2 * COUNT + 2)),
        zlib.compress(bytes(2 * COUNT))[:-1],
        zlib.compress(bytes(10**8)),
    ],
)
def test_whoever_knows_the_checksum_is_refused_too(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "w").write_bytes(sealed(body))
    tracemalloc.start()
    try:
        with pytest.raises(EngineError, match=r"w is damaged|more or fewer"):
            evaluation(tmp_path / "w")
        assert tracemalloc.get_traced_memory()[1] < 40_000_000  # the last would unpack to 100 MB
    finally:
        tracemalloc.stop()


@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_lead_to_another_error(
    tmp_path_factory: pytest.TempPathFactory, body: bytes, fits: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.weights"
    path.write_bytes(sealed(body) if fits else MAGIC[: len(body) % 25] + body)
    with pytest.raises(EngineError):
        evaluation(path)


def test_weights_of_another_version(tmp_path: Path) -> None:
    write(tmp_path / "few", array("h", [1, 2, 3, 4]))
    with pytest.raises(EngineError, match=f"has 4 numbers; this version has {COUNT}"):
        evaluation(tmp_path / "few")


@pytest.mark.parametrize("value", [-32768, 32767])
def test_nonsense_stays_within_bounds(tmp_path: Path, value: int) -> None:
    write(tmp_path / "wild", array("h", [value] * COUNT))
    assert abs(evaluation(tmp_path / "wild").of(ch.Position.from_fen("W:WK15,20:BK28,12"))) <= 8000


@pytest.mark.parametrize("content", [b"", MAGIC[:9], MAGIC[:-1], b"PNG and so on"])
def test_other_files_are_told_from_weights(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "w").write_bytes(content)
    with pytest.raises(
        EngineError, match="w is no file of weights: it does not begin with 'crownhead weights 3'"
    ):
        evaluation(tmp_path / "w")


def test_weights_of_form_2_are_read(tmp_path: Path) -> None:
    """Four judges, one for each quarter of the pieces, whoever has kings; and no king patterns."""
    weights = array("h", bytes(2 * (KING_PATTERNS + 4 * JUDGE_SIZE)))
    weights[0] = weights[1] = weights[2] = weights[3] = 100
    for quarter in range(4):
        weights[KING_PATTERNS + (quarter + 1) * JUDGE_SIZE - 1] = 160 * quarter
    body = zlib.compress(weights.tobytes())
    header = b"crownhead weights 2\n" + HEADER.pack(len(weights), zlib.crc32(body))
    (tmp_path / "w").write_bytes(header + body)
    mine = evaluation(tmp_path / "w")
    assert worth(mine, "B:WK28,29,30:B1,2") == -100
    assert worth(mine, "B:W28,29,30:B1,2,3,4") == 110
    assert worth(mine, "B:W28,29,30:BK1,2,3,4") == 110
    assert worth(mine, "W:W28,K29,30:BK1,2,3,4") == -90
    assert worth(mine, ch.Position.start().fen) == 30
    (tmp_path / "w").write_bytes(header + body[:-1])
    with pytest.raises(EngineError, match="checksum"):
        evaluation(tmp_path / "w")


def test_weights_of_an_older_form_are_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(b"crownhead weights 1\n" + bytes(100))
    with pytest.raises(
        EngineError, match=r"w has weights of form 1; this version reads forms 2 and 3: fit them anew"
    ):
        evaluation(tmp_path / "w")


def test_a_man_reads_as_one_man() -> None:
    """Any white man taken off the positions of the openings, with Black to move and nothing to jump: on the average a
    hundred hundredths or a little more, since nothing makes up for it."""
    black_ahead = [
        position
        for opening in openings()
        for square in opening.position.pieces(ch.WHITE)
        if not (position := without_white_man(opening.position, square)).must_jump
    ]
    scores = [standard_evaluation().of(position) for position in black_ahead]
    assert len(scores) > 500
    assert 90 < sum(scores) / len(scores) < 140


def without_white_man(position: ch.Position, square: ch.Square) -> ch.Position:
    white = (str(other) for other in position.pieces(ch.WHITE) if other != square)
    return ch.Position.from_fen(f"B:W{','.join(white)}:B{','.join(map(str, position.pieces(ch.BLACK)))}")
