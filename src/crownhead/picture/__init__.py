"""How a position looks: themes, the board as text for a terminal, the board as SVG."""
