"""crownhead openings: lists and lots, the explorer, the trainer of a repertoire."""
