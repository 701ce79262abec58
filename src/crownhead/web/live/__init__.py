"""What is alive between requests: rooms, sockets and the pool of engines."""
