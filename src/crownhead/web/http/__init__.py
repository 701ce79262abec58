"""The server's door: addresses, limits, assets, errors."""
