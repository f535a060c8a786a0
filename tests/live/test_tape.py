"""The tape of a match: what was told is read back as it was, and takes little room while it grows."""

import json
import zlib

from hypothesis import given
from hypothesis import strategies as st

from parlour.live.tape import Tape


@given(st.lists(st.lists(st.dictionaries(st.text(), st.integers()), min_size=1), max_size=30))
def test_what_was_added_comes_back(parts):
    tape = Tape()
    for part in parts:
        tape.add(b",".join(json.dumps(each).encode() for each in part))
        assert zlib.decompress(tape.whole())  # looking at it in between does no harm
    assert json.loads(zlib.decompress(tape.whole())) == [each for part in parts for each in part]


def test_frames_that_repeat_themselves_take_little_room():
    tape, plain = Tape(), 0
    for number in range(500):
        frame = json.dumps({"t": "event", "n": number, "ms": 977 * number, "words": "flip the next card"}).encode()
        tape.add(frame)
        plain += len(frame)
    assert len(tape.whole()) < plain / 5
