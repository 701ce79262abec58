"""Takes the build of the core that is made for this processor, where a wheel brings two.

A wheel for x86-64 has the core twice: for any processor, and faster for those of about 2013 and later (x86-64-v3, with
AVX2 and BMI2). The second refuses to be loaded by an older processor, before any of its code has run.
"""

import contextlib
import importlib
import sys

FOLDER = "x86_64_v3"


def take_fastest() -> None:
    """Imports the core from the folder of the faster build; without it, or where it refuses, the core is as usual."""
    path = sys.modules["crownhead"].__path__
    faster = f"{path[0]}/{FOLDER}"
    path.insert(0, faster)
    with contextlib.suppress(ImportError):  # the common build may follow, and has its own error if it fails
        importlib.import_module("crownhead._core")
    path.remove(faster)


take_fastest()
