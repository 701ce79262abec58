"""crownhead tournament."""
