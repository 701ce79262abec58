"""The game in the terminal.

session   the game as it stands and what can be done with it; knows no screen and no keyboard
commands  what can be typed besides a move
advice    the engine as an opponent and as a teacher
view      how the session looks on this terminal
prompt    how a line is asked for
loop      whose turn it is, until nobody wants to go on
command   the options of `crownhead play`
"""
