"""Games in UTF-8, in what old programs wrote, or, where files were joined, in both at once."""

from __future__ import annotations

import codecs


def to_utf8(text: bytes) -> tuple[bytes, int | None]:
    """The text in UTF-8, and where in it the first character stands that was in something older, if any was."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return text.decode(errors=_OLDER).encode(), error.start
    return text, None


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are no UTF-8, and only those, as Windows-1252, or as Latin-1 where that has no character."""
    assert isinstance(error, UnicodeDecodeError)
    bad = error.object[error.start : error.end]
    return "".join(map(_WINDOWS.__getitem__, bad)), error.end


_WINDOWS = [bytes([i]).decode("cp1252", errors="ignore") or chr(i) for i in range(256)]
_OLDER = "crownhead.as_windows"
codecs.register_error(_OLDER, _as_windows)
