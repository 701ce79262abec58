"""What the tests of the web share: servers, clients and browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright
from web.running import CHROMIUM, CHROMIUM_ARGUMENTS, PATIENCE, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the tests that do it no harm."""
    running = Server(tmp_path_factory.mktemp("web")).start()
    yield running
    running.stop()


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Makes servers that a test may kill."""
    made: list[Server] = []

    def make(*options: str) -> Server:
        made.append(Server(tmp_path, *options).start())
        return made[-1]

    yield make
    for server in made:
        server.kill()


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        yield client


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """For one file: its driver occupies the event loop of the thread as long as it lives."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    expect.set_options(timeout=60_000)  # milliseconds; a busy machine may take its time
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address in a browser of its own; no page may have thrown or broken the policy in the end."""
    from web.person import SIZES, Person

    contexts, problems = [], []

    def open_(url: str, size: str = "desktop", **options: Any) -> Person:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: problems.append(m.text) if "Content Security" in m.text else None)
        page.goto(url)
        return Person(page)

    yield open_
    for context in contexts:
        context.close()
    assert problems == []
