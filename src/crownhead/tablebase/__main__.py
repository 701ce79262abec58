"""`python -m crownhead.tablebase DIRECTORY` builds what every user has."""

import os
import sys
from pathlib import Path

from crownhead.tablebase.first import build_in_turn, build_more

if "--more" in sys.argv[2:]:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)  # behind whatever the user does meanwhile
    build_more(Path(sys.argv[1]))
else:
    build_in_turn(Path(sys.argv[1]))
