"""Openings and ballots by name and number."""
