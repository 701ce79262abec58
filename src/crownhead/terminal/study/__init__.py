"""What `crownhead analyse game.pdn` shows of a review, and the files that it writes.

words     what is said in the terminal
report    the page with diagrams
studying  from the file to all of these
"""
