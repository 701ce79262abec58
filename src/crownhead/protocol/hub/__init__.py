"""The Hub protocol, on both sides."""
