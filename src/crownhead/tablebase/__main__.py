"""`python -m crownhead.tablebase DIRECTORY` builds what every user has."""

import sys
from pathlib import Path

from crownhead.tablebase.first import build

build(Path(sys.argv[1]))
