"""What every floor's tests share."""

from __future__ import annotations

import atexit
import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No test may depend on how fast the machine is.
settings.register_profile("crownhead", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crownhead")

# What the tests find must not depend on what the user has, nor on whether a database has meanwhile been built.
DATA = tempfile.TemporaryDirectory(prefix="crownhead-tests-", ignore_cleanup_errors=True)
atexit.register(DATA.cleanup)
os.environ["CROWNHEAD_DATA"] = DATA.name
os.environ["CROWNHEAD_BUILD"] = "never"

# A shell that runs the tests in the background has them ignore Ctrl-C, and what they start as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Files made by others, beside the project where there are any; no part of it."""


@pytest.fixture(scope="session")
def shared_data() -> Path:
    if not SHARED_DATA.is_dir():
        pytest.skip("the shared test data lies beside the project only where it is developed")
    return SHARED_DATA
