"""Play the golden matches again: only after an intended change of the rules, together with a new rules version.

python -m tests.games.golden.make
"""

import json
from pathlib import Path

from tests.chance import play_by_chance
from tests.games.golden import varied

import parlour

HERE = Path(__file__).parent


def ending(match: parlour.Match) -> dict[str, object]:
    """How a match ended, as everybody at the table could see it."""
    return {"scores": match.scores, "winners": match.winners, "clock": match.clock, "view": match.view(None)}


def main() -> None:
    for name in parlour.games():
        for seats in parlour.game(name).seats:
            match = parlour.game(name).new(seats=seats, seed=1000 + seats)
            for _ in play_by_chance(match, seats):
                pass
            (HERE / f"{name}-{seats}.jsonl").write_text(match.log())
            (HERE / f"{name}-{seats}.end.json").write_text(json.dumps(ending(match), indent=1) + "\n")
    varied.write()


if __name__ == "__main__":
    main()
