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
SCHEMA = schemathesis.openapi.from_dict(openapi.document(ENDPOINTS))


@SCHEMA.parametrize()
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_answers_are_as_the_document_says(case: schemathesis.Case[Any], server: Server) -> None:
    case.call_and_validate(base_url=server.url, excluded_checks=list(NOT_MEANT))
