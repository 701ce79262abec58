"""The site's own steps, for Sphinx: what a page's Markdown goes through before it is read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docs._site import boards, contents, links, notebook, reference

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", _read)
    app.connect("env-get-outdated", _outdated)
    app.connect("autodoc-process-docstring", _tabulated)
    app.connect("autodoc-process-signature", _signed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _read(app: Sphinx, docname: str, source: list[str]) -> None:
    page = Path(app.env.doc2path(docname))
    origin = links.stands_for(page) or page
    if origin != page:
        app.env.note_dependency(origin)
        source[0] = (
            notebook.markdown(origin) if origin.suffix == ".ipynb" else origin.read_text(encoding="utf-8")
        )
    text = boards.playable(links.moved(source[0], origin, page, links.stand_ins()))
    if docname in contents.FRONT_PAGES:
        text = contents.with_contents(text, captions=docname == "index")
    if docname.startswith("api/"):
        text = reference.with_docstrings(text)
    source[0] = text


def _tabulated(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Docstrings come in plain text: a list of words with what they mean keeps its lines."""
    lines[:] = reference.with_lists(lines)


def _signed(
    app: Sphinx,
    what: str,
    name: str,
    thing: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    return reference.without_self(signature), returns


def _outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """The reference is read from the code, whose changes Sphinx does not see."""
    return [docname for docname in env.found_docs if docname.startswith("api/")]
