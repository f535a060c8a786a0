"""Draws docs/reaction-times.svg: the bots' reaction times to a single card with five fruits, and published ranges.

python tools/reactions.py
"""

from pathlib import Path

import altair as alt
import numpy as np
import polars as pl

import parlour
from parlour.bots import bots_of, deciding
from parlour.games.piccolo.rules import Act
from parlour.kit import LEVELS, blank, seed_of

OUT = Path(__file__).parents[1] / "docs" / "reaction-times.svg"
SAMPLES = 20_000  # per level
NOW = 10_000  # the card has just been turned up
BIN_MS = 20
PUBLISHED = pl.DataFrame({"from": [380], "to": [450], "what": ["medians of go or no-go on pictures"]})


def a_card_of_five() -> np.ndarray:
    """What all players see when a card with five fruits has been turned up on an empty table."""
    match = parlour.game("piccolo").new(seats=4, seed=1)
    state = match.state
    state.tops[0] = int(np.flatnonzero(state.amount == 5)[0])
    state.stack_left[0], state.bank_left[0] = 1, state.bank_left[0] - 1
    state.flips, state.last_flip, state.clock, state.turn, state.five = 1, NOW, NOW, 1, 1
    seen: np.ndarray = match.seen_alone(0)
    return seen


def reactions(level: str) -> np.ndarray:
    """The reaction times of the bots that ring."""
    bots = bots_of(parlour.game("piccolo").rules)
    compiled = deciding(bots)
    seens, asks, minds = a_card_of_five(), blank(compiled.Ask), blank(bots.Mind, SAMPLES)
    asks["count"][0], asks["moves"][0, 0] = 1, int(Act.RING)
    for i in range(SAMPLES):
        minds[i] = bots.mind(level)
        minds["rng"][i] = seed_of(np.uint64(7), i)
        minds["quiet_since"][i] = NOW - 1000
        compiled.decide(seens, 0, 0, asks, minds, i)
    times: np.ndarray = minds["at"][minds["action"] == int(Act.RING)] - NOW
    return times


def main() -> None:
    rows = []
    for level in LEVELS:
        times = reactions(level)
        counts, edges = np.histogram(times, np.arange(0, 1500 + BIN_MS, BIN_MS))
        rows += [
            {"level": level, "ms": float(edge + BIN_MS / 2), "share": float(count / len(times))}
            for edge, count in zip(edges[:-1], counts, strict=True)
        ]
        print(f"{level}: median {np.median(times):.0f} ms, quickest {times.min()} ms")
    lines = (
        alt.Chart(pl.DataFrame(rows))
        .mark_line(strokeWidth=2, interpolate="monotone")
        .encode(
            x=alt.X(
                "ms:Q", scale=alt.Scale(domain=[0, 1500], nice=False), title="ms from the flip to the hand on the bell"
            ),
            y=alt.Y("share:Q", title=None, axis=None),
            color=alt.Color("level:N", sort=list(LEVELS), title=None),
            strokeDash=alt.StrokeDash("level:N", sort=list(LEVELS), legend=None),
        )
    )
    band = alt.Chart(PUBLISHED).mark_rect(opacity=0.18, color="#888").encode(x="from:Q", x2="to:Q")
    words = alt.Chart(PUBLISHED).mark_text(align="left", dx=4, dy=-120, fontSize=11).encode(x="to:Q", text="what:N")
    floor = alt.Chart(pl.DataFrame({"ms": [150]})).mark_rule(strokeDash=[3, 3]).encode(x="ms:Q")
    (band + floor + lines + words).properties(width=640, height=260, background="white").save(str(OUT))
    print(f"wrote {OUT.name}")


if __name__ == "__main__":
    main()
