"""Problems to solve, and the trainer that chooses them.

goal        win or draw
problem     a problem, and the judgement of a move
theme       what a problem is about
packed      the file they are shipped in
collection  all of them
glicko      the rating of a solver
history     what a solver has tried: a file in the user's data directory
trainer     which problem comes next
"""

from crownhead.study.problems.collection import problem, problems
from crownhead.study.problems.goal import ProblemGoal
from crownhead.study.problems.problem import GRADES, Attempt, AttemptVerdict, Problem
from crownhead.study.problems.theme import ProblemTheme
from crownhead.study.problems.trainer import Standing, Trainer

__all__ = [
    "GRADES",
    "Attempt",
    "AttemptVerdict",
    "Problem",
    "ProblemGoal",
    "ProblemTheme",
    "Standing",
    "Trainer",
    "problem",
    "problems",
]
