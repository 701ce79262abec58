"""Loading the extension runs nothing of ours: a processor that is too old gets a message, not a crash."""

from __future__ import annotations

import platform
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import crownhead._core

EXTENSION = Path(crownhead._core.__file__)
HARMLESS = re.compile(r"endbr64|nop|lea|mov|xor|sub|add|push|pop|ret|(jmp|call) .*<__cxa_atexit@plt>")
"""What registers a destructor, which is all that an initialiser may do."""


def disassembled(extension: Path, address: int) -> list[str]:
    """The instructions of an initialiser, up to where it returns or goes elsewhere."""
    command = ["objdump", "-d", "--no-show-raw-insn", f"--start-address={address:#x}", str(extension)]
    printed = subprocess.run(
        [*command, f"--stop-address={address + 4096:#x}"], capture_output=True, text=True, check=True
    ).stdout
    found = []
    for line in printed.splitlines():
        if match := re.fullmatch(r"\s*[0-9a-f]+:\t(.+)", line):
            found.append(" ".join(match[1].split("#")[0].split()))
            if found[-1].startswith(("jmp", "ret")):
                break
    return found


def initialisers(extension: Path) -> list[int]:
    """The addresses in .init_array; relocations have them where the section itself is still empty."""
    headers = subprocess.run(
        ["objdump", "-hw", str(extension)], capture_output=True, text=True, check=True
    ).stdout
    size, _, _, offset = re.search(r"\.init_array\s+(\w+)\s+(\w+)\s+(\w+)\s+(\w+)", headers).groups()  # type: ignore[union-attr]
    data = extension.read_bytes()[int(offset, 16) : int(offset, 16) + int(size, 16)]
    return [address for (address,) in struct.iter_unpack("<Q", data)]


def is_of_the_compiler(instructions: list[str]) -> bool:
    """frame_dummy, which every shared object begins with."""
    return [text.split()[0] for text in instructions] in (["endbr64", "jmp"], ["jmp"])


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="reads x86-64 ELF, as on Linux"
)
@pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump (binutils) is not installed")
def test_no_initialiser_does_anything() -> None:
    addresses = initialisers(EXTENSION)
    assert addresses
    assert all(addresses), "written as addresses, not left to relocations"
    first, *others = [disassembled(EXTENSION, address) for address in addresses]
    assert is_of_the_compiler(first)
    for instructions in others:
        wrong = [text for text in instructions if not HARMLESS.match(text)]
        assert wrong == [], f"runs while the extension is loaded: {instructions[:12]}"
