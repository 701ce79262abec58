"""crownhead match: its options, contenders and report."""
