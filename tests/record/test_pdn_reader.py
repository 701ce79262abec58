"""Reading: the standard, what people really write instead, and what is wrong with a file and where."""

from __future__ import annotations

import gzip
import io
import itertools
import random
from pathlib import Path

import pytest

import crownhead as ch
from crownhead import _core
from crownhead.record.game.problems import Severity

START = "B:W21-32:B1-12"


def moves_of(text: str) -> list[str]:
    return [node.notation for node in ch.pdn.loads(text).mainline()]


def places(game: ch.Game, severity: Severity = Severity.FORGIVEN) -> list[tuple[int, int]]:
    return [(problem.line, problem.column) for problem in game.problems if problem.severity is severity]


class TestStandard:
    def test_a_whole_game(self) -> None:
        text = (
            '[Event "Match \\"A\\""]\n[Result "1-0"]\n% a line comment\n'
            "{Opening.} 1. 11-15! $14 {Old Faithful} 23-19 (1... 22-18 {Single} 2. 15x22) 2. 8-11 *\n"
        )
        game = ch.pdn.loads(text, strict=True)
        assert game.headers["Event"] == 'Match "A"'
        assert game.result == "1-0"
        assert game.root.comment == "Opening."
        first, second, third = game.mainline()
        assert (first.strength, first.nags, first.comment) == ("!", [14], "Old Faithful")
        assert (second.notation, third.notation) == ("23-19", "8-11")
        (single,) = first.variations
        assert (single.notation, single.comment, single.end().notation) == ("22-18", "Single", "15x22")
        assert game.problems == []

    def test_comments_before_and_after(self) -> None:
        game = ch.pdn.loads("{root} 1. 11-15 {a} {b} ({c} 12-16 {d}) {e} 23-19 {f} *")
        first, second = game.mainline()
        (other,) = game.root.variations
        assert game.root.notes.comments == ["root"]
        assert (first.notes.before, first.notes.comments) == ([], ["a", "b"])
        assert (other.notes.before, other.notes.comments) == (["c"], ["d"])
        assert (second.notes.before, second.notes.comments) == (["e"], ["f"])

    def test_a_comment_behind_the_last_variation_stays_with_the_last_move(self) -> None:
        game = ch.pdn.loads("1. 11-15 (12-16) {end} *")
        assert game.end().comment == "end"

    @pytest.mark.parametrize(
        "text", ["({c} 11-15) *", "() {c} 11-15 *", "(12-16) {c} 11-15 *", "({c}) 11-15 *"]
    )
    def test_a_comment_that_could_not_be_told_apart_stands_with_the_move_before(self, text: str) -> None:
        game = ch.pdn.loads(text)
        assert game.root.comment == "c"
        assert ch.pdn.loads(ch.pdn.dumps(game)) == game

    def test_nested_variations_hang_where_they_belong(self) -> None:
        game = ch.pdn.loads("11-15 23-19 (22-18 15x22 25x18 (26x17) 8-11) 8-11 (9-14) *", strict=True)
        first = game.root.next
        assert first is not None
        assert [str(n.move) for n in first.children] == ["23-19", "22-18"]
        single = first.children[1]
        jump = single.children[0]
        assert [str(n.move) for n in jump.children] == ["25x18", "26x17"]
        assert [str(n.move) for n in jump.line()] == ["25x18", "8-11"]
        assert [str(n.move) for n in first.children[0].children] == ["8-11", "9-14"]

    def test_setups_and_null_moves_inside_a_game(self) -> None:
        game = ch.pdn.loads('1. 11-15 /FEN "B::"/ 2. 15-18 /FEN "W:W21-32:B1-12"/ 23-19 *', strict=True)
        first, null, third, setup, last = game.mainline()
        assert null.is_null
        assert null.turn == ch.BLACK
        assert third.notation == "15-18"
        assert setup.position == ch.Position.from_fen("W:W21-32:B1-12")
        assert last.notation == "23-19"
        assert first.position is not None
        assert null.position is not None
        assert first.position.pieces() == null.position.pieces()

    def test_a_setup_before_all_moves_is_where_the_game_begins(self) -> None:
        game = ch.pdn.loads('/FEN "W:W18,22:B10"/ 1. 18-14 *')
        assert game.position == ch.Position.from_fen("W:W18,22:B10")
        assert game.headers["FEN"] == "W:W18,22:B10"

    def test_a_position_and_then_a_setup(self) -> None:
        game = ch.pdn.loads('[FEN "W:W18,22:B10"]\n/FEN "W:W18:B10"/ 18-15 *')
        assert game.position == ch.Position.from_fen("W:W18,22:B10")
        assert [node.is_setup for node in game.mainline()] == [True, False]

    def test_problems_without_moves_are_games(self) -> None:
        text = '[Event "1"]\n[FEN "W:W18:B10"]\n*\n\n[Event "2"]\n[FEN "B:W18:B10"]\n*\n'
        games = list(ch.pdn.games(io.StringIO(text), strict=True))
        assert [(g.headers["Event"], g.moves) for g in games] == [("1", []), ("2", [])]

    def test_games_without_tags(self) -> None:
        games = list(ch.pdn.games(io.StringIO("11-15 23-19 * 12-16 24-20 *")))
        assert [[str(m) for m in g.moves] for g in games] == [["11-15", "23-19"], ["12-16", "24-20"]]

    def test_the_last_game_needs_no_star(self) -> None:
        assert ch.pdn.loads("1. 11-15", strict=True).problems == []

    @pytest.mark.parametrize("game_type", ["21", "21,B,8,8,N1,0"])
    def test_american_game_types(self, game_type: str) -> None:
        game = ch.pdn.loads(f'[GameType "{game_type}"]\n1. 11-15 *', strict=True)
        assert game.is_american
        assert len(game.moves) == 1


class TestForgiven:
    @pytest.mark.parametrize(
        ("text", "expected", "column"),
        [
            ("11x15 *", ["11-15"], 1),
            ("11:15 *", ["11-15"], 1),
            ("1. 09-14 *", ["9-14"], 4),
            ("1. 11-15 22-18 15:22 *", ["11-15", "22-18", "15x22"], 16),
            ("1. 11-15 22-18 15-22 *", ["11-15", "22-18", "15x22"], 16),
            ("1. 11 - 15 *", ["11-15"], 4),
            ("1. 1115 2319 *", ["11-15", "23-19"], 4),
            ("1. 11–15 *", ["11-15"], 4),
            ("1 11-15 *", ["11-15"], 1),
            ("1. 11-15. *", ["11-15"], 9),
            ("1. ... 11-15 *", ["11-15"], 4),
            ("1. 11-15 ! *", ["11-15"], 10),
            ("1. 11-15* 23-19 *", ["11-15", "23-19"], 9),
            ("1. 11-15 -- 15-18 *", ["11-15", "--", "15-18"], 10),
            ("1. 11-15 1-0", ["11-15"], 10),
            ("1. 11-15 () 23-19 *", ["11-15", "23-19"], 11),
            ("(12-16) 11-15 *", ["11-15"], 1),
        ],
    )
    def test_move_text(self, text: str, expected: list[str], column: int) -> None:
        game = ch.pdn.loads(text)
        assert [node.notation for node in game.mainline()] == expected
        assert places(game)[0] == (1, column)
        assert not places(game, Severity.DAMAGE)
        with pytest.raises(ch.PDNError, match=rf"^<text>:1:{column}: forgiven: "):
            ch.pdn.loads(text, strict=True)

    def test_a_path_that_need_not_be_given(self) -> None:
        text = '[FEN "W:W22:B18,11"]\n1. 22x15x8 *'
        game = ch.pdn.loads(text)
        assert [n.notation for n in game.mainline()] == ["22x8"]
        assert [p.message for p in game.problems] == ["22x15x8 should be written 22x8"]
        assert places(game) == [(2, 4)]

    def test_a_path_that_must_be_given(self) -> None:
        fen = '[FEN "W:WK32:B27,26,18,19,11,10,2"]\n'
        full = next(str(m) for m in ch.pdn.loads(fen + "*").position.legal_moves() if len(m.path) > 2)  # type: ignore[union-attr]
        assert ch.pdn.loads(f"{fen}1. {full} *", strict=True).problems == []

    def test_a_short_capture_that_fits_two_is_settled_by_what_follows(self) -> None:
        fen = "W:WK19:B15,16,23,24,7,8"
        jumps = ch.Position.from_fen(fen).legal_moves()
        by_ends: dict[tuple[int, int], list[ch.Move]] = {}
        for move in jumps:
            by_ends.setdefault((move.origin, move.target), []).append(move)
        for (origin, target), rivals in by_ends.items():
            if len({ch.Position.from_fen(fen).play(move) for move in rivals}) < 2:
                continue
            for move in rivals:
                after = ch.Position.from_fen(fen).play(move)
                others = [ch.Position.from_fen(fen).play(m).legal_moves() for m in rivals if m != move]
                only = [m for m in after.legal_moves() if all(m not in legal for legal in others)]
                for reply in only[:1]:
                    game = ch.pdn.loads(f'[FEN "{fen}"]\n1. {origin}x{target} {after.notation(reply)} *')
                    assert game.moves == [move, reply]
                    return
        pytest.fail("this position was to have two jumps with the same ends")

    @pytest.mark.parametrize("fen", ["W:W18,24:B12,K10.", "w : w18, 24 : b12, k10", "W:B12,K10:W18,24"])
    def test_fen_as_people_write_it(self, fen: str) -> None:
        game = ch.pdn.loads(f'[FEN "{fen}"]\n*')
        assert game.position == ch.Position.from_fen("W:W18,24:B12,K10")
        assert game.headers["FEN"] == "W:W18,24:BK10,12"

    def test_a_man_on_its_crownhead_is_a_king(self) -> None:
        game = ch.pdn.loads('[FEN "W:W1,18:B12"]\n1. 1-5 *')
        assert game.position == ch.Position.from_fen("W:WK1,18:B12")
        assert len(game.moves) == 1
        assert places(game) == [(1, 1)]

    def test_an_unknown_turn_is_told_by_the_first_move(self) -> None:
        game = ch.pdn.loads('[FEN "?:W18,24:B12,K10"]\n1. 12-16 *')
        assert game.position == ch.Position.from_fen("B:W18,24:B12,K10")
        assert len(game.moves) == 1

    def test_results_end_games(self) -> None:
        text = "11-15 1-0 11-15 0-1 11-15 1/2-1/2 11-15 0-0 11-15 *"
        games = list(ch.pdn.games(io.StringIO(text)))
        assert [game.result for game in games] == ["1-0", "0-1", "1/2-1/2", "0-0", "*"]

    def test_results_of_international_draughts(self) -> None:
        games = list(ch.pdn.games(io.StringIO("11-15 2-0 11-15 1-1 11-15 0-2")))
        assert [game.result for game in games] == ["1-0", "1/2-1/2", "0-1"]

    def test_results_in_comments_and_in_numbers_end_nothing(self) -> None:
        (game,) = ch.pdn.games(io.StringIO("11-15 {1-0 is possible} 21-17 10-14 17x10 7x14 *"))
        assert len(game.moves) == 5

    def test_a_tag_that_contradicts_the_end_is_kept(self) -> None:
        game = ch.pdn.loads('[Result "1-0"]\n1. 11-15 0-1')
        assert game.result == "1-0"
        assert places(game, Severity.DAMAGE) == [(2, 10)]

    @pytest.mark.parametrize(
        "tag", ['[Event "The "Big" One"]', '[ Event  "The \\"Big\\" One" ]', '[Event"The \\"Big\\" One"]']
    )
    def test_tags_as_people_write_them(self, tag: str) -> None:
        (game,) = ch.pdn.games(io.StringIO(f'{tag}\n[White "W"]\n11-15 *'))
        assert (game.headers["Event"], game.headers["White"]) == ('The "Big" One', "W")

    def test_tags_on_one_line_and_over_two(self) -> None:
        (game,) = ch.pdn.games(io.StringIO('[White "W"] [Black "B"] [Event "one\ntwo"]\n11-15 *'))
        assert dict(game.headers) == {"Event": "one two", "White": "W", "Black": "B"}

    def test_a_quotation_mark_that_was_forgotten_harms_one_tag_only(self) -> None:
        text = '[Event "first]\n[White "W"]\n11-15 *\n[Event "second"]\n12-16 *'
        first, second = ch.pdn.games(io.StringIO(text))
        assert (first.headers["Event"], first.headers["White"]) == ("first", "W")
        assert second.headers["Event"] == "second"
        assert len(first.moves) == len(second.moves) == 1

    def test_a_tag_given_twice(self) -> None:
        game = ch.pdn.loads('[Event "a"]\n[Event "b"]\n*')
        assert game.headers["Event"] == "a"
        assert len(game.problems) == 1

    def test_a_missing_star_between_games(self) -> None:
        text = '[Event "1"]\n11-15 23-19\n\n[Event "2"]\n12-16\n'
        games = list(ch.pdn.games(io.StringIO(text)))
        assert [len(game.moves) for game in games] == [2, 1]
        assert places(games[0]) == [(4, 1)]
        assert games[1].problems == []


class TestDamage:
    def test_an_illegal_move_keeps_the_rest_as_text_and_the_next_game_whole(self) -> None:
        text = '[Event "1"]\n1. 11-15 23-19 2. 8-12 22-17 *\n[Event "2"]\n1. 11-15 *\n'
        first, second = ch.pdn.games(io.StringIO(text))
        assert [node.notation for node in first.mainline()] == ["11-15", "23-19", "8-12", "22-17"]
        assert [str(move) for move in first.moves] == ["11-15", "23-19"]
        (problem,) = first.problems
        assert (problem.severity, problem.line, problem.column) == (Severity.DAMAGE, 2, 19)
        assert "8-12 is not legal" in problem.message
        assert second.problems == []

    def test_an_illegal_move_in_a_variation_does_not_touch_the_line(self) -> None:
        game = ch.pdn.loads("1. 11-15 (11-20 24-19) 23-19 *")
        assert [str(move) for move in game.moves] == ["11-15", "23-19"]
        assert [node.text for node in game.root.variations[0].nodes()] == ["11-20", "24-19"]

    def test_a_setup_brings_the_position_back(self) -> None:
        game = ch.pdn.loads(f'1. 11-20 /FEN "{START}"/ 11-15 *')
        assert [str(move) for move in game.moves] == ["11-15"]

    @pytest.mark.parametrize(
        ("text", "place", "word"),
        [
            ("1. 11-15 hello *", (1, 10), "hello"),
            ("1. 11-15 {open", (1, 10), "not closed"),
            ("1. 11-15 ) *", (1, 10), "without a variation"),
            ("1. 11-15 (12-16", (1, 16), "not closed"),
            ("1. 11-15 } *", (1, 10), "comments do not nest"),
            ("$1 11-15 *", (1, 1), "before any move"),
            ("1. 11-15 /FEN nonsense/ *", (1, 10), "no setup"),
            ('1. 11-15 /FEN "W:W99:B1"/ *', (1, 10), "99"),
            ('[FEN "nonsense"]\n*', (1, 1), "FEN"),
            ('[FEN "W::."]\n*', (1, 1), "no pieces"),
            ('[FEN "B:W21-40:B1-20"]\n*', (1, 1), "40"),
            ("[!!]\n11-15 *", (1, 1), "no tag"),
            ("1. 11-15\n\n(12-16 1-0) 23-19 *", (3, 8), "before the end"),
            ("1. 33-29 *", (1, 4), "33"),
            ("1. a3-b4 *", (1, 4), "a3-b4"),
        ],
    )
    def test_damage_is_placed(self, text: str, place: tuple[int, int], word: str) -> None:
        game = ch.pdn.loads(text)
        damage = [problem for problem in game.problems if problem.is_damage]
        assert (damage[0].line, damage[0].column) == place
        assert word in damage[0].message
        with pytest.raises(ch.PDNError) as refused:
            ch.pdn.loads(text, strict=True)
        assert refused.value.problems
        assert refused.value.file == "<text>"

    def test_columns_count_characters(self) -> None:
        game = ch.pdn.loads('[White "é"]\n1. 11-15 {ééé} nonsense *')
        assert places(game, Severity.DAMAGE) == [(2, 16)]

    def test_text_that_is_no_game(self) -> None:
        games = ch.pdn.games(io.StringIO("hello world\n"))
        assert list(games) == []
        assert [problem.line for problem in games.problems] == [1, 1]
        with pytest.raises(ch.PDNError, match="no game"):
            ch.pdn.loads("")

    def test_other_games_are_pdn_but_not_checkers(self) -> None:
        text = '[GameType "20"]\n1. 32-28 19-23 (18-23 {x}) 2. 28x19 2-0\n'
        game = ch.pdn.loads(text)
        assert [node.text for node in game.mainline()] == ["32-28", "19-23", "28x19"]
        assert (game.result, game.moves, game.position, game.is_american) == ("2-0", [], None, False)
        assert game.problems[0].severity is Severity.FOREIGN
        assert "not American checkers" in game.problems[0].message
        strict = '[GameType "20"]\n[FEN "W:W31-50:B1-20"]\n1. 32-28 *'
        assert ch.pdn.loads(strict, strict=True).position is None

    def test_game_type_and_fen_that_contradict_each_other(self) -> None:
        game = ch.pdn.loads('[GameType "21"]\n[FEN "W:W31-50:B1-20"]\n1. 32-28 *')
        assert game.position is None
        assert [node.text for node in game.mainline()] == ["32-28"]
        assert places(game, Severity.DAMAGE) == [(2, 1)]

    def test_problems_are_bounded(self) -> None:
        game = ch.pdn.loads("11-15 " + "nonsense " * 5000 + "*")
        assert len(game.problems) == 1001
        assert "more than" in game.problems[-1].message


class TestSources:
    TEXT = '[Event "Café"]\n[White "Müller"]\n1. 11-15 {très bien} *\n'

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
    def test_encodings(self, tmp_path: Path, encoding: str) -> None:
        path = tmp_path / "game.pdn"
        path.write_bytes(self.TEXT.encode(encoding))
        game = ch.pdn.read(path)
        assert (game.headers["Event"], game.headers["White"]) == ("Café", "Müller")
        assert game.end().comment == "très bien"
        assert bool(game.problems) == (encoding in ("latin-1", "cp1252"))

    @pytest.mark.parametrize(
        ("data", "white"),
        [
            (b'[White "Ren\xe9"]\n1. 11\xe2\x80\x9315 22\xe2\x80\x9318 *\n', "Ren\u00e9"),
            (b'[White "Ren\xc3\xa9"]\n1. 11\x9615 22\x9618 *\n', "Ren\u00e9"),
            (b'[White "\x81\xe9"]\n1. 11-15 22\xe2\x80\x9318 *\n', "\x81\u00e9"),
        ],
    )
    def test_one_game_may_mix_encodings_and_loses_nothing(self, data: bytes, white: str) -> None:
        game = ch.pdn.read(io.BytesIO(data))
        assert game.headers["White"] == white
        assert [str(move) for move in game.moves] == ["11-15", "22-18"]
        assert any("not UTF-8" in problem.message for problem in game.problems)
        assert ch.pdn.loads(ch.pdn.dumps(game)) == game

    def test_each_game_may_have_its_own_encoding(self, tmp_path: Path) -> None:
        path = tmp_path / "games.pdn"
        path.write_bytes(self.TEXT.encode("utf-8") + self.TEXT.encode("cp1252"))
        assert [game.headers["Event"] for game in ch.pdn.games(path)] == ["Café", "Café"]

    def test_bytes_that_only_latin_1_has(self) -> None:
        game = ch.pdn.read(io.BytesIO(b'[Event "\x81\xe9"]\n*'))
        assert game.headers["Event"] == "\x81é"

    def test_compressed(self, tmp_path: Path) -> None:
        path = tmp_path / "games.pdn.gz"
        path.write_bytes(gzip.compress((self.TEXT * 50).encode()))
        assert sum(1 for _ in ch.pdn.games(path)) == 50

    def test_compressed_and_cut_short(self, tmp_path: Path) -> None:
        path = tmp_path / "games.pdn.gz"
        lines = [f"{{{random.Random(i).random()}}} 11-15 *\n" for i in range(5000)]
        packed = gzip.compress("".join(lines).encode())
        path.write_bytes(packed[: len(packed) // 2])
        read: list[ch.Game] = []
        with pytest.raises(ch.PDNError, match="damaged"):
            read.extend(ch.pdn.games(path))
        path.write_bytes(packed[:-20])
        games = ch.pdn.games(path)
        with pytest.raises(ch.PDNError, match=r"games\.pdn\.gz: the compressed file is damaged"):
            read.extend(games)
        assert len(read) > 4000

    def test_binary_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "picture.pdn"
        path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 100)
        with pytest.raises(ch.PDNError, match="not a text"):
            ch.pdn.read(path)

    def test_open_files(self, tmp_path: Path) -> None:
        path = tmp_path / "game.pdn"
        path.write_text(self.TEXT, encoding="utf-8")
        with path.open("rb") as binary, path.open(encoding="utf-8") as text:
            assert ch.pdn.read(binary) == ch.pdn.read(text)

    def test_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            ch.pdn.read(tmp_path / "nothing.pdn")

    def test_lines_are_counted_over_games_and_line_ends(self) -> None:
        text = ('[Event "x"]\r\n1. 11-15 *\r\n\r\n' * 1000 + "1. nonsense 11-15 *\r\n").encode()
        *_, last = ch.pdn.games(io.BytesIO(text))
        assert places(last, Severity.DAMAGE) == [(3001, 4)]

    def test_parts_of_any_size_give_the_same_games(self) -> None:
        text = b'[Event "a \\" b"]\n{c *} 1. 11-15* 23-19 1/2-1/2\n[Event "x\ny"] 12-16 (11-15 *) 0-1 % *\n'

        class Slow(io.RawIOBase):
            def __init__(self, size: int) -> None:
                self.rest, self.size = text * 30, size

            def read(self, size: int = -1) -> bytes:
                part, self.rest = self.rest[: self.size], self.rest[self.size :]
                return part

        whole = list(ch.pdn.games(io.BytesIO(text * 30)))
        assert len(whole) == 60
        for size in (1, 2, 3, 7, 1023, 1024, 1025):
            assert list(ch.pdn.games(Slow(size))) == whole  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("text", "games"),
        [
            ("1. 11-15 21-0 32-1 23-19 *", 1),  # a part may end within 21-0, and 1-0 alone would be a result
            ("1. 11-15 1-0* 12-16 *", 3),  # what comes before the star belongs to the game before
            ('[Event "a"' + " " * 1050 + "]\n1. 11-15 *", 1),  # too long
            ('[Event "a\nb"]\n[Site "c\n1. 11-15 *\n[Event "d"]\n*', 2),
            ("11-15 " * 70 + "1-0 " + "11-15 " * 30 + "*", 2),
            ("11-15* " * 100, 1),  # a star marks a move of a game that is too long, too
        ],
    )
    def test_where_a_file_is_cut_in_parts_decides_nothing(self, text: str, games: int) -> None:
        data = (text + " " * 1100).encode()  # longer than what is looked at in advance

        def split(size: int) -> list[tuple[bytes, int, int, bool]]:
            splitter = _core.GameSplitter(400)
            found = [g for i in range(0, len(data), size) for g in splitter.feed(data[i : i + size], False)]
            return [(g.text, g.line, g.offset, g.cut) for g in found + splitter.feed(b"", True)]

        assert len(split(len(data))) == games
        for size in (1, 2, 3, 5, 7, 11):
            assert split(size) == split(len(data))


class TestLessThanTrees:
    TEXT = '[Event "1"]\n11-15 (12-16) 23-19 {x} *\n[Event "2"]\n[FEN "W:W18:B10"]\n18-15 *\n'

    def test_headers(self) -> None:
        assert [dict(h) for h in ch.pdn.headers(io.StringIO(self.TEXT))] == [
            {"Event": "1"},
            {"Event": "2", "FEN": "W:W18:B10"},
        ]

    def test_boards(self) -> None:
        games = list(ch.pdn.games(io.StringIO(self.TEXT)))
        for (headers, positions), game in zip(ch.pdn.boards(io.StringIO(self.TEXT)), games, strict=True):
            assert headers == game.headers
            assert positions == [game.position, *(node.position for node in game.mainline())]

    def test_check(self) -> None:
        found = list(ch.pdn.check(io.StringIO("11-15 1-0\n11x15 *")))
        assert [(p.line, p.column) for p in found] == [(1, 7), (2, 1)]


class TestLimits:
    def test_ten_thousand_nested_variations(self) -> None:
        depth = 10_000
        text = "11-15 " + "(12-16 " * depth + ") " * depth + "23-19 *"
        game = ch.pdn.loads(text)
        assert [str(move) for move in game.moves] == ["11-15", "23-19"]
        assert sum(1 for _ in game.nodes()) == depth + 3
        written = ch.pdn.dumps(game)
        again = ch.pdn.loads(written)
        assert again == game
        del game, again

    def test_ten_thousand_variations_deep_in_alternation(self) -> None:
        """Each variation goes one move on and then branches again."""
        pairs = ["1-6", "32-27", "6-1", "27-32"] * 2500
        text = (
            '[FEN "B:WK32:BK1"]\n1-5 ('
            + " (".join(f"{m} {n}" for m, n in itertools.pairwise(pairs))
            + ")" * (len(pairs) - 1)
            + " *"
        )
        game = ch.pdn.loads(text)
        assert ch.pdn.loads(ch.pdn.dumps(game)) == game

    def test_a_game_that_is_too_long_is_reported_and_the_next_one_read(self) -> None:
        class Endless(io.RawIOBase):
            """A line of 40 MB, then a game."""

            parts = 160

            def read(self, size: int = -1) -> bytes:
                self.parts -= 1
                if self.parts == 159:
                    return b'[Event "long"]\n11-15 {'
                if self.parts >= 0:
                    return b"x" * (1 << 18)
                return b'}\n*\n[Event "next"]\n12-16 *' if self.parts == -1 else b""

        long, following = ch.pdn.games(Endless())  # type: ignore[arg-type]
        assert long.headers["Event"] == "long"
        assert "too long" in long.problems[0].message
        assert following.headers["Event"] == "next"
        assert following.problems == []


def test_line_breaks_that_are_written_out_do_not_split_games() -> None:
    """As a large site exports its games: a backslash and an r behind each line."""
    lines = ['[Event "Cup"]', '[White "A"]', '[Black "B"]', "", "1. 11-15 22-18", "2. 15x22 25x18 1-0", ""]
    text = "".join(line + "\\r\n" for line in lines * 3)
    games = list(ch.pdn.games(io.StringIO(text)))
    assert [(game.headers["Event"], game.headers["Black"], game.result) for game in games] == [
        ("Cup", "B", "1-0")
    ] * 3
    assert [len(game.moves) for game in games] == [4, 4, 4]
    assert all(problem.severity is ch.pdn.Severity.FORGIVEN for game in games for problem in game.problems)


def test_moves_of_other_games_in_capitals_are_kept() -> None:
    text = '[GameType "25"]\n1. C3-D4 D6-C5 2. D4:B6 A7xC5 3. A1B2 *\n'
    game = ch.pdn.loads(text)
    assert [node.text for node in game.mainline()] == ["C3-D4", "D6-C5", "D4:B6", "A7xC5", "A1B2"]
    assert [problem.severity for problem in game.problems] == [ch.pdn.Severity.FOREIGN]
    assert ch.pdn.dumps(game) == text
