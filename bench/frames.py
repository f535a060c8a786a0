"""Measure the scripting time per frame with Chromium's trace: in Piccolo, and in Confetti while cards are dragged
through the whole deck. Then measure every game while the pointer drags on the table: the time from frame to frame, and
how much of it the main thread works.

    python bench/frames.py [--seconds 20]

The trace of the main thread is split at the start of each frame. Scripting is counted as the developer tools count it:
event handlers, timers, frame callbacks and garbage collection, without the style and layout work in between, in CPU
time of that thread. Frames without any script are left out, so that an idle page does not improve the figures.
"""

import argparse
import itertools
import json
import math
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))

from playwright.sync_api import Browser

from screenshots import server
from visitor import HANDS, Visitor, bell_by_mouse, chromium

TARGET_MS = 8.0  # of scripting per frame, at p95
CATEGORIES = ["-*", "devtools.timeline", "v8"]
SCRIPT = {
    "EvaluateScript", "EventDispatch", "FireAnimationFrame", "FunctionCall", "MajorGC", "MinorGC", "RunMicrotasks",
    "TimerFire", "V8.GCScavenger", "v8.compile",
}  # fmt: skip
RENDERING = {"Layout", "Paint", "PrePaint", "UpdateLayoutTree", "UpdateLayerTree"}
FRAME = "AnimationFrame::Render"
WORK = SCRIPT | RENDERING | {"HitTest", "Layerize"}
MOVED = ("EventDispatch pointermove", "EventDispatch mousemove")
DRAG_STEPS = 40
FRAME_MS = 20.0  # from one frame to the next, at p99
WORK_MS = 12.0  # of the main thread's CPU time for a frame, at p99; the rest is for other threads
# What can be carried, or else what lies on the table.
CARRIED = ".carried, [data-part=hand] [data-card], [data-card], [data-part=box] .cell, button.bell"
NOTE_FRAMES = """() => {
  window.frameTimes = []
  const note = (time) => { window.frameTimes.push(time); requestAnimationFrame(note) }
  requestAnimationFrame(note)
}"""
LEAST_US = 50  # frames with less scripting count as idle


class Span(NamedTuple):
    begins: float  # µs
    ends: float
    spent: float  # µs of CPU time
    what: str


def main_thread(trace: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of the page's main thread: the renderer thread with the most function calls."""
    names = {
        (event["pid"], event["tid"])
        for event in trace["traceEvents"]
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    threads: dict[tuple[int, int], list[dict[str, Any]]] = {name: [] for name in names}
    for event in trace["traceEvents"]:
        if (place := (event["pid"], event["tid"])) in threads:
            threads[place].append(event)
    return max(threads.values(), key=lambda events: sum(event.get("name") == "FunctionCall" for event in events))


def spans(events: Iterable[dict[str, Any]], names: set[str]) -> list[Span]:
    """The outermost events with these names, in order."""
    found: list[Span] = []
    for event in sorted((e for e in events if e.get("ph") == "X" and e["name"] in names), key=lambda e: e["ts"]):
        begins, ends = event["ts"], event["ts"] + event.get("dur", 0)
        if not found or begins >= found[-1].ends:
            kind = (event.get("args") or {}).get("data", {}).get("type")
            found.append(Span(begins, ends, event.get("tdur", 0), f"{event['name']} {kind}" if kind else event["name"]))
    return found


def scripting(events: list[dict[str, Any]]) -> list[tuple[float, str]]:
    """For each frame with scripts: ms of scripting, and the longest event in it."""
    scripts, drawn = spans(events, SCRIPT), spans(events, RENDERING)
    frames = sorted(event["ts"] for event in events if event.get("name") == FRAME and event["ph"] == "b")
    assert len(frames) > 1, "the trace has no frames"
    costs: dict[int, float] = {}
    longest: dict[int, Span] = {}
    at = 0
    for span in scripts:
        while at < len(frames) and frames[at] <= span.begins:
            at += 1
        inside = sum(each.spent for each in drawn if span.begins <= each.begins < span.ends)
        costs[at] = costs.get(at, 0.0) + span.spent - inside
        longest[at] = max(span, longest.get(at, span), key=lambda each: each.spent)
    return [(cost / 1000, longest[at].what) for at, cost in costs.items() if cost >= LEAST_US]


def work(events: list[dict[str, Any]]) -> list[float]:
    """For each frame in which the pointer was moved: ms of CPU time that the main thread needed for it."""
    frames = sorted(event["ts"] for event in events if event.get("name") == FRAME and event["ph"] == "b")
    costs, moved = [0.0] * (len(frames) + 1), set()
    for span in spans(events, WORK):
        at = bisect_right(frames, span.begins)
        costs[at] += span.spent / 1000
        if span.what in MOVED:
            moved.add(at)
    return [costs[at] for at in sorted(moved)]


def p99(values: Iterable[float]) -> float:
    ordered = sorted(values)
    return ordered[int(0.99 * (len(ordered) - 1))]


def flips(browser: Browser, base: str, seconds: float) -> list[tuple[float, str]]:
    """Piccolo at normal pace: turn up cards and ring the bell."""
    visitor = Visitor(browser, base)
    visitor.play_now("piccolo")
    visitor.page.wait_for_selector("button.bell:not([disabled])")
    return scripting(traced(browser, visitor, lambda: play_for(visitor, seconds)))


def play_for(visitor: Visitor, seconds: float) -> None:
    ends = visitor.page.evaluate("performance.now()") + 1000 * seconds
    visitor.play(bell_by_mouse, lambda: visitor.page.evaluate("performance.now()") > ends)


def drags(browser: Browser, base: str, seconds: float) -> list[tuple[float, str]]:
    """Confetti alone with the whole deck: drag one card after the other to the edge, and return them."""
    visitor = Visitor(browser, base)
    wanted = {"game": "confetti", "name": "Ada", "seats": 1, "options": {"solo_pool": "all"}, "bots": True}
    made = visitor.context.request.post(f"{base}/api/tables", data=wanted).json()
    seat = {
        "id": made["table"],
        "game": "confetti",
        "invite": None,
        "at": 0,
        "seats": [{"seat": 0, "token": made["token"]}],
    }
    visitor.go()
    visitor.page.evaluate("table => localStorage['parlour.tables'] = JSON.stringify([table])", seat)
    visitor.go(f"/t/{made['table']}")
    visitor.until(lambda: visitor.view, "the heap", 300)
    visitor.page.wait_for_selector("[data-card]")
    assert len(visitor.view["middle"]) == 84, "the whole deck lies in the middle"
    return scripting(traced(browser, visitor, lambda: drag_for(visitor, seconds)))


def drag_for(visitor: Visitor, seconds: float) -> None:
    page, mouse = visitor.page, visitor.page.mouse
    ends = page.evaluate("performance.now()") + 1000 * seconds
    while page.evaluate("performance.now()") < ends:
        card = visitor.view["middle"][0]["number"]
        box = page.locator(f"[data-card='{card}']").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse.move(x, y)
        mouse.down()
        for step in range(DRAG_STEPS):
            angle = step / 6
            mouse.move(x + 160 * math.sin(angle), y + 5 * step)
        mouse.up()
        held = [each["number"] for each in visitor.view["players"][0]["cards"]]
        if len(held) == visitor.view["limit"]:
            for place in range(len(held)):
                page.keyboard.press(str(place + 1))  # return it to the heap


def traced(browser: Browser, visitor: Visitor, do: Callable[[], None]) -> list[dict[str, Any]]:
    """What the page's main thread does meanwhile. The page is closed afterwards."""
    browser.start_tracing(page=visitor.page, categories=CATEGORIES)
    do()
    trace = json.loads(browser.stop_tracing())
    visitor.context.close()
    return main_thread(trace)


def intervals(browser: Browser, base: str, game: str, seconds: float) -> list[float]:
    """The times between frames, in ms, while the pointer drags across the table and bots play."""
    visitor = Visitor(browser, base)
    sit_down(visitor, game)
    visitor.page.evaluate(NOTE_FRAMES)
    drag_about(visitor, seconds)
    times = visitor.page.evaluate("window.frameTimes")
    visitor.context.close()
    return [later - earlier for earlier, later in itertools.pairwise(times)]


def work_while_dragging(browser: Browser, visitor: Visitor, game: str, seconds: float) -> list[float]:
    """ms of the main thread's CPU time for each frame, while the pointer drags across the table and bots play."""
    sit_down(visitor, game)
    return work(traced(browser, visitor, lambda: drag_about(visitor, seconds)))


def sit_down(visitor: Visitor, game: str) -> None:
    visitor.play_now(game)
    visitor.page.locator(CARRIED).first.wait_for()
    visitor.settle()


def drag_about(visitor: Visitor, seconds: float) -> None:
    page, mouse = visitor.page, visitor.page.mouse
    ends = page.evaluate("performance.now()") + 1000 * seconds
    while page.evaluate("performance.now()") < ends:
        box = page.locator(CARRIED).first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse.move(x, y)
        mouse.down()
        for step in range(DRAG_STEPS):
            mouse.move(x + 160 * math.sin(step / 6), y - 2 * step)
        mouse.move(5, 5)  # dropped where nothing takes it
        mouse.up()


def told(name: str, found: list[tuple[float, str]]) -> str:
    costs = sorted(cost for cost, _ in found)
    p95 = costs[int(0.95 * (len(costs) - 1))]
    worst = max(found)
    return (
        f"{name}: {len(costs)} frames with script; scripting is {costs[len(costs) // 2]:.2f} ms in the median, "
        f"{p95:.2f} ms at p95 (target: under {TARGET_MS:.0f}), {worst[0]:.1f} ms at most ({worst[1]})"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure the scripting time per frame.")
    parser.add_argument("--seconds", type=float, default=20.0, help="duration of each scene")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, server(Path(folder), 1) as base:
        print(told("Piccolo, the flip", flips(browser, base, given.seconds)))
        print(told("Confetti, 84 cards, dragging", drags(browser, base, given.seconds)))
        for game in HANDS:
            found = intervals(browser, base, game, given.seconds)
            worked = work_while_dragging(browser, Visitor(browser, base), game, given.seconds)
            print(
                f"{game}, dragging: {len(found)} frames, {median(found):.1f} ms from frame to frame in the median, "
                f"{p99(found):.1f} ms at p99 (target: at most {FRAME_MS:.0f}); of these the main thread works "
                f"{median(worked):.1f} ms in the median, {p99(worked):.1f} ms at p99 (target: at most {WORK_MS:.0f})"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
