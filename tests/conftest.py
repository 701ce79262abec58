"""What every floor's tests share."""

from __future__ import annotations

import atexit
import os
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings
from skips import NoSkips

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


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CROWNHEAD_NO_SKIPS"):
        config.pluginmanager.register(NoSkips.from_file(), "no-skips")
