"""The library: one place on disk for the games of the terminal, the browser, imports and matches.

schema    the tables, and how SQLite keeps them safe
row       a game as it is stored
gamefile  a game that the terminal plays: a PDN file and its lock
shelf     the terminal's files, brought into the library when they have changed
home      the library of the user of this machine, brought up to date
entry     what the library keeps of a game that comes as PDN
incoming  imports: all of a file or nothing of it, without duplicates, and undone at once
search    finding games through the index
reviews   reviews that are kept with their games
analyses  what somebody works on, kept at every change
player    what the library tells of one player
putting   deleting with undo, collections and tags
"""
