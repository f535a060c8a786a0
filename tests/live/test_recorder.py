"""The recorder of a match: everything comes back unchanged, and takes little memory while it grows."""

import json
import zlib

from hypothesis import given
from hypothesis import strategies as st

from parlour.live.recorder import Recorder


@given(st.lists(st.lists(st.dictionaries(st.text(), st.integers()), min_size=1), max_size=30))
def test_everything_added_comes_back(parts):
    recorder = Recorder()
    for part in parts:
        recorder.add(b",".join(json.dumps(each).encode() for each in part))
        assert zlib.decompress(recorder.whole())  # looking at it in between does no harm
    assert json.loads(zlib.decompress(recorder.whole())) == [each for part in parts for each in part]


def test_frames_that_repeat_themselves_take_little_room():
    recorder, plain = Recorder(), 0
    for number in range(500):
        frame = json.dumps({"t": "event", "n": number, "ms": 977 * number, "words": "flip the next card"}).encode()
        recorder.add(frame)
        plain += len(frame)
    assert len(recorder.whole()) < plain / 5
