"""Puts the board of the browser into one file that any page can use.

Usage: python tools/bundle_board.py

The modules of src/crownhead/web/static/board/ are written one after another, each before those that import it, into a
function of their own, with the style sheet and the themes. `tests/web/test_board_file.py` fails if the file is not what
this makes of the modules.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from crownhead.web.http.theme_styles import theme_styles

STATIC = Path(__file__).parents[1] / "src" / "crownhead" / "web" / "static"
BOARD = STATIC / "board"
TARGET = STATIC / "crownhead-board.js"
PUBLIC = ("Board", "BoardState", "CrownheadBoard", "START", "fenOf", "legalMoves", "moveNamed", "notation")
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=class|const|function|async)", re.MULTILINE)

HEAD = """\
// crownhead-board.js: a board for American checkers in any page. One file, nothing else is needed.
//
//   <script src="crownhead-board.js"></script>
//   <crownhead-board moves="11-15 23-19 8-11" ply="3" theme="wood"></crownhead-board>
//
// Made by tools/bundle_board.py from the modules in src/crownhead/web/static/board/. See docs/board.md. MIT licence.
"""
HOST = """
:host { display: block; max-width: 40rem; --focus: #1356c4; --good: #1b6b3a; --bad: #a4271d; --shadow: none; }
:host([hidden]) { display: none; }
[hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
.through { display: flex; align-items: center; justify-content: center; gap: 0.3rem; margin-top: 0.4rem; }
.through { font: 1rem/1.4 system-ui, sans-serif; }
.through output { min-width: 9em; text-align: center; font-variant-numeric: tabular-nums; }
.through button { font: inherit; min-width: 2.75em; min-height: 2.75em; border: 1px solid #8888; border-radius: 8px; }
.through button { background: none; color: inherit; cursor: pointer; }
"""


def ordered(name: str, done: list[str]) -> list[str]:
    """A module after all that it imports."""
    if name not in done:
        for other in _IMPORT.findall((BOARD / f"{name}.js").read_text()):
            ordered(other, done)
        done.append(name)
    return done


def styles() -> str:
    """The themes are attributes of the element here, not of the page."""
    themes = theme_styles().replace(":root, [data-theme", ":host, [data-theme")
    themes = re.sub(r'\[data-theme="([a-z-]+)"\]', r':host([theme="\1"])', themes)
    return HOST + themes + (BOARD / "board.css").read_text()


def bundle() -> str:
    parts = []
    for name in ordered("element", []):
        text = _IMPORT.sub("", (BOARD / f"{name}.js").read_text())
        parts.append(f"// -- {name}.js\n\n{_EXPORT.sub('', text).strip()}\n")
    ending = (
        f"CrownheadBoard.styles = {json.dumps(styles())};\n"
        'if (!customElements.get("crownhead-board")) customElements.define("crownhead-board", CrownheadBoard);\n'
        f"globalThis.crownhead = {{ {', '.join(PUBLIC)} }};\n"
    )
    return f'{HEAD}(() => {{\n"use strict";\n\n' + "\n".join(parts) + f"\n{ending}}})();\n"


if __name__ == "__main__":
    TARGET.write_text(bundle())
