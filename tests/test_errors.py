from __future__ import annotations

import pickle

import pytest

from crownhead import errors
from crownhead.record.game.problems import RecordProblem, Severity

RAISED = [
    errors.PeerLeft("I lose"),
    errors.GameOver("a draw"),
    errors.CorruptTable("damaged", path="1001.wld"),
    errors.InvalidPosition(["one", "two"]),
    errors.PDNError("no", file="a.pdn", problems=[RecordProblem(Severity.DAMAGE, "x", 1, 2)]),
    errors.FileInUse("a.lock"),
    errors.IllegalMove("no", text="1-2", fen="B:W1:B2"),
    errors.TooMuch("slowly", wait=2.5),
]


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_errors_come_back_from_other_processes_as_they_were(error: errors.CrownheadError) -> None:
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(error))))
    assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)
