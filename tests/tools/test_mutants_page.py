"""The page of tools/mutants.py can be read back, so that its survivors can be tried again."""

from mutants_page import PAGE, Result, Survivor, listed, page, section, sections_kept

SURVIVORS = [
    Survivor("parrot/rules.py:12", "if a | b:", "if (a | b) and state.phase == 0:"),
    Survivor("bell/rows.py:7", "state.first[seat] = 1", "pass"),
]


def test_a_section_is_read_as_it_was_written():
    result = Result("parrot, larger faults", 150, 856, 3, SURVIVORS)
    assert (result.killed, f"{result.share:.1f}") == (148, "98.7")
    kept = sections_kept(page({result.title: section(result), "confetti, small faults": section(none_left())}))
    assert listed(result.title, kept[result.title]) == result
    assert listed("confetti, small faults", kept["confetti, small faults"]) == none_left()


def none_left() -> Result:
    return Result("confetti, small faults", 150, 984, 0, [])


def test_the_counts_of_our_page_fit_its_lists():
    for title, text in sections_kept(PAGE.read_text()).items():
        result = listed(title, text)
        assert f"{result.killed} killed, {result.share:.1f} %" in text
        assert section(result).splitlines()[:3] == text.splitlines()[:3]


def test_every_survivor_has_a_reason():
    for title, text in sections_kept(PAGE.read_text()).items():
        without = [line for line in text.splitlines() if line.startswith("| ") and line.endswith("|  |")]
        assert not without, f"{title}: write a test, or a reason into docs/mutants-reasons.toml"
