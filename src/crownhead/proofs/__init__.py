"""Proofs: a verdict with a certificate that anybody can check."""

from crownhead.proofs.checker import Checked, check_proof
from crownhead.proofs.claim import Claim
from crownhead.proofs.proof import Proof
from crownhead.proofs.prover import Attempted, ProofProgress, attempt, prove

__all__ = ["Attempted", "Checked", "Claim", "Proof", "ProofProgress", "attempt", "check_proof", "prove"]
