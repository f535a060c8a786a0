"""What games are written with: records, random numbers, compiling, options; how bots and studies are described."""

from .chance import Dice, below, next64, scramble, seed_of, shuffle
from .compile import CacheUnusable, cache_directory, check_cache, inlined, on_first_compile, rule
from .contract import Bounds, Rules
from .copying import copy_record
from .errors import BadInput, IllegalAction, ParlourError
from .figures import NO_MEASURE, Measure
from .minds import LEVELS, MIND, NOTHING, Bots, Level, Plan, Trait
from .options import (
    Choice,
    NamedOrCustom,
    Number,
    Option,
    PerSeat,
    SeatChoice,
    is_whole,
    read_options,
    read_toml,
    write_options,
)
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
from .rulebook import Statement, statement, statements

__all__ = [
    "INTERPRETED",
    "LEVELS",
    "MIND",
    "NEVER",
    "NOTHING",
    "NO_MEASURE",
    "SPECTATOR",
    "TABLE",
    "BadInput",
    "Bots",
    "Bounds",
    "CacheUnusable",
    "Choice",
    "Dice",
    "IllegalAction",
    "Level",
    "Measure",
    "NamedOrCustom",
    "Number",
    "Option",
    "ParlourError",
    "PerSeat",
    "Piece",
    "Pieces",
    "Plan",
    "Rules",
    "SeatChoice",
    "Statement",
    "Trait",
    "below",
    "blank",
    "cache_directory",
    "check_cache",
    "copy_record",
    "float64",
    "in_python",
    "inlined",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_whole",
    "next64",
    "on_first_compile",
    "plain",
    "read_options",
    "read_toml",
    "readable",
    "record",
    "rule",
    "scramble",
    "seed_of",
    "shuffle",
    "statement",
    "statements",
    "uint64",
    "write_options",
]
