"""Self-play and the fitting of the evaluation's weights. Needs numpy: pip install "crownhead[learn]"."""
