"""Every address of the API asked with what its document allows and with what it does not, by schemathesis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi import checks
from web.running import Server

from crownhead.web.api import openapi
from crownhead.web.app import ENDPOINTS

# A document cannot say what a position or a move is: that they are refused is right.
NOT_MEANT = [checks.positive_data_acceptance]
# More than an address takes is refused before it is read: 413 is as good an answer as any other refusal.
REFUSALS = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}}
)
SCHEMA = schemathesis.openapi.from_dict(openapi.document(ENDPOINTS), config=CONFIG)


EXAMPLES = 10
"""For each address, the same in every run."""
ALL: Iterable[Any] = SCHEMA.get_all_operations()
OPERATIONS = [result.ok() for result in ALL]


# By pytest's own parameters and not by schemathesis's: a name for each address, or xdist takes all for one test.
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_answers_are_as_the_document_says(operation: Any, server: Server) -> None:
    allowed, not_allowed = (
        operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode
    )

    @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=st.one_of(allowed, not_allowed))
    def ask(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(base_url=server.url, excluded_checks=list(NOT_MEANT))

    ask()
