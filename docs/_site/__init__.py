"""What the documentation site does that Sphinx does not: each file turns Markdown into Markdown.

links.py      a page that is nothing but a link to a file outside docs/ shows that file; links lead to pages
notebook.py   a notebook as Markdown, with what its cells printed and drew
boards.py     a picture that is followed by a position becomes a board that can be played
contents.py   the lists of links on a front page are the sidebar
reference.py  a heading that is a public name gets its signature and its docstring
extension.py  asks them in turn, for Sphinx

The pages stay plain Markdown, which any host of Git repositories shows.
"""
