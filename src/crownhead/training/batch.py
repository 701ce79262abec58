"""A batch of samples as the network sees them: the mover first, whoever he is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from crownhead import _core

if TYPE_CHECKING:
    from crownhead.training.samples import Samples

    Numbers = np.ndarray[Any, Any]


class Batch(NamedTuple):
    rows: Numbers
    """[sample, player, pattern]"""
    king_rows: Numbers
    """[sample, player, king pattern]"""
    has_kings: Numbers
    """[sample]: 1 where there is one, and king patterns count."""
    terms: Numbers
    """[sample, term]: how often it occurs for the mover, less for the other."""
    kings: Numbers
    """[sample, player, own or enemy, square]: 1 where a king stands, as the player sees the board."""
    pieces: Numbers
    buckets: Numbers
    scores: Numbers
    """For the mover, in the unit of the core."""
    results: Numbers
    """For the mover: 1, 0 or -1; of no meaning where `is_known` is 0."""
    is_known: Numbers

    @classmethod
    def of(cls, samples: Samples) -> Batch:
        size = len(samples)
        features = _core.features(packed(samples))
        sign = 1 - 2 * samples["white_to_move"].astype(np.float32)
        is_known = (np.abs(samples["result"]) < 2).astype(np.float32)
        return cls(
            np.frombuffer(features.rows, np.int32).reshape(size, 2, -1),
            np.frombuffer(features.king_rows, np.int32).reshape(size, 2, -1),
            (samples["kings"] != 0).astype(np.float32),
            np.frombuffer(features.terms, np.int8).reshape(size, -1).astype(np.float32),
            _kings(samples),
            np.bitwise_count(samples["black"] | samples["white"]).astype(np.float32),
            np.frombuffer(features.buckets, np.uint8).astype(np.int32),
            samples["score"] * sign,
            samples["result"] * sign * is_known,
            is_known,
        )


def packed(samples: Samples) -> bytes:
    """As the core takes boards."""
    boards = [samples[name].astype("<u4") for name in ("black", "white", "kings", "white_to_move")]
    return np.stack(boards, axis=1).tobytes()


def _kings(samples: Samples) -> Numbers:
    sides = np.stack([samples["black"] & samples["kings"], samples["white"] & samples["kings"]], axis=1)
    bits = np.unpackbits(sides.astype("<u4").view(np.uint8), axis=1, bitorder="little")
    black = bits.reshape(-1, 2, 32)
    white = black[:, ::-1, ::-1]
    views = np.stack([black, white], axis=1)
    turned = samples["white_to_move"] == 1
    views[turned] = views[turned][:, ::-1]
    found: Numbers = views.astype(np.float32)
    return found
