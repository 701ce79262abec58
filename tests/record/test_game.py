"""Games as trees: growing, walking, arranging and comparing them."""

from __future__ import annotations

import pytest

import crownhead as ch
from crownhead.record.game.node import Node

OPENING = ["11-15", "23-19", "8-11", "22-17"]


def game_of(*moves: str) -> ch.Game:
    game = ch.Game()
    for move in moves:
        game.play(move)
    return game


def notations(game: ch.Game) -> list[str]:
    return [node.notation for node in game.mainline()]


class TestHeaders:
    def test_a_new_game_has_the_roster_first(self) -> None:
        game = ch.Game(headers={"Annotator": "Somebody", "White": "Tinsley"})
        names = list(game.headers)
        assert names[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
        assert names[7:] == ["GameType", "Annotator"]
        assert (game.headers["White"], game.headers["Black"], game.headers["GameType"]) == (
            "Tinsley",
            "?",
            "21",
        )

    def test_a_fen_is_noted_only_where_the_game_does_not_begin_at_the_start(self) -> None:
        assert "FEN" not in ch.Game().headers
        assert ch.Game("W:W18:BK10").headers["FEN"] == "W:W18:BK10"

    def test_order_of_others_is_kept(self) -> None:
        headers = ch.Game(headers={"Zeta": "1", "Alpha": "2"}).headers
        assert list(headers)[-2:] == ["Zeta", "Alpha"]

    @pytest.mark.parametrize("name", ["", "1Event", "Two words", 'Quo"te', "Ünter", "A" * 300])
    def test_names_that_no_tag_can_have(self, name: str) -> None:
        with pytest.raises(ValueError, match="cannot name a tag"):
            ch.Game().headers[name] = "x"

    def test_values_stay_on_one_line(self) -> None:
        game = ch.Game(headers={"Event": "first\r\nsecond\tthird\0"})
        assert game.headers["Event"] == "first second third "


class TestResult:
    @pytest.mark.parametrize(("result", "winner"), [("1-0", ch.BLACK), ("0-1", ch.WHITE), ("1/2-1/2", None)])
    def test_one_nil_means_that_black_won(self, result: str, winner: ch.Colour | None) -> None:
        game = ch.Game()
        game.result = result
        assert game.winner is winner
        assert game.headers["Result"] == result

    def test_nonsense_is_refused(self) -> None:
        with pytest.raises(ValueError, match=r"2-0.*is no result"):
            ch.Game().result = "2-0"

    def test_a_board_gives_its_result(self) -> None:
        board = ch.Board()
        board.push("11-15")
        board.resign(ch.WHITE)
        game = ch.Game.from_board(board)
        assert (game.result, game.moves) == ("1-0", board.moves)

    def test_a_board_from_a_position(self) -> None:
        board = ch.Board("W:W18,22:B10,9")
        board.push("18-14")
        game = ch.Game.from_board(board, {"Event": "Study"})
        assert game.headers["FEN"] == "W:W18,22:B9,10"
        assert game.end().position == board.position


class TestTree:
    def test_boards_along_the_line(self) -> None:
        game = game_of(*OPENING)
        board = ch.Board()
        for node, move in zip(game.mainline(), OPENING, strict=True):
            board.push(move)
            assert node.board() == board
            assert node.position == board.position

    def test_a_board_costs_one_ply_along_a_walk(self) -> None:
        game = game_of(*OPENING)
        first, second = list(game.mainline())[:2]
        assert second.board().ply.previous is first.board().ply

    def test_positions_of_a_line_of_many_thousand_moves_need_no_recursion(self) -> None:
        game = ch.Game("B:WK32:BK1")
        node = game.root
        for _ in range(5000):
            for move in ("1-6", "32-27", "6-1", "27-32"):
                node = node.add(move)
        assert game.end().position == game.position
        assert game.end().board().quiet_moves == 20000

    def test_the_same_move_is_added_once(self) -> None:
        game = ch.Game()
        assert game.root.add("11-15") is game.root.add("11-15")
        assert len(game.root.children) == 1

    def test_an_illegal_move_is_refused_and_nothing_added(self) -> None:
        game = ch.Game()
        with pytest.raises(ch.IllegalMove):
            game.play("11-18")
        assert game.root.children == []

    def test_variations(self) -> None:
        game = game_of(*OPENING)
        first = game.root.next
        assert first is not None
        other = game.root.add("12-16")
        deeper = other.add("24-20")
        assert game.root.variations == [other]
        assert [n.notation for n in game.nodes()][1:] == [*OPENING, "12-16", "24-20"]
        assert (deeper.is_main, first.is_main, deeper.number) == (False, True, 2)
        deeper.make_main()
        assert notations(game) == ["12-16", "24-20"]
        other.demote()
        assert notations(game) == OPENING
        other.promote()
        other.promote()
        assert game.root.children == [other, first]
        other.delete()
        assert game.root.children == [first]
        assert other.parent is None
        first.delete()
        assert game.root.children == []

    def test_deleting_the_first_of_three_moves_the_others_up(self) -> None:
        game = ch.Game()
        nodes = [game.root.add(move) for move in ("11-15", "12-16", "9-13")]
        nodes[0].delete()
        assert game.root.children == nodes[1:]
        assert all(node.parent is game.root for node in nodes[1:])

    def test_the_root_cannot_be_arranged(self) -> None:
        for act in (Node.promote, Node.demote, Node.delete):
            with pytest.raises(ValueError, match="root"):
                act(ch.Game().root)

    def test_setups_and_null_moves(self) -> None:
        game = game_of("11-15")
        null = game.end().add_null()
        assert null.is_null
        assert null.position is not None
        assert null.position.turn == ch.BLACK
        null.add("15-18")
        setup = game.end().add_setup(ch.Position.from_fen("W:W18:BK10"))
        assert setup.is_setup
        assert setup.board().history == [setup.position]
        setup.add("18-15")
        assert [str(move) for move in game.moves] == ["11-15", "15-18", "18-15"]
        assert len(game.end().board()) == 1

    def test_what_cannot_be_played_has_no_board(self) -> None:
        game = ch.Game()
        text = game.root.add_text("32-28")
        assert text.position is None
        with pytest.raises(ValueError, match="32-28"):
            text.board()
        with pytest.raises(ValueError, match="not known"):
            text.add("19-23")


class TestNotes:
    def test_clock_time_and_evaluation_live_in_the_comment(self) -> None:
        node = ch.Game().play("11-15")
        node.comment = "The most usual move."
        node.clock = 3725.5
        node.elapsed = 9
        node.evaluation = -0.25
        assert node.comment == "The most usual move."
        assert (node.clock, node.elapsed, node.evaluation) == (3725.5, 9.0, -0.25)
        node.comment = "Old Faithful."
        assert (node.comment, node.clock) == ("Old Faithful.", 3725.5)
        node.clock = None
        assert (node.clock, node.elapsed) == (None, 9.0)

    @pytest.mark.parametrize(
        ("comment", "seconds"),
        [
            ("[%clk 1:55:21]", 6921.0),
            ("before [%clk 0:00:07.25] behind", 7.25),
            ("[%clock w0:49:11 B1:00:00]", 2951.0),
            ("[%clk 5:03]", 303.0),
            ("[%clk soon]", None),
            ("no command", None),
        ],
    )
    def test_clocks_as_others_write_them(self, comment: str, seconds: float | None) -> None:
        game = ch.pdn.loads(f"1. 11-15 {{{comment}}} *")
        assert game.end().clock == seconds

    def test_a_strength_is_made_of_marks(self) -> None:
        node = ch.Game().play("11-15")
        node.strength = "!?"
        with pytest.raises(ValueError, match="good"):
            node.strength = "good"


class TestEquality:
    def test_equal_games(self) -> None:
        assert game_of(*OPENING) == game_of(*OPENING)
        assert game_of(*OPENING) != game_of(*OPENING[:-1])
        assert game_of(*OPENING) != object()

    def test_everything_counts(self) -> None:
        def differing(index: int) -> ch.Game:
            game = game_of(*OPENING)
            end = game.end()
            match index:
                case 1:
                    game.headers["Event"] = "other"
                case 2:
                    end.comment = "other"
                case 3:
                    end.nags.append(1)
                case 4:
                    end.strength = "!"
                case 5:
                    game.root.add("12-16")
                case 6:
                    end.add_null()
                case 7:
                    end.notes.before.append("other")
                case 8:
                    end.add_setup(ch.Position.start())
                case 9:
                    end.add_text("32-28")
            return game

        games = [differing(i) for i in range(10)]
        for i, a in enumerate(games):
            for j, b in enumerate(games):
                assert (a == b) == (i == j), (i, j)

    def test_the_shape_of_the_tree_counts(self) -> None:
        """The same moves in the same order, but hanging on different ones."""
        a, b = ch.Game(), ch.Game()
        a.root.add_text("1").add_text("2")
        b.root.add_text("1")
        b.root.add_text("2")
        assert a != b

    def test_looking_at_notes_does_not_change_a_game(self) -> None:
        game = game_of(*OPENING)
        assert game.end().nags == []
        assert game == game_of(*OPENING)
