"""Questions with yes or no for an answer."""

from __future__ import annotations

import click

ANSWERS = {"y": True, "yes": True, "n": False, "no": False}
PLEASE = "Please type y for yes or n for no."


def confirmed(question: str, *, default: bool) -> bool:
    """Asks until the answer is clear. Enter alone takes the default; the end of input is a no."""
    marks = "[Y/n]" if default else "[y/N]"
    while True:
        try:
            answer = input(f"{question} {marks} ").strip().lower()
        except EOFError:
            click.echo()
            return False
        if not answer:
            return default
        if answer in ANSWERS:
            return ANSWERS[answer]
        click.echo(PLEASE)
