"""What the page counts with translated rules equals what the rules count."""

import base64
import json
import random

import msgspec
import numpy as np
import pytest
from tests.browser.positions import positions
from tests.browser.typescript import WEB, bundle, node

import parlour
from parlour.browser.description import layout
from parlour.games.parrot import box
from parlour.games.parrot.cards import HIDDEN, KINDS, PAIR_OF_NOTHING, PLACES, WILD_PAIR, name_of
from parlour.games.parrot.rules import count_box
from parlour.games.tricky_twist.declaration import legal_uses
from parlour.games.tricky_twist.scoring import score_round
from parlour.games.tricky_twist.state import Phase

BOXES = 3000
ROUNDS = 300

READ = """
import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))))
}
"""


def answers(source, questions, folder):
    """What a function `answer` in TypeScript says to each question."""
    said, _ = node(bundle(source + READ, folder)).communicate("".join(json.dumps(each) + "\n" for each in questions))
    return [json.loads(line) for line in said.splitlines()]


def boxes():
    dice = random.Random(4)
    for number in range(BOXES):
        kinds = [*dice.sample(range(KINDS), dice.randint(1, 4)), KINDS - 1]  # few kinds, so that sets are common
        yield [dice.choice([HIDDEN, *kinds] if number % 2 else kinds) for _ in range(PLACES)]


def test_a_box_counts_what_its_columns_and_sets_count():
    for cards in boxes():
        for wild in (False, True):
            names = [name_of(card) for card in cards]
            parts = [*box.columns_of(names), *box.sets_of(names, wild)]
            assert box.points_of(names, wild) == sum(part.points for part in parts)
            if HIDDEN not in cards:
                option = WILD_PAIR if wild else PAIR_OF_NOTHING
                assert box.points_of(names, wild) == count_box(np.array(cards, np.int8), option)


def test_a_box_is_counted_in_the_page_as_by_the_rules(tmp_path):
    source = f"""
    import {{ columnsOf, pointsOf, setsOf }} from '{WEB}/src/games/parrot/scoring.gen'
    const answer = ([box, wild]: any) => [columnsOf(box), setsOf(box, wild), pointsOf(box, wild)]
    """
    questions = [([name_of(card) for card in cards], wild) for cards in boxes() for wild in (False, True)]
    for (names, wild), told in zip(questions, answers(source, questions, tmp_path), strict=True):
        expected = [box.columns_of(names), box.sets_of(names, wild), box.points_of(names, wild)]
        assert json.dumps(told) == json.dumps(json.loads(msgspec.json.encode(expected)))


@pytest.mark.deep
def test_a_round_is_scored_in_the_page_as_by_the_rules(tmp_path):
    """Every round that is being declared, as if everybody had finished; and what can be declared."""
    questions, expected = [], []
    for match in positions("tricky_twist", 10**9, seed=5):
        state = match._states[:1].copy().view(np.recarray)
        if state[0].phase != Phase.DECLARE:
            continue
        seat, moves = int(state[0].to_act), np.zeros(200, np.int16)
        record = base64.b64encode(state.tobytes()).decode()
        declares = int(state[0].slot) < len(state[0].chosen)
        found = moves[: legal_uses(state[0], seat, moves)].tolist() if declares else []
        score_round(state[0])
        questions.append([record, seat, declares])
        expected.append([found, state[0].results.tolist(), state[0].total.tolist()])
        if len(questions) == ROUNDS:
            break
    State = json.dumps(layout(parlour.game("tricky_twist").rules.State))
    source = f"""
    import {{ readRecord }} from '{WEB}/src/engine/records'
    import {{ legalUses, scoreRound }} from '{WEB}/src/games/tricky_twist/scoring.gen'
    function answer([record, seat, declares]: any) {{
      const state = readRecord({State} as any, new Uint8Array(Buffer.from(record, 'base64')))
      const moves: number[] = []
      if (declares) legalUses(state, seat, moves)
      scoreRound(state)
      return [moves, state.results, state.total]
    }}
    """
    assert answers(source, questions, tmp_path) == expected
