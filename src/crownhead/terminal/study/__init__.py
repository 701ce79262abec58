"""What `crownhead analyse game.pdn` shows of a review, and the files that it writes.

words     what is said in the terminal
report    the page with diagrams
certificates  proofs of what became certain
studying  from the file to all of these
"""
