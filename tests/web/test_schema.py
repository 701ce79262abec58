"""Every address of the API asked with what its document allows and with what it does not, by schemathesis."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
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


@SCHEMA.parametrize()
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_answers_are_as_the_document_says(case: schemathesis.Case[Any], server: Server) -> None:
    case.call_and_validate(base_url=server.url, excluded_checks=list(NOT_MEANT))
