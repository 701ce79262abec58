"""Files of the client on the machines of workers: each under the hash of what is in it.

The client names a file or a directory by a *manifest*, which lists hashes. A worker reads the client's own path if it
holds just that, as on a shared disk; else what is in its cache; and else says what it lacks, and the client sends it.
Nothing is used whose hash was not compared in this process.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crownhead.errors import MissingFiles, UnusableCache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CHUNK = 4 * 2**20
"""Bytes that are sent at a time."""
PLACE = "CROWNHEAD_CACHE"
"""Environment variable: where the cache is."""


def cache_directory() -> Path:
    if chosen := os.environ.get(PLACE):
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("crownhead", appauthor=False)) / "cluster"


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Shared(str):
    """A path of the client that means the same content to a worker: there it is unpickled as a path that has it."""

    manifest: str
    """Its hash."""

    def __new__(cls, path: str, manifest: str) -> Shared:
        made = super().__new__(cls, path)
        made.manifest = manifest
        return made

    def __reduce__(self) -> tuple[Callable[..., str], tuple[str, str]]:
        return found, (self.manifest, str(self))


# -- at the client -------------------------------------------------------------------------------------


class Stock:
    """What the client has to send, by hash."""

    def __init__(self) -> None:
        self._files: dict[str, Path] = {}
        self._manifests: dict[str, bytes] = {}
        self._digests: dict[tuple[str, int, int], str] = {}

    def share(self, path: Path, names: Sequence[str] | None = None) -> Shared:
        """A file, a directory, or files of a directory, by their names in it."""
        path = path.absolute()
        is_file = names is None and path.is_file()
        if names is None:
            chosen = [path] if is_file else (p for p in path.rglob("*") if p.is_file())
            root = path.parent if is_file else path
            names = [p.relative_to(root).as_posix() for p in chosen if p.name[0] != "."]
        else:
            root = path
        files = {name: self._digest(root / name) for name in sorted(names)}
        content = json.dumps({"one": is_file, "files": files}, sort_keys=True).encode()
        manifest = hashlib.sha256(content).hexdigest()
        self._manifests[manifest] = content
        return Shared(os.fspath(path), manifest)

    def deliveries(self, digest: str) -> Iterator[Delivery]:
        """The content in pieces, at least one; no more than two are in memory."""
        part = secrets.token_hex(4)
        chunks = self._chunks(digest)
        chunk = next(chunks)
        for following in chunks:
            yield Delivery(digest, part, chunk, is_last=False)
            chunk = following
        yield Delivery(digest, part, chunk, is_last=True)

    def _chunks(self, digest: str) -> Iterator[bytes]:
        if digest in self._manifests:
            yield self._manifests[digest]
            return
        with self._files[digest].open("rb") as file:
            yield file.read(CHUNK)
            while chunk := file.read(CHUNK):
                yield chunk

    def _digest(self, path: Path) -> str:
        state = path.stat()
        key = os.fspath(path), state.st_size, state.st_mtime_ns
        if key not in self._digests:
            self._digests[key] = digest_of(path)
        self._files[self._digests[key]] = path
        return self._digests[key]


# -- at a worker ---------------------------------------------------------------------------------------


class Delivery(NamedTuple):
    """A piece of a file on its way to a worker."""

    digest: str
    part: str
    """Tells this sending from others of the same file."""
    chunk: bytes
    is_last: bool


def receive(delivery: Delivery) -> None:
    """Puts it into the cache. Raises OSError where there is no room."""
    folder = cache_directory() / "files"
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{delivery.digest}.{delivery.part}.part"
    try:
        with part.open("ab") as file:
            file.write(delivery.chunk)
        if delivery.is_last:
            if digest_of(part) != delivery.digest:
                raise OSError(f"{delivery.digest} did not arrive whole")
            part.replace(folder / delivery.digest)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def lacks(digest: str) -> bool:
    """Whether it is not in the cache. What is there may be damaged: see `found`."""
    return not (cache_directory() / "files" / digest).exists()


def found(manifest: str, path: str) -> str:
    """A path with the content that the client has at `path`. Raises MissingFiles or UnusableCache."""
    if PLACE not in os.environ:  # we are the client, or a process of its machine
        return path
    files = cache_directory() / "files"
    if not _is_sound(files / manifest, manifest):
        raise MissingFiles([manifest])
    listed: dict[str, Any] = json.loads((files / manifest).read_bytes())
    wanted: dict[str, str] = listed["files"]
    root = Path(path).parent if listed["one"] else Path(path)
    if all(_is_sound(root / name, digest) for name, digest in wanted.items()):
        return path
    missing = [digest for digest in wanted.values() if not _is_sound(files / digest, digest)]
    if missing:
        raise MissingFiles(sorted(set(missing)))
    try:
        view = _view(manifest, wanted)
    except FileNotFoundError:  # another process has just found it damaged
        raise MissingFiles([manifest]) from None
    except OSError as error:
        raise UnusableCache(f"it cannot keep the files of the client: {error}") from None
    return os.fspath(view / next(iter(wanted)) if listed["one"] else view)


_compared: dict[tuple[str, int, int, int], str] = {}
"""Hashes of files as they were when this process read them."""


def _is_sound(path: Path, digest: str) -> bool:
    """Whether a file has this content. One in the cache that has not is removed."""
    try:
        state = path.stat()
        key = os.fspath(path), state.st_size, state.st_mtime_ns, state.st_ino
        if key not in _compared:
            _compared[key] = digest_of(path)
    except OSError:
        return False
    if _compared[key] == digest:
        return True
    if path.name == digest:
        path.unlink(missing_ok=True)
    return False


def _view(manifest: str, wanted: dict[str, str]) -> Path:
    """A directory in which the files have their names; they are there once, however many views show them."""
    cache = cache_directory()
    view = cache / "views" / manifest
    if _shows(view, wanted):
        return view
    view.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{manifest}.", dir=view.parent))
    for name, digest in wanted.items():
        (beside / name).parent.mkdir(parents=True, exist_ok=True)
        (beside / name).hardlink_to(cache / "files" / digest)
    with suppress(OSError):  # an old one that shows damaged files, if there is one
        view.rename(f"{beside}.old")
        shutil.rmtree(f"{beside}.old", ignore_errors=True)
    try:
        beside.rename(view)
    except OSError:  # another process was quicker
        shutil.rmtree(beside, ignore_errors=True)
        if not _shows(view, wanted):
            raise
    return view


def _shows(view: Path, wanted: dict[str, str]) -> bool:
    files = cache_directory() / "files"
    with suppress(OSError):
        return view.is_dir() and all((view / n).samefile(files / digest) for n, digest in wanted.items())
    return False
