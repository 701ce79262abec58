"""Many games: queries, scans of files, the index and statistics."""
