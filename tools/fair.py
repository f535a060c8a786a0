"""How fair is the fair bell? Simulates whole networks (tests/live/networks.py) and writes docs/fair-bell.md.

python -m tools.fair [--races 20000]
"""

import argparse
import sys
from pathlib import Path
from statistics import mean
from typing import Any

from tests.live.networks import Network, Person, Scheme, Tally, simulate

ROOT = Path(__file__).resolve().parent.parent


PAGE = ROOT / "docs" / "fair-bell.md"
LINES = [(20, 20), (20, 120), (20, 250), (60, 400), (20, 60, 120, 250)]
JUDGED: tuple[Scheme, ...] = ("claims", "rated")
SCHEMES: list[tuple[Scheme, str]] = [
    ("broadcast", "sent to all at once, first message wins"),
    ("arrival", "shown at one instant, first message wins"),
    ("rated", "rated table"),
    ("claims", "the fair bell"),
    ("takes", "a card in Confetti"),
]
CHEATS: list[tuple[str, dict[str, Any]]] = [
    ("claims a reaction 200 ms quicker", {"less": 200}),
    ("delays its pongs by 200 ms, kernel's round trip known", {"pong_delay": 200}),
    ("the same, and claims 200 ms quicker", {"pong_delay": 200, "less": 200}),
    ("delays every other pong by 200 ms, kernel's round trip known", {"pong_delay": 200, "every": 2}),
    ("every other, and claims 200 ms quicker", {"pong_delay": 200, "every": 2, "less": 200}),
    ("delays its pongs by 200 ms behind a proxy", {"pong_delay": 200, "kernel": False}),
    ("looks at the card as soon as it has come", {"peeks": True}),
    ("looks at once and claims 200 ms quicker", {"peeks": True, "less": 200}),
    ("all of it, behind a proxy", {"peeks": True, "less": 200, "pong_delay": 200, "kernel": False}),
]

TEXT = """<!-- Made by tools/fair.py, which takes some minutes. -->

# The fair bell, measured

Who rings first wins, and everybody sits at the end of another line. `src/parlour/live/fair.py` judges that;
`tests/live/networks.py` is a network with a fake clock around it, and `tests/live/test_fair.py` keeps the figures
from getting worse.

The network: each way takes half the round trip, give or take up to a fifth (the two ways together take all of it),
and exponential jitter with a mean of 6 % of the round trip; 1 % of all messages stall for 200 ms; what is sent
first arrives first. Clients have clocks of their own (50 ppm of drift) and displays of 60 frames a second, show a
card in the first frame at or after the instant by their reckoning of the server's clock, and measure from that
frame. People react in 650 ms, with a spread of 130 ms. Who reacted most quickly was truly first.

To show a card in that frame, a page must change the picture in the callback of the frame before. One that only begins
when the instant has come is a frame late; the last rows of the table have such pages.

## Honest people

{races:,} races each. "First": of races not closer than 5 ms, how many the truly first player won. "Shares": of races
won by each seat, in the order of the round trips; equal shares are fair. "Wait": from the arrival of the first ring
to the verdict.

{honest}

The sampling error of "first" is about {error:.1f} points at 98 %. What the fair bell misses is nearly all stalls: a
card or a ring that hangs for 200 ms while no claim is believed by more than 60. With no stalls it has {calm:.1f} %
at 20 and 250 ms.

## Dishonest ones

Seat 0 cheats; {fewer:,} races each. "Gain": by how much earlier its rings are dated on the average than those of the
same seat when honest; "p99": in 99 of 100 races it is dated no earlier than so much before its true reaction to a
card painted as for everybody. 50 % of wins are fair.

{cheats}

- **Lying about the reaction** gains less than 60 ms, because no claim is believed further than that before the
  server's estimate without corrections, arrival less half the round trip; frames and jitter take their part. (Against
  the true reaction six races in a thousand were beyond on the line of 250 ms, by up to 8 ms: where the device's own
  reckoning of the server's clock is off and it shows the card early.) At a rated table a lie changes nothing.
- **Delaying pongs** gains nothing where the kernel's round trip is known: the least of all measurements is used.
  Delaying only some of them feigns jitter: the credit for that ends at 8 ms, and the band of claims, which it widens,
  at the 60 ms that a lie may gain anyhow.
- **Behind a proxy** the kernel's round trip is the proxy's, and a program that delays its pongs (no script in a
  page can) gains half the delay, and sees the cards earlier by as much. The remedy is a proxy that says what its
  own kernel measured, such as nginx's `$tcpinfo_rtt` in a header, which is then given to `Latency.kernel`.
- **Looking early** is what remains to a program, or to a script in a page, at rated tables too: a card must be sent
  before its instant to be there in time. It is sent {steady:.0f} ms earlier than the line's own delay asks for if
  the line is as steady as this one, 30 ms at most. The rest of the gain is the frame that a program need not wait for.

## What the module does beyond the plan, and why

- **The estimate** that counts where no claim does takes off half a frame (the usual wait for the first one after the
  instant) and the line's usual jitter, up to 8 ms. Without that a rated table favours bots, who wait for no frame,
  and quick lines, whose jitter is smaller. The band of claims is around the estimate without these.
- **A face** is sent with a margin of one frame and three times the line's jitter, at most 30 ms, not 30 ms for all:
  the margin is the peeker's.
- **The verdict** also waits for rings that left after an answer but are judged with the first: 151 ms after the
  first ring, one way and half a frame. 300 ms after the first arrival it falls in any case.
- **The kernel's round trip** is its least, not its smoothed one, which holds acknowledgements that were delayed by
  40 ms.
- **A flip is decided ahead** of its instant, by up to 280 ms, for the slowest line to have it in time. Whether somebody
  may ring is answered by what was to be seen at the moment of the press, so no refusal tells of a card that is still to
  come; a ring that only that card forbids is refused when it is shown.

## Where it fails

- A round trip above 500 ms is credited as 500 ms; the seat is shown as a slow line. From 400 ms on the 60 ms no
  longer cover the jitter, and the 300 ms of waiting not every ring (see the table).
- A take in Confetti is dated back and held by 150 ms at most, so a line of 250 ms is behind there.
- A line that stalls loses the races of that moment: stalls look like lies.
- A box on the way that answers for the other end (some satellite and mobile networks) makes the kernel's round trip
  too small. Such a line has too little credit, and the claims can only make up for 60 ms of it.
- Displays, keyboards and wireless mice delay too; no browser knows by how much.
"""


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head), *rows])


def percent(part: float) -> str:
    return f"{100 * part:.1f}"


def network(people: tuple[Person, ...], scheme: Scheme, races: int, **more: Any) -> Tally:
    print(scheme, *people, file=sys.stderr)
    return simulate(Network(people, scheme, matches=races // 100, **more))


def honest(races: int) -> str:
    tables = [(tuple(Person(rtt) for rtt in rtts), scheme, name) for rtts in LINES for scheme, name in SCHEMES]
    for scheme, name in SCHEMES[2:4]:
        tables.append((tuple(Person(rtt, frames_late=1) for rtt in (20, 250)), scheme, f"{name}, a frame late"))
    rows = []
    for people, scheme, name in tables:
        tally = network(people, scheme, races)
        lines = " / ".join(str(person.rtt) for person in people)
        shares = " / ".join(percent(tally.share(seat)) for seat in range(len(people)))
        judged = scheme in ("claims", "takes")
        wait = f"{tally.delay(0.5):.0f}, p99 {tally.delay(0.99):.0f}"
        corrected = percent(tally.clamps()) if judged else ""
        rows.append([lines, name, percent(tally.truly_first()), shares, corrected, wait])
    return table(["round trips, ms", "how", "first, %", "shares, %", "claims corrected, %", "wait, ms"], rows)


def cheats(races: int) -> str:
    rows = []
    for rtt in (20, 250):
        fair = {scheme: network((Person(rtt), Person(20)), scheme, races) for scheme in JUDGED}
        for name, how in CHEATS:
            row = [f"{rtt} / 20", name]
            for scheme, usual in fair.items():
                tally = network((Person(rtt, **how), Person(20)), scheme, races)
                gain = mean(usual.errors(0)) - mean(tally.errors(0))
                row.append(f"{max(gain, 0.0):.0f}")
                if scheme == "claims":  # a rated table's own error is no gain
                    row.append(f"{max(tally.gain(0, 0.99), 0.0):.0f}")
                row.append(percent(tally.share(0)))
            rows.append(row)
    head = ["round trips", "who", "gain, ms", "p99, ms", "wins, %", "rated: gain, ms", "rated: wins, %"]
    return table(head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the fair bell in simulated networks.")
    parser.add_argument("--races", type=int, default=20000)
    races = parser.parse_args().races
    calm = network((Person(20), Person(250)), "claims", races, stalls=0.0).truly_first()
    text = TEXT.format(
        races=races,
        fewer=races // 4,
        honest=honest(races),
        cheats=cheats(races // 4),
        error=100 * (0.98 * 0.02 / races) ** 0.5,
        calm=100 * calm,
        steady=3 * 0.06 * 20 + 1000 / 60,
    )
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
