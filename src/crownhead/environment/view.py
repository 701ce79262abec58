"""One game as a player sees it, for the interfaces that play a single one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from crownhead.environment.vector import COLUMNS, ROWS, VectorEnv
from crownhead.picture import text
from crownhead.record.board import QUIET_MOVES_FOR_DRAW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crownhead.rules.position import Position

ACTIONS = 128


def one_game(starts: Sequence[Position | str] | None) -> VectorEnv:
    return VectorEnv(1, starts=starts, auto_reset=False)


def observation_space() -> spaces.Dict:
    """The observation and the mask of one game; see VectorEnv."""
    planes = spaces.Box(0, QUIET_MOVES_FOR_DRAW, (7, ROWS, COLUMNS), np.uint8)
    return spaces.Dict({"observation": planes, "action_mask": spaces.MultiBinary(ACTIONS)})


def seen(env: VectorEnv, to_act: bool = True) -> dict[str, Any]:
    """What one player is shown. Who is not to act may do nothing."""
    mask = env.action_mask[0].astype(np.int8) if to_act else np.zeros(ACTIONS, np.int8)
    return {"observation": env.observation[0].copy(), "action_mask": mask}


def drawn(env: VectorEnv) -> str:
    return text.plain(env.position(0))
