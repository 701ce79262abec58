"""The checksums of endgame tables, written from docs/tablebase-format.md alone."""

from __future__ import annotations

import struct


def checksum(data: bytes, total: int = 0) -> int:
    """As docs/tablebase-format.md has it."""

    def mixed(total: int, word: int) -> int:
        total = (total ^ word) * 0x9E3779B97F4A7C15 % 2**64
        return total ^ total >> 29

    for at in range(0, len(data), 8):
        total = mixed(total, int.from_bytes(data[at : at + 8], "little"))
    return mixed(total, len(data))


def sealed(data: bytearray) -> bytearray:
    """With the checksums that its content has now, as far as its lengths make sense."""
    chances, plies, groups = struct.unpack_from("<IIQ", data, 80)
    directory = 128 + chances + 8 * plies
    end = directory + 16 * groups
    if end > len(data):
        return data
    begins = [struct.unpack_from("<Q", data, directory + 16 * g)[0] for g in range(groups)]
    for g, (begin, after) in enumerate(zip(begins, [*begins[1:], len(data)], strict=True)):
        struct.pack_into("<Q", data, directory + 16 * g + 8, checksum(bytes(data[begin:after])))
    struct.pack_into("<Q", data, 112, len(data))
    struct.pack_into("<Q", data, 120, checksum(bytes(data[128:end]), checksum(bytes(data[:120]))))
    return data
