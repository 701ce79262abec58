"""Checkers for reinforcement learning: many games at once, and the interfaces of PettingZoo and Gymnasium.

>>> from crownhead.environment import VectorEnv
>>> env = VectorEnv(2, seed=1)
>>> env.observation.shape, env.action_mask.shape
((2, 7, 8, 4), (2, 128))
>>> env.step(env.sample())
>>> env.done.tolist()
[False, False]
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crownhead.environment.aec import aec_env
    from crownhead.environment.gym import gym_env
    from crownhead.environment.vector import NO_ACTION, UNKNOWN, VectorEnv

__all__ = ["NO_ACTION", "UNKNOWN", "VectorEnv", "aec_env", "gym_env"]

_HOMES = {
    "NO_ACTION": "vector",
    "UNKNOWN": "vector",
    "VectorEnv": "vector",
    "aec_env": "aec",
    "gym_env": "gym",
}
EXTRA = 'install it with: pip install "crownhead[environment]"'


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = importlib.import_module(f"{__name__}.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        if error.name in {"numpy", "gymnasium", "pettingzoo"}:
            message = f"crownhead.environment.{name} needs {error.name}; {EXTRA}"
            raise ModuleNotFoundError(message, name=error.name) from None
        raise
    return getattr(module, name)


def __dir__() -> list[str]:
    return __all__
