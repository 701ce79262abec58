"""Whole games gone through: `crownhead analyse game.pdn`.

opinions  what the engine thinks of every position, found by all processors
journal   the same on disk, game by game, so that long work can be interrupted
words     what is said in the terminal
report    the page with diagrams
studying  from the file to all of these
"""
