"""Plays any game, compiled from its rules: single steps, asking seats for actions, batches on threads or a GPU."""

from .batch import Batch, CpuBatch, Outcome, Policy, simulate
from .batch_loops import OneMatch, one_match
from .loops import CLOCK, DUE, NO_ACTION, NOBODY, OVER, STUCK, TOO_SOON, Loops, loops
from .moments import ASIDE, TICK_MS, Moments, checked_tick, moments
from .pointer import address_of, array_at
from .refusals import refusal
from .threads import cores

__all__ = [
    "ASIDE",
    "CLOCK",
    "DUE",
    "NOBODY",
    "NO_ACTION",
    "OVER",
    "STUCK",
    "TICK_MS",
    "TOO_SOON",
    "Batch",
    "CpuBatch",
    "Loops",
    "Moments",
    "OneMatch",
    "Outcome",
    "Policy",
    "address_of",
    "array_at",
    "checked_tick",
    "cores",
    "loops",
    "moments",
    "one_match",
    "refusal",
    "simulate",
]
