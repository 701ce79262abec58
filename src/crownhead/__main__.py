"""python -m crownhead: the crownhead command."""

from crownhead.terminal.main import main

main()
