"""Talking to other programs: Hub over pipes and DXP over TCP, on both sides of each."""
