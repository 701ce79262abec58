"""The transcripts in the document about protocols are held again; what the engine says must be of the same kind.

Everything is compared word for word except what depends on the strength and speed of the engine: the numbers and
moves of `info` and `done`, and the moves of DXP.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from conversation import Hub

from crownhead.engine import Engine, Limit
from crownhead.protocol.dxp.server import DxpServer

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocols.md"
TRANSCRIPTS = re.findall(
    r"^```text\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
VARYING = re.compile(r"^(info|done)\b")


def kind(line: str) -> str:
    """A line with what varies struck out."""
    line = re.sub(r"^M\d{4}(\d\d){3,}$", "a move", line)
    if not VARYING.match(line) or line == "done move=0-0":
        return line
    return re.sub(r'=("[^"]*"|\S+)', "=...", line)


def turns(transcript: str) -> list[tuple[str, list[str]]]:
    """What is said to the engine, each with the answers expected to it."""
    found: list[tuple[str, list[str]]] = []
    for line in transcript.splitlines():
        speaker, text = line[:3], line[3:]
        if speaker == "G> ":
            found.append((text, []))
        else:
            assert speaker == "E> "
            found[-1][1].append(text)
    return found


def is_hub(transcript: str) -> bool:
    return not transcript.startswith("G> R01")


def test_there_are_transcripts_of_both() -> None:
    assert [is_hub(transcript) for transcript in TRANSCRIPTS] == [True, True, False]


@pytest.mark.parametrize("transcript", [one for one in TRANSCRIPTS if is_hub(one)])
def test_hub(transcript: str) -> None:
    with Hub() as hub:
        for said, expected in turns(transcript):
            hub.say(said)
            answers = [hub.hear() for _ in expected]
            assert [kind(line) for line in answers] == [kind(line) for line in expected]


async def held(conversation: list[tuple[str, list[str]]]) -> list[list[str]]:
    server = DxpServer(lambda: Engine(hash_mb=1), limit=Limit(depth=3))
    port = await server.listen(port=0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    heard = []
    for said, expected in conversation:
        writer.write(said.encode() + b"\0")
        heard.append([(await reader.readuntil(b"\0"))[:-1].decode() for _ in expected])
    writer.close()
    await server.close()
    return heard


def test_dxp() -> None:
    conversation = turns(TRANSCRIPTS[-1])
    heard = asyncio.run(held(conversation))
    for (_, expected), answers in zip(conversation, heard, strict=True):
        assert [kind(line) for line in answers] == [kind(line) for line in expected]
