"""The sidebar: the pages that the lists of a front page link to, in their order, under its headings."""

from __future__ import annotations

import re

FRONT_PAGES = frozenset({"index", "api/index", "decisions/README", "notebooks/index"})
PAGE = re.compile(r"^(?:- |\| ?)\[[^\]]+\]\(([^)\s#:]+)\.md\)", re.MULTILINE)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def with_contents(text: str, captions: bool) -> str:
    """The page with a hidden table of contents; `captions` says whether its headings are shown in the sidebar."""
    _, *rest = HEADING.split(text) if captions else ("", "", text)
    tables = []
    listed: set[str] = set()
    for heading, section in zip(rest[::2], rest[1::2], strict=True):
        pages = [page for page in PAGE.findall(section) if page not in listed]
        listed.update(pages)
        if pages:
            caption = f":caption: {heading}\n" if heading else ""
            tables.append("\n".join(["```{toctree}", f":hidden:\n{caption}", *pages, "```"]))
    return "\n\n".join([text.rstrip(), *tables]) + "\n"
