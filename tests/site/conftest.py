"""The built site is looked at where it was built: by `nox -s site`, which says where it lies."""

from __future__ import annotations

import os

collect_ignore = [] if "CROWNHEAD_SITE" in os.environ else ["test_built.py"]
