"""The translator from Python to TypeScript: the same results, and a clear refusal of what it does not know."""

import json

import msgspec
import pytest
from tests.browser import examples, refusals
from tests.browser.typescript import HELPERS, bundle, node

from parlour.browser.to_typescript.kinds import FLOAT, NATURAL, Maybe, ObjectOf, RecordOf
from parlour.browser.to_typescript.python_source import Untranslatable
from parlour.browser.translate import Export, translate
from parlour.kit import int8, int64, record

PAIRS = [(a, b) for a in range(12) for b in range(1, 8)]
RUN = """
import * as examples from './examples'
const pairs = {pairs}
for (const [name, run] of Object.entries(examples)) {
  console.log(JSON.stringify([name, pairs.map(([a, b]) => run(a, b))]))
}
"""


def test_translated_functions_do_what_python_does(tmp_path):
    exports = [Export(function.__name__, function, (NATURAL, NATURAL)) for function in examples.FUNCTIONS]
    (tmp_path / "examples.ts").write_text(translate(exports, "", str(HELPERS)))
    said, _ = node(bundle(RUN.replace("{pairs}", json.dumps(PAIRS)), tmp_path)).communicate()
    found = dict(json.loads(line) for line in said.splitlines())
    for function in examples.FUNCTIONS:
        for pair, translated in zip(PAIRS, found[function.__name__], strict=True):
            expected = json.loads(msgspec.json.encode(function(*pair)))
            assert json.dumps(translated) == json.dumps(expected), f"{function.__name__}{pair}"


@pytest.mark.parametrize("function", refusals.REFUSED, ids=lambda function: function.__name__)
def test_what_has_no_translation_is_refused_with_file_and_line(function):
    with pytest.raises(Untranslatable) as refused:
        translate([Export("tried", function, (NATURAL,))], "", "")
    line = function.__code__.co_firstlineno + 2
    assert str(refused.value).startswith(f"{refusals.__file__}, line {line}: {refusals.REFUSED[function]}, so `")


def test_named_tuples_and_data_from_json(tmp_path):
    """What may be missing from data is read with `get`; a field that is not known is refused."""
    Ring = ObjectOf(fields=(("ms", NATURAL), ("note", Maybe(inner=ObjectOf(fields=(("late", FLOAT),))))))

    def late(ring):
        found = None if ring.note is None else ring.note.get("late")
        return [ring.ms, -1 if found is None else found]

    def unknown(ring):
        return ring.note.get("early")

    def lacks(ring):
        return ring.at

    (tmp_path / "made.ts").write_text(translate([Export("late", late, (Ring,))], "", str(HELPERS)))
    rings = [{"ms": 3, "note": None}, {"ms": 4, "note": {}}, {"ms": 5, "note": {"late": 1.5}}]
    run = f"import {{ late }} from './made'\nconsole.log(JSON.stringify({json.dumps(rings)}.map(late)))"
    said, _ = node(bundle(run, tmp_path)).communicate()
    assert json.loads(said) == [[3, -1], [4, -1], [5, 1.5]]
    for function, says in ((unknown, "no such field"), (lacks, "no field at")):
        with pytest.raises(Untranslatable, match=says):
            translate([Export("tried", function, (Ring,))], "", "")


def test_a_record_has_no_other_fields_and_is_not_changed():
    State = RecordOf(dtype=record(turn=int8, box=int64[4]))

    def reads(state):
        return state.turns

    def writes(state):
        state.box[0] = 3

    def counts(state):
        state.turn += 1

    for function, says in ((reads, "no field turns"), (writes, "must not be changed"), (counts, "must not be changed")):
        with pytest.raises(Untranslatable, match=says):
            translate([Export("tried", function, (State,))], "", "")
