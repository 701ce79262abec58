"""What the documentation site makes of the pages, and that what the pages show is what happens."""

from __future__ import annotations

import doctest
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import crownhead as ch
from docs._site import boards, contents, links, notebook, reference
from tools import draw_boards

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
WITH_BOARDS = [page for page in PAGES if "<!-- board" in page.read_text(encoding="utf-8")]
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)

# -- the front page --------------------------------------------------------------------------------------


def listed(page: Path, captions: bool) -> set[Path]:
    text = contents.with_contents(page.read_text(encoding="utf-8"), captions)
    tables = re.findall(r"^```\{toctree\}\n(?::\w+:[^\n]*\n)*\n([^`]*)```", text, re.MULTILINE | re.DOTALL)
    return {page.parent / f"{name}.md" for table in tables for name in table.split()}


def test_every_page_is_in_the_sidebar() -> None:
    """A new page goes into a list of docs/index.md, or of the front page of its folder."""
    fronts = [DOCS / f"{name}.md" for name in contents.FRONT_PAGES]
    found = {page for front in fronts for page in listed(front, captions=front == DOCS / "index.md")}
    assert set(PAGES) - found == {DOCS / "index.md"}


def test_the_front_page_has_four_ways_in() -> None:
    headings = contents.HEADING.findall((DOCS / "index.md").read_text(encoding="utf-8"))
    assert headings[:4] == ["I want to play", "I study checkers", "I program", "I do research or teach"]


def test_lists_of_links_become_contents() -> None:
    text = (
        "# Front\n\n## One\n\n- [A](a.md): first\n- [B](b/c.md)\n\n## Two\n\n- [A](a.md)\n| [D](d.md) | x |\n"
    )
    made = contents.with_contents(text, captions=True)
    assert made.startswith(text.rstrip())
    assert "```{toctree}\n:hidden:\n:caption: One\n\na\nb/c\n```" in made
    assert "```{toctree}\n:hidden:\n:caption: Two\n\nd\n```" in made


# -- links and pages from elsewhere --------------------------------------------------------------------------


def test_a_page_that_is_a_link_stands_for_the_file() -> None:
    assert links.stands_for(DOCS / "contributing.md") == links.ROOT / "CONTRIBUTING.md"
    assert links.stands_for(DOCS / "engine.md") is None
    assert all(file.is_file() for file in links.stand_ins())


def test_links_lead_to_the_pages_that_stand_for_files() -> None:
    pages = links.stand_ins()
    text = "[c](CONTRIBUTING.md#habits) [d](docs/engine.md) [e](https://a.b) `[f](LICENSE)`\n```\n[g](README.md)\n```\n"
    assert links.moved(text, links.ROOT / "README.md", DOCS / "api" / "index.md", pages) == (
        "[c](../contributing.md#habits) [d](../engine.md) [e](https://a.b) `[f](LICENSE)`\n```\n[g](README.md)\n```\n"
    )


# -- boards --------------------------------------------------------------------------------------------------


def test_a_picture_with_a_position_becomes_a_board() -> None:
    text = "one\n\n![a stroke](x.svg)\n<!-- board W:W18,26,30:B10,11,19 18-14 10x17 -->\n\ntwo\n\n![plain](y.svg)\n"
    assert boards.playable(text) == (
        'one\n\n<crownhead-board fen="W:W18,26,30:B10,11,19" moves="18-14 10x17">\n\n![a stroke](x.svg)\n\n'
        "</crownhead-board>\n\ntwo\n\n![plain](y.svg)\n"
    )


@pytest.mark.parametrize("page", WITH_BOARDS, ids=lambda page: page.stem)
def test_every_board_can_be_played_through(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = boards.boards(text)
    assert len(found) == text.count("<!-- board")
    for shown in found:
        ch.Board.of(shown.fen, shown.moves)


def test_the_pictures_of_the_boards_are_up_to_date() -> None:
    """python tools/draw_boards.py draws them anew."""
    drawn = draw_boards.files()
    assert {path.name: path.read_text(encoding="utf-8") for path in draw_boards.FOLDER.iterdir()} == {
        path.name: text for path, text in drawn.items()
    }


def test_the_pictures_of_trees_are_what_their_page_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (DOCS / "search-trees.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec("\n".join(PYTHON.findall(text)), {})
    kept = {file.name: file.read_text() for file in (DOCS / "images" / "trees").iterdir()}
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == kept
    assert {f"images/trees/{name}" for name in kept} <= set(re.findall(r"\]\(([^)]+)\)", text))


# -- notebooks, reference, tutorial ---------------------------------------------------------------------------


def test_a_notebook_becomes_a_page(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "text"]},
        {
            "cell_type": "code",
            "source": ["1 + 1"],
            "outputs": [
                {"output_type": "stream", "text": ["printed\n"]},
                {"output_type": "display_data", "data": {"image/svg+xml": ["<svg/>"], "text/plain": ["x"]}},
                {"output_type": "display_data", "data": {"text/plain": ["2"]}},
            ],
        },
    ]
    path = tmp_path / "n.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    page = notebook.markdown(path)
    assert page.startswith("# Title\ntext\n\n``````python\n1 + 1\n``````\n")
    assert '<div class="output"><svg/></div>' in page
    assert ":class: output\n\nprinted\n" in page
    assert ":class: output\n\n2\n" in page


def test_a_heading_that_is_a_name_gets_what_the_code_says() -> None:
    made = reference.with_docstrings("# Page\n\n## `pdn.read`\n\ntext\n\n## Something else\n")
    assert made.count("eval-rst") == 1
    assert ".. autofunction:: crownhead.pdn.read" in made
    assert made.index("autofunction") < made.index("text")
    both = reference.with_docstrings("## `Board`\n\nexample\n\n## `perft`\n\nanother\n")
    assert (
        both.index("example") < both.index("autoclass") < both.index("autofunction") < both.index("another")
    )
    assert reference.without_self("(self, a: int)") == "(a: int)"
    assert reference.directive("IllegalMove").startswith(".. autoexception:: crownhead.IllegalMove")


def tutorial() -> list[str]:
    return PYTHON.findall((DOCS / "tutorial.md").read_text(encoding="utf-8"))


def test_the_examples_of_the_tutorial() -> None:
    text = "\n".join(block for block in tutorial() if ">>>" in block)
    runner = doctest.DocTestRunner()
    report: list[str] = []
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "tutorial", None, 0), out=report.append)
    assert not runner.failures, "".join(report)


def heard(program: subprocess.Popen[str]) -> str:
    """What the program says until it asks for a move, or ends."""
    assert program.stdout is not None
    said = ""
    while not said.endswith("Your move: ") and (letter := program.stdout.read(1)):
        said += letter
    return said


def test_the_program_of_the_tutorial_plays_a_game(tmp_path: Path) -> None:
    """Against a person who types nonsense first, and then moves at random."""
    [text] = [block for block in tutorial() if ">>>" not in block]
    (tmp_path / "game.py").write_text(text, encoding="utf-8")
    board, dice = ch.Board(), random.Random(10)
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-u", "game.py"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "CROWNHEAD_DATA": str(tmp_path)},
    ) as program:
        assert program.stdin is not None
        said = heard(program)
        assert said.startswith(str(board.position))
        program.stdin.write("hello\n")
        program.stdin.flush()
        said = heard(program)
        assert "'hello' is not a move" in said
        while said.endswith("Your move: "):
            program.stdin.write(f"{board.push(dice.choice(board.legal_moves()))}\n")
            program.stdin.flush()
            said = heard(program)
            if answer := re.search(r"^I play (\S+)\.$", said, re.MULTILINE):
                board.push(answer[1])
    assert program.returncode == 0
    assert f"{board.outcome(claim_draw=True)}\n" in said
    assert "The game is in game.pdn." in said
    game = ch.pdn.read(tmp_path / "game.pdn")
    assert (game.headers["Black"], game.problems, game.moves) == ("You", [], board.moves)
