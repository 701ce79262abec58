"""The pages and the shell that they share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from posixpath import normpath

from crownhead.engine.levels import DEFAULT_LEVEL, FULL_STRENGTH, LEVELS
from crownhead.study.review import MistakeTheme, Phase
from crownhead.web.http.rules import rules

_IMPORT = re.compile(r'^(?:import|export) .*from "(\.[^"]+)";$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    name: str
    address: str
    title: str
    label: str
    listed: bool = True
    """Whether every page links to it."""


PAGES = (
    Page("play", "/", "Play checkers", "Play"),
    Page("learn", "/learn", "Learn checkers", "Learn"),
    Page("analyse", "/analyse", "Analyse", "Analyse"),
    Page("editor", "/editor", "Set up a position", "Editor"),
    Page("openings", "/openings", "Openings", "Openings"),
    Page("library", "/library", "Library", "Library"),
    Page("problems", "/problems", "Problems", "Problems"),
    Page("rules", "/rules", "The rules of checkers", "Rules", listed=False),
)
MISSING = Page("missing", "", "Page not found", "")
"""What is shown at an address where nothing is."""


def build(page: Page, shell: str, fragment: str, scripts: dict[str, str], styled: bool = False) -> str:
    """The whole page. Every script is announced at the top, so that none waits for another to be found.

    A page that is styled has rules of its own beside those of all pages.
    """
    needed = sorted(imported(f"pages/{page.name}.js", scripts))
    preloads = "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in needed)
    parts = {
        "title": page.title,
        "links": "\n".join(_link(other, page) for other in PAGES if other.listed),
        "styles": f'<link rel="stylesheet" href="/static/pages/{page.name}.css">' if styled else "",
        "preloads": preloads,
        "script": f"/static/pages/{page.name}.js",
        "name": page.name,
        "main": fragment,
        "levels": "".join(map(_option, LEVELS)),
        "rules": rules() if page.name == "rules" else "",
        "themes": "".join(f'<option value="{theme}">{theme}</option>' for theme in MistakeTheme),
        "phases": "".join(f'<option value="{phase}">in the {phase}</option>' for phase in Phase),
    }
    for name, text in parts.items():
        shell = shell.replace(f"[[{name}]]", text)
    return shell


def _link(page: Page, current: Page) -> str:
    here = ' aria-current="page"' if page is current else ""
    return f'<a href="{page.address}"{here}>{page.label}</a>'


def _option(number: int) -> str:
    """A level in the words of whoever it is for; what it is like is for the script to show."""
    level = LEVELS[number]
    chosen = " selected" if number == DEFAULT_LEVEL else ""
    about = f"Level {number} of {FULL_STRENGTH}, {level.name}. {level.about}"
    return f'<option value="{number}" data-about="{escape(about)}"{chosen}>{escape(level.player)}</option>'


def imported(name: str, scripts: dict[str, str]) -> set[str]:
    """A script and all that it needs, directly or not."""
    found, waiting = set(), [name]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            folder = script.rpartition("/")[0]
            waiting += [normpath(f"{folder}/{other}") for other in _IMPORT.findall(scripts[script])]
    return found
