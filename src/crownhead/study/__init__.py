"""What is learnt from games and positions: moves explained, games reviewed, problems."""
