"""Lessons that teach the game by doing: each a file of steps, each step a position, a text and a goal."""

from crownhead.study.lessons.judging import Judgement, hint, judge
from crownhead.study.lessons.lesson import Goal, Lesson, Step, lesson, lessons

__all__ = ["Goal", "Judgement", "Lesson", "Step", "hint", "judge", "lesson", "lessons"]
