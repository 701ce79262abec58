"""Makes a release: python -m tools.release VERSION

The version, as 0.2.0, is written into pyproject.toml and crownhead.__version__, and what is new in CHANGELOG.md gets it
as its heading, with the date. All is made and checked from a copy with that version first (tools/wheels.py); only if
nothing fails is anything written here, and dist/ has the source distribution and the wheels for Linux. Those for macOS
and Windows come from the hosted workflow when the tag is pushed. Nothing is uploaded.
"""

from __future__ import annotations

import datetime
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.wheels import WheelError, make

ROOT = Path(__file__).resolve().parents[1]
NEWS = "## Unreleased\n"


class ReleaseError(Exception):
    """Something here does not let a release be made."""


def numbers(version: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"a version has three numbers, as 0.2.0, not {version!r}")
    return tuple(map(int, version.split(".")))


def current(tree: Path) -> str:
    """The version of the tree, which must be the same in both places."""
    places = {
        "pyproject.toml": r'^version = "(.+)"$',
        "src/crownhead/__init__.py": r'^__version__ = "(.+)"$',
    }
    found = {}
    for name, pattern in places.items():
        match = re.search(pattern, (tree / name).read_text(encoding="utf-8"), re.MULTILINE)
        found[name] = match[1] if match else "none"
    if len(set(found.values())) > 1:
        raise ReleaseError(f"the versions differ: {found}")
    return found["pyproject.toml"]


def changelog(text: str, version: str, day: datetime.date) -> str:
    """With what is new under the version, and an empty list for what comes next."""
    before, heading, after = text.partition(NEWS)
    if not heading:
        raise ReleaseError(f"CHANGELOG.md has no heading {NEWS.strip()!r}")
    if not after.partition("\n## ")[0].strip():
        raise ReleaseError("CHANGELOG.md has nothing under Unreleased")
    if f"\n## {version} " in text:
        raise ReleaseError(f"CHANGELOG.md has {version} already")
    return f"{before}{NEWS}\n## {version} ({day.isoformat()})\n{after}"


def released(tree: Path, version: str, day: datetime.date) -> dict[str, str]:
    """The files that a release changes, as they are then."""
    old = current(tree)
    if numbers(version) < numbers(old):
        raise ReleaseError(f"{version} is older than {old}")

    def read(name: str) -> str:
        return (tree / name).read_text(encoding="utf-8")

    return {
        "pyproject.toml": read("pyproject.toml").replace(
            f'\nversion = "{old}"', f'\nversion = "{version}"', 1
        ),
        "src/crownhead/__init__.py": read("src/crownhead/__init__.py").replace(
            f'\n__version__ = "{old}"', f'\n__version__ = "{version}"', 1
        ),
        "CHANGELOG.md": changelog(read("CHANGELOG.md"), version, day),
    }


def write(tree: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (tree / name).write_text(text, encoding="utf-8")


def git(*arguments: str | Path) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def release(version: str) -> None:
    if changed := git("status", "--porcelain"):
        raise ReleaseError(f"commit these first, or put them away:\n{changed}")
    if git("tag", "--list", f"v{version}"):
        raise ReleaseError(f"there is a tag v{version} already")
    texts = released(ROOT, version, datetime.datetime.now(datetime.UTC).date())
    with tempfile.TemporaryDirectory() as name:
        tree, out = Path(name) / "tree", Path(name) / "dist"
        git("clone", "--quiet", ROOT, tree)
        write(tree, texts)
        make(tree, out)
        shutil.copytree(out, ROOT / "dist", dirs_exist_ok=True)
    write(ROOT, texts)
    print(
        f"Made {version} in dist/. Next: git commit -am 'Release {version}', git tag v{version}, push both."
    )


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    try:
        release(sys.argv[1])
    except (ReleaseError, WheelError) as error:
        sys.exit(f"release: {error}")


if __name__ == "__main__":
    main()
