"""After a match: the end screen, the shared picture, the statistics; and memory stays flat from match to match."""

import csv
import io
import json
import struct

import pytest
from playwright.sync_api import expect
from tests.extent import SOAK
from tests.web.layout import LONG_NAME, SIZES, misfits, resize

AT_ONCE = 200  # a pace at which Confetti's rounds end before anybody could do anything
MATCHES = 10 if SOAK else 4
WARM = 2  # matches until code is compiled and caches are full
HEAP = 300_000  # bytes by which the heap may grow with each further match
IN_VIEW = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const box = each.getBoundingClientRect()
  return box.top >= 0 && box.bottom <= innerHeight && each.contains(
    document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
})"""


def finish(visitor):
    """Watch a match of Confetti run to its end."""
    visitor.page.locator("[data-play=confetti]").click()
    visitor.page.locator("[data-end] ol").wait_for(timeout=60_000)


def test_after_a_match(visit, host, tmp_path):
    """One match for all of them, because it takes some seconds."""
    visitor = visit(host, name=LONG_NAME, pace=AT_ONCE, reduced_motion="reduce")
    visitor.go()
    finish(visitor)
    what_comes_next_is_always_in_view(visitor)
    the_result_is_saved_as_a_picture(visitor, tmp_path)
    where_there_is_sharing_the_picture_is_shared(visitor)
    statistics_are_shown_exported_and_deleted(visitor)
    past_matches_are_deleted_only_after_a_question(visitor)


def what_comes_next_is_always_in_view(finished):
    for size in SIZES:
        resize(finished, *size)
        for place in ("0", "document.body.scrollHeight"):
            finished.page.evaluate(f"scrollTo(0, {place})")
            assert finished.page.evaluate(IN_VIEW, ".next .button") == [True, True], size
    assert misfits(finished) == []
    finished.page.get_by_text("Most points wins.").wait_for()


def the_result_is_saved_as_a_picture(finished, tmp_path):
    with finished.page.expect_download() as saved:
        finished.page.locator("[data-share]").click()
    assert saved.value.suggested_filename == "parlour-confetti.png"
    file = tmp_path / "result.png"
    saved.value.save_as(file)
    start = file.read_bytes()[:24]
    assert start.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", start[16:24])
    assert width == 1080 and height > 700


def where_there_is_sharing_the_picture_is_shared(finished):
    finished.page.evaluate("""() => {
      navigator.canShare = ({ files }) => files.length === 1
      navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].type, files[0].size] }
    }""")
    finished.page.locator("[data-share]").click()
    finished.until(lambda: finished.page.evaluate("window.shared"), "the shared picture", drawn=False)
    name, kind, size = finished.page.evaluate("window.shared")
    assert (name, kind) == ("parlour-confetti.png", "image/png") and size > 5_000


def statistics_are_shown_exported_and_deleted(finished):
    page = finished.page
    page.evaluate("location.hash = '#/statistics'")
    page.get_by_role("heading", name="Confetti").wait_for()
    expect(page.locator("section", has_text="Confetti")).to_contain_text("1 match")
    page.get_by_role("row", name="Casual bots 1").wait_for()
    assert misfits(finished) == []

    def exported(kind):
        with page.expect_download() as saved:
            page.locator(f"[data-export={kind}]").click()
        return saved.value.path().read_text(encoding="utf-8")

    (match,) = json.loads(exported("json"))
    assert match["game"] == "confetti" and match["names"][0] == LONG_NAME
    rows = list(csv.DictReader(io.StringIO(exported("csv"))))
    assert [int(row["score"]) for row in rows] == match["scores"]
    assert [row["you"] for row in rows].count("1") == 1

    page.locator("[data-delete]").click()
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("heading", name="Confetti")).to_have_count(1)
    page.locator("[data-delete]").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("No matches yet").wait_for()
    page.reload()
    page.get_by_text("No matches yet").wait_for()


def past_matches_are_deleted_only_after_a_question(finished):
    page = finished.page
    page.evaluate("location.hash = '#/past'")
    matches = page.locator("a[href^='#/replay/']")
    for answer, left in (("Keep", 1), ("Delete", 0)):
        page.locator("[data-delete]").click()
        page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(matches).to_have_count(left)


@pytest.mark.deep
def test_memory_stays_flat_from_match_to_match(visit, host):
    """No page keeps what a finished match has used: its elements, its listeners, its table."""
    visitor = visit(host, pace=AT_ONCE, reduced_motion="reduce")
    visitor.go()
    inspector = visitor.context.new_cdp_session(visitor.page)
    seen = []
    for number in range(WARM + MATCHES):
        if number % 2:  # at the same table
            visitor.page.locator(".next button").click()
            visitor.page.locator("[data-end]").wait_for(state="detached")
            visitor.page.locator("[data-end] ol").wait_for(timeout=60_000)
            visitor.page.evaluate("location.hash = '#/'")
        else:
            finish(visitor)
            if number + 1 < WARM + MATCHES:
                continue
            visitor.page.evaluate("location.hash = '#/'")
        visitor.page.locator("[data-play=confetti]").wait_for()
        for _ in range(3):
            visitor.wait(50)
            inspector.send("HeapProfiler.collectGarbage")
        counters = inspector.send("Memory.getDOMCounters")
        heap = inspector.send("Runtime.getHeapUsage")["usedSize"]
        seen.append((number, counters["documents"], counters["nodes"], counters["jsEventListeners"], heap))
    first, last = next(each for each in seen if each[0] >= WARM - 1), seen[-1]
    matches = last[0] - first[0]
    assert last[1] <= first[1], f"documents: {seen}"
    assert last[2] <= first[2] + 60, f"nodes: {seen}"
    assert last[3] <= first[3], f"listeners: {seen}"
    assert last[4] <= first[4] + HEAP * matches, f"heap: {seen}"
