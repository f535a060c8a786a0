"""The CPU time of the first use of a game with an empty cache, and of the next process: each game's first `parlour
sim`, without and with bots, and Parrot in each form of the environments.

    python bench/cold_start.py [sim | forms]

CPU seconds of user and system together, so that other work on the machine matters less.
"""

import os
import resource
import subprocess
import sys
import tempfile

from parlour.games import names

PROGRAM = "from parlour.cli import main; main()"
BOT = "sharp"

# From creating it to the end of the first step. Importing is not part of it.
FORMS = {
    "`batch`": """
many = parlour.game("parrot").batch(4096, seats=4, seed=1)
many.observe()
many.step(many.sample())
""",
    "`aec`": """
env = parlour.envs.aec("parrot", seats=4)
env.reset(seed=1)
env.step(env.last()[0]["action_mask"].argmax())
""",
    "`parallel`": """
env = parlour.envs.parallel("parrot", seats=4)
seen, _ = env.reset(seed=1)
env.step({agent: seen[agent]["action_mask"].argmax() for agent in seen})
""",
    "`gymnasium.make`": """
env = gymnasium.make("parlour/Parrot-v0", seats=4, opponents="casual")
seen, _ = env.reset(seed=1)
env.step(seen["action_mask"].argmax())
""",
    "`gymnasium.make_vec`": """
envs = gymnasium.make_vec("parlour/Parrot-v0", num_envs=4096, seats=4, opponents="casual")
seen, _ = envs.reset(seed=1)
envs.step(seen["action_mask"].argmax(axis=1))
""",
}
TIMED = """
import time
import gymnasium
import parlour.envs
began = time.process_time()
{}
print(time.process_time() - began)
"""


def run(program: str, *words: str, cache: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**os.environ, "PARLOUR_CACHE": cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    ).stdout


def seconds(*words: str) -> float:
    """What one command costs with nothing in the cache."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    with tempfile.TemporaryDirectory() as cache:
        run(PROGRAM, "sim", *words, "--games", "10", cache=cache)
    return spent() - before


def simulations() -> None:
    print(f"| game | `parlour sim` | `--bots {BOT}` |\n|---|---|---|")
    for name in names():
        print(f"| {name} | {seconds(name):.1f} s | {seconds(name, '--bots', BOT):.1f} s |", flush=True)


def forms() -> None:
    print("| form | first time on a machine | in a later process |\n|---|---:|---:|")
    for form, steps in FORMS.items():
        with tempfile.TemporaryDirectory() as cache:
            first, later = (float(run(TIMED.format(steps), cache=cache)) for _ in range(2))
        print(f"| {form} | {first:.0f} | {later:.1f} |", flush=True)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["sim", "forms"]
    if not set(wanted) <= {"sim", "forms"}:
        sys.exit("python bench/cold_start.py [sim | forms]")
    if "sim" in wanted:
        simulations()
    if "forms" in wanted:
        forms()
