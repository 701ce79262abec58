"""Opening books: what is known of positions and their moves."""

from crownhead.book.book import Book, BookMove

__all__ = ["Book", "BookMove"]
