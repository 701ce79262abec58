"""crownhead pdn: what can be done with files of games, one subcommand a file."""
