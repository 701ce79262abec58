"""Matches between players: openings with both colours, clocks, statistics that say when enough was played."""
