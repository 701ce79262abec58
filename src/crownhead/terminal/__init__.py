"""The crownhead command: a table of subcommands, one file for each, loaded when called."""
