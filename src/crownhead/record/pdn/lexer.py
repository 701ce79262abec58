"""The words of move text. Runs of plain moves are played by the core; these are for all that lies between."""

from __future__ import annotations

import re

_SIGN = rb"(?:[-x:X]|\xe2\x80[\x90-\x95]|\xe2\x88\x92|\xc3\x97)"
"""Also as dashes and crosses in UTF-8."""
_LETTERED = rb"[A-Ha-h][1-8]"
_SQUARE = rb"(?:[0-9]{1,3}|" + _LETTERED + rb")"

TOKEN = re.compile(
    rb"""
      (?P<space> \s+ | [%;][^\r\n]* )
    | (?P<comment> \{[^}]*\} )
    | (?P<unclosed> \{ )
    | (?P<result> (?: 1/2\ ?-\ ?1/2 | 1-0 | 0-1 | 0-0 | 2-0 | 1-1 | 0-2 ) (?![0-9/-]) | \* )
    | (?P<strength> [!?]+ | \([!?]+\) )
    | (?P<nag> \$[0-9]{1,9} )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<setup> /[^/]*/ )
    | (?P<number> [0-9]{1,9}\.+ )
    | (?P<move> """
    + _SQUARE
    + rb"(?:[\ \t]*"
    + _SIGN
    + rb"[\ \t]*"
    + _SQUARE
    + rb"){1,15} | (?:"
    + _LETTERED
    + rb"""){2,10} | [0-9]{4}(?![0-9.]) )
    | (?P<bare> [0-9]{1,9} )
    | (?P<null> --+ )
    | (?P<unknown> - )
    | (?P<dots> \.+ | \xe2\x80\xa6 )
    | (?P<escape> \\[rn] )
    | (?P<bracket> \[[^\]\r\n]*\]? )
    | (?P<stray> \} )
    | (?P<junk> [^\s{}()\[\]$*!?/]{1,200} | . )
    """,
    re.VERBOSE | re.DOTALL,
)

SETUP = re.compile(rb'/\s*+FEN\s*+"([^"]*+)"\s*+/', re.IGNORECASE)
NULL_SETUP = re.compile(rb"\s*+[BW?]\s*+:\s*+(?:[BW]\s*+)?(?::\s*+(?:[BW]\s*+)?)?", re.IGNORECASE)
"""A setup without pieces passes the turn."""

PLAIN_FEN = re.compile(r"[BW](?::[BW](?:K?[0-9]+(?:-K?[0-9]+)?(?:,(?=K?[0-9])|(?=:)|\Z))*){1,2}")
"""As the standard writes positions: no spaces, no full stop."""
END = re.compile(rb"\s*\Z")
