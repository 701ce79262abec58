"""How soon the board is seen: first paint and bytes of a first visit, in headless Chromium over loopback.

Beside it, in the same browser, stands an empty page of the same server: what the machine and the browser need anyway.

Usage: python benchmarks/web_paint.py [RUNS]
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import Browser, sync_playwright

TARGET_MS, TARGET_KB = 300.0, 150.0
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
BYTES = "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)"


def served(folder: str) -> tuple[str, subprocess.Popen[bytes]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "CROWNHEAD_DATA": folder}
    command = [sys.executable, "-m", "crownhead", "web", "--no-browser", f"--port={port}"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    while True:
        try:
            urllib.request.urlopen(f"{url}/healthz").close()
            return url, process
        except OSError:
            time.sleep(0.05)


def visit(browser: Browser, url: str) -> tuple[float, float]:
    """Milliseconds to the first paint and kilobytes, with nothing in the cache."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(url)
    page.wait_for_load_state("networkidle")
    paint = page.evaluate(PAINT)
    while paint is None:
        page.wait_for_timeout(20)
        paint = page.evaluate(PAINT)
    size = page.evaluate(BYTES) / 1024
    context.close()
    return float(paint), float(size)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        url, process = served(folder)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        boards, plains = [], []
        for _ in range(runs):
            boards.append(visit(browser, f"{url}/"))
            plains.append(visit(browser, f"{url}/healthz"))
        browser.close()
        process.kill()
        process.wait()
    paint, size = statistics.median(p for p, _ in boards), max(s for _, s in boards)
    plain = statistics.median(p for p, _ in plains)
    print(
        f"the board is painted after {paint:.0f} ms, a page of one word after {plain:.0f}: ratio {paint / plain:.1f}"
    )
    print(f"target of {TARGET_MS:.0f} ms: {'met' if paint <= TARGET_MS else 'missed'} on this machine now")
    print(f"{size:.0f} KB are transferred (at most {TARGET_KB:.0f})")
    assert size <= TARGET_KB


if __name__ == "__main__":
    main()
