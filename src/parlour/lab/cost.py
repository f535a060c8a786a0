"""What a decision of a player costs: CPU time, as at a live table."""

from time import process_time

from parlour.bots import Player, bots_of, seat_bots
from parlour.bots.bot import Bot
from parlour.games import rules_of
from parlour.match import game as game_named

DECISIONS = 200  # that are timed at most
SECONDS = 5.0  # after which no further decision is timed


def cost_ms(game: str, who: Player, seats: int) -> tuple[float, float]:
    """CPU time of a decision on this machine in ms: the mean and the 95th percentile. The other seats are `casual`."""
    rules = rules_of(game)
    rest = Player("casual" if "casual" in bots_of(rules).names else "random")
    taken: list[float] = []
    for seed in range(DECISIONS):
        table = seat_bots(game_named(game).new(seats=seats, seed=seed), [who, *[rest] * (seats - 1)])
        _time(table.bots[0], taken, 0 if rules.real_time else 2)
        for _ in table.play_out():
            if len(taken) > DECISIONS or (sum(taken) > 1000 * SECONDS and len(taken) > 1):
                break
        else:
            continue
        break
    taken = sorted(taken[1:])  # the first one also loads compiled code
    return sum(taken) / len(taken), taken[int(0.95 * len(taken))]


def _time(bot: Bot, taken: list[float], least: int) -> None:
    """Note how long each decision of a bot takes, if it has at least this many moves to choose from. In a real-time
    game it may have none: it is asked after every change, and decides when to do something."""
    think = bot.think

    def timed(seens, moves):  # type: ignore[no-untyped-def]
        began = process_time()
        decided = think(seens, moves)
        if len(moves) >= least:
            taken.append(1000 * (process_time() - began))
        return decided

    bot.think = timed  # type: ignore[method-assign]
