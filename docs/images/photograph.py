"""Photographs pages of a running `crownhead web` for the docs: python docs/images/photograph.py http://127.0.0.1:8032

Needs Playwright and Chromium, as the tests of the browser do.
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PAGES = {"start": "/", "learn": "/learn"}
SIZE = {"width": 1200, "height": 750}
QUALITY = 80
"""Per cent; such a picture has about 45 kB."""


def photograph(url: str, folder: Path) -> None:
    chromium = os.environ.get("CROWNHEAD_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        camera = page.context.new_cdp_session(page)
        for name, address in PAGES.items():
            page.goto(url + address, wait_until="networkidle")
            taken = camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
            (folder / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))
        browser.close()


if __name__ == "__main__":
    photograph(sys.argv[1].rstrip("/"), Path(__file__).parent)
