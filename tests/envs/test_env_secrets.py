"""Nothing leaks through an environment: worlds that a seat cannot distinguish look the same to it, in every form."""

import gymnasium
import numpy as np
from tests.envs.random_agent import RandomAgent, play_randomly
from tests.every import every_table

import parlour
from parlour.engine import loops
from parlour.envs.ids import env_id
from parlour.kit import NOTHING, blank

EVERY = 7  # steps between two looks
LOOKS = 30


def other_world(rules, states, seat, seed):
    """A world in which the seat sees what it sees now, with everything redrawn that it cannot know."""
    game, seen, world = loops(rules), blank(rules.State), blank(rules.State)
    game.see(states, 0, seat, seen, 0)
    game.resample(seen, 0, seat, world, 0, np.uint64(seed))
    return world


def same(one, other):
    return one.keys() == other.keys() and all(one[part].tobytes() == other[part].tobytes() for part in one)


def refusals(env, agent):
    """The refusals of all actions that an agent's mask forbids."""
    told = []
    for action in np.flatnonzero(env.observe(agent)["action_mask"] == 0).tolist():
        try:
            env.step(action)
        except parlour.IllegalAction as refused:
            told.append(str(refused))
    return told


@every_table
def test_the_aec_form(name, seats):
    env, twin = parlour.envs.aec(name, seats), parlour.envs.aec(name, seats)
    env.reset(seed=1)
    twin.reset(seed=2)
    looked = differed = 0
    for count, (agent, shown, _) in enumerate(play_randomly(env, 3, steps=EVERY * LOOKS)):
        if count % EVERY:
            continue
        seat = env.possible_agents.index(agent)
        twin._states[0] = other_world(env.rules, env._states, seat, count)[0]
        twin._turn[0] = env._turn[0]
        twin._buffer["status"] = env._buffer["status"]
        twin._loops.show(twin._states_at, twin._buffer_at, seat)
        twin.agent_selection = agent
        looked += 1
        differed += twin._states[0].tobytes() != env._states[0].tobytes()
        assert same(twin.observe(agent), shown)
        assert refusals(twin, agent) == refusals(env, agent)
        loops(env.rules).score(twin._states, 0, twin._buffer["scores"][0])
        assert twin.scores == env.scores
    assert looked > 3
    assert differed > looked / 2


@every_table
def test_the_parallel_form(name, seats):
    """Through a whole step: all seats wait for a millisecond, in which no timer fires."""
    env, twin = (parlour.envs.parallel(name, seats, tick_ms=1, reward="margin") for _ in range(2))
    shown, _ = env.reset(seed=4)
    twin.reset(seed=5)
    player = RandomAgent(env, 6, wait_share=0.5)
    looked = 0
    for count in range(EVERY * LOOKS):
        seat = count % seats
        agent = f"seat_{seat}"
        still = count % EVERY == 0 and env.rules.due(env._states[0]) > env.clock + 1
        if still:
            twin._states[0] = other_world(env.rules, env._states, seat, count)[0]
            twin._turn[0], twin._buffer["scores"] = env._turn[0], env._buffer["scores"]
            told = twin.step({})
        answers = {} if still else {a: player.choose(seen["action_mask"]) for a, seen in shown.items()}
        mine = env.step(answers)
        shown = mine[0]
        if still:
            looked += 1
            assert same(told[0][agent], shown[agent])
            assert [part[agent] for part in told[1:]] == [part[agent] for part in mine[1:]]
        if not env.agents:
            shown, _ = env.reset()
            twin.reset()
    assert looked > 3


@every_table
def test_the_gymnasium_form(name, seats):
    """Through a whole step: an action is refused, a millisecond passes, and the bots do nothing."""
    made = {"seats": seats, "opponents": "novice", "tick_ms": 1, "reward": "points"}
    env, twin = (gymnasium.make(env_id(name), **made).unwrapped for _ in range(2))
    shown, _ = env.reset(seed=7)
    twin.reset(seed=8)
    player = RandomAgent(env, 9, wait_share=0.5)
    looked = 0
    for count in range(EVERY * LOOKS):
        tables, copy = env._tables, twin._tables
        if count % EVERY == 0 and env.rules.due(tables.states[0]) > tables.states["clock"][0] + 1:
            copy.states[0] = other_world(env.rules, tables.states, int(tables.episodes["seat"][0]), count)[0]
            copy.episodes[0] = tables.episodes[0]
            for here in (tables, copy):
                here._minds["asked"] = 1
                here._minds["action"] = NOTHING
            forbidden = np.flatnonzero(shown["action_mask"] == 0)
            forbidden = int(forbidden[count % len(forbidden)])
            told, mine = twin.step(forbidden), env.step(forbidden)
            looked += 1
            assert same(told[0], mine[0])
            assert "refused" in mine[4]
            assert told[1:] == mine[1:]
            tables._minds["asked"] = 0
        else:
            mine = env.step(player.choose(shown["action_mask"]))
        shown = mine[0]
        if mine[2]:
            shown, _ = env.reset()
            twin.reset()
    assert looked > 3
