"""The recorder of a match: every step comes back unchanged, and takes little memory while it grows."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.live.events import RaceRings
from parlour.live.recorder import Recorder, Step, recorded

NUMBERS = st.integers(0, 2**40)
ACTIONS = st.tuples(NUMBERS, NUMBERS, st.integers(0, 7), st.integers(0, 200))
RACES = st.builds(RaceRings, st.none() | NUMBERS, st.just([(0, 310.5, None, False), (2, None, 12.0, True)]))
STEPS = st.one_of(
    st.builds(Step, NUMBERS, NUMBERS, race=st.none() | RACES),
    st.builds(lambda parts, race: Step(*parts, race), ACTIONS, st.none() | RACES),
)


@given(st.lists(STEPS, max_size=30))
def test_every_step_comes_back(steps):
    recorder = Recorder()
    for step in steps:
        recorder.add(step)
        assert recorded(recorder.whole())  # looking at it in between does no harm
    assert recorded(recorder.whole()) == steps


def test_a_step_takes_a_few_bytes():
    recorder = Recorder()
    for number in range(500):
        recorder.add(Step(number, 977 * number, number % 4, 0))
    assert len(recorder.whole()) < 500 * 8
