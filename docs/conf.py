"""How Sphinx makes the site of these pages: sphinx-build -W docs site"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import crownhead  # noqa: E402

project = "crownhead"
version = release = crownhead.__version__
copyright = "the authors of crownhead"
html_title = "crownhead"

extensions = ["myst_parser", "sphinx.ext.autodoc", "docs._site.extension"]
exclude_patterns = ["_site", "images", "pictures"]
needs_sphinx = "9.0"
nitpicky = False

myst_heading_anchors = 4
"""Headings can be linked to by the names that hosts of Git repositories give them."""

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries = False
default_role = "literal"
"""Docstrings write `code` in one pair of backticks."""

html_theme = "furo"
pygments_style = "default"
pygments_dark_style = "github-dark"
html_static_path = ["_site/static", "../src/crownhead/web/static/crownhead-board.js"]
html_css_files = ["site.css"]
html_js_files = [("crownhead-board.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
