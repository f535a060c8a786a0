"""What rules are written with: state records, random numbers, the compile step, and the loops that play."""

from .chance import Dice, below, next64, scramble, seed_of, shuffle
from .copying import copy_record
from .errors import BadInput, IllegalAction, ParlourError
from .handle import handle
from .loops import CLOCK, DUE, OVER, STUCK, TOO_SOON, Loops, loops
from .many import Many, many, spans
from .moments import ASIDE, NOBODY, TICK_MS, Moments, moments
from .options import Choice, Number, Option, PerSeat, Table, read_options, read_toml, write_options
from .pieces import Piece, Pieces
from .plain import in_python, plain
from .record import (
    INTERPRETED,
    NEVER,
    SPECTATOR,
    TABLE,
    blank,
    float64,
    int8,
    int16,
    int32,
    int64,
    readable,
    record,
    uint64,
)
from .rule import CacheUnusable, cache_directory, check_cache, entrance, on_first_compile, pasted, rule
from .rules import Rules

__all__ = [
    "ASIDE",
    "CLOCK",
    "DUE",
    "INTERPRETED",
    "NEVER",
    "NOBODY",
    "OVER",
    "SPECTATOR",
    "STUCK",
    "TABLE",
    "TICK_MS",
    "TOO_SOON",
    "BadInput",
    "CacheUnusable",
    "Choice",
    "Dice",
    "IllegalAction",
    "Loops",
    "Many",
    "Moments",
    "Number",
    "Option",
    "ParlourError",
    "PerSeat",
    "Piece",
    "Pieces",
    "Rules",
    "Table",
    "below",
    "blank",
    "cache_directory",
    "check_cache",
    "copy_record",
    "entrance",
    "float64",
    "handle",
    "in_python",
    "int8",
    "int16",
    "int32",
    "int64",
    "loops",
    "many",
    "moments",
    "next64",
    "on_first_compile",
    "pasted",
    "plain",
    "read_options",
    "read_toml",
    "readable",
    "record",
    "rule",
    "scramble",
    "seed_of",
    "shuffle",
    "spans",
    "uint64",
    "write_options",
]
