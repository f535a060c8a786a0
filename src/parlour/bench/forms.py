"""The forms in which speed is measured, in the order of the report: their names, and what a step is in each."""

from parlour.engine import cores

THREADS = cores()
MATCHES = 16_384  # in a batch, ours and that of other libraries: both are slower with fewer

ONE_THREAD = "whole games, one thread"
ALL_THREADS = "whole games, all threads"
NODE = "whole games, WebAssembly in Node"
MATCH = "match, from Python"
OPENSPIEL = "OpenSpiel state, from Python"
RLCARD = "RLCard environment, from Python"
AEC = "PettingZoo AEC, from Python"
BATCH = "batch, with masks"
SEEING = "batch, with masks and observations"
VECTOR = "Gymnasium vector environment"
GPU_GAMES = "whole games, GPU"
GPU_BATCH = "batch on GPU, with masks"
GPU_SEEING = "batch on GPU, with masks and observations"

SAYS = {
    ONE_THREAD: "Random matches played to the end in compiled code, as `parlour sim` does.",
    ALL_THREADS: "The same on all cores this process may use.",
    NODE: "The same matches on one thread, played by the engine that the page uses without a server.",
    MATCH: "`match.actors`, `match.legal`, `match.play`; the log is kept.",
    OPENSPIEL: "`legal_actions`, `apply_action`, chance drawn from `chance_outcomes`; every `apply_action` counts.",
    RLCARD: "`env.step`, with the legal actions of the state it returns.",
    AEC: "`env.last()`, `env.step(action)`, with the action mask.",
    BATCH: "One call steps all matches, writes masks, draws legal actions and restarts finished matches. All cores.",
    SEEING: "The same, and also every match's observation. Pgx always writes one.",
    VECTOR: "`env.step` for one seat of each match against casual bots; only that seat's actions count.",
    GPU_GAMES: "`batch.reset()` and `batch.play_out()`.",
    GPU_BATCH: "As on the CPU; the arrays stay on the GPU.",
    GPU_SEEING: "The same, with observations.",
}
