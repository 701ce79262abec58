"""Making problems: positions with one right move at every turn, proved, and how hard each is to find."""
