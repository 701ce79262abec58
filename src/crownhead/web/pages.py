"""The pages and the shell that they share."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    name: str
    address: str
    title: str
    label: str


PAGES = (
    Page("play", "/", "Play checkers", "Play"),
    Page("analyse", "/analyse", "Analyse", "Analyse"),
    Page("editor", "/editor", "Set up a position", "Editor"),
    Page("library", "/library", "Library", "Library"),
    Page("problems", "/problems", "Problems", "Problems"),
)


def build(page: Page, shell: str, fragment: str, files: list[str]) -> str:
    """The whole page. Every script is announced at the top, so that none waits for another to be found."""
    other_pages = {f"pages/{other.name}.js" for other in PAGES} - {f"pages/{page.name}.js"}
    scripts = sorted(name for name in files if name.endswith(".js") and name not in other_pages)
    preloads = "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in scripts)
    parts = {
        "title": page.title,
        "links": "\n".join(_link(other, page) for other in PAGES),
        "preloads": preloads,
        "script": f"/static/pages/{page.name}.js",
        "name": page.name,
        "main": fragment,
    }
    for name, text in parts.items():
        shell = shell.replace(f"[[{name}]]", text)
    return shell


def _link(page: Page, current: Page) -> str:
    here = ' aria-current="page"' if page is current else ""
    return f'<a href="{page.address}"{here}>{page.label}</a>'
