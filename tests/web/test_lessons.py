"""Lessons as newcomers take them: at their own pace, to the end, and one step back; and what refusals say."""

import json
import re

import pytest
from playwright.sync_api import expect

from visitor import HANDS, Visitor

PACE = 4
IDLE_MS = 7000  # at PACE longer than any timer of a turn up to 28 s
GAMES = tuple(HANDS)
# A refusal disappears after five seconds, if not before; here it stays, so that only the next move removes it.
NO_TIME_LIMIT = """{
  const usual = window.setTimeout
  window.setTimeout = (act, ms, ...more) => usual(act, ms === 5000 ? 600000 : ms, ...more)
}"""


class Pupil:
    def __init__(self, visitor: Visitor, game: str) -> None:
        self.visitor, self.game, self.page = visitor, game, visitor.page
        visitor.go(f"/learn/{game}")
        self.coach = self.page.locator(".coach")
        self.coach.locator(".text").wait_for()

    @property
    def text(self) -> str:
        return self.coach.locator(".text").inner_text()

    @property
    def step(self) -> int:
        found = re.search(r"Step (\d+)", self.page.locator(".stage > header").inner_text())
        return int(found[1]) if found else 99  # after the last one

    def button(self, name: str):
        return self.coach.get_by_role("button", name=name, exact=True)

    @property
    def waits(self) -> bool:
        """The learner is asked for a move, and the clock is stopped."""
        return self.coach.get_by_text("Your turn.", exact=True).count() > 0 and self.visitor.table["status"] == "paused"

    def move(self) -> None:
        """Does what the step asks for."""
        for name in ("Next", "Let time run out", "Finish it for me"):
            if self.button(name).count() and self.button(name).is_enabled():
                self.button(name).click()
                return
        if "costs a point" in self.text and self.game == "confetti":
            card = f"[data-card='{self.visitor.view['players'][self.visitor.you]['cards'][0]['number']}']"
            self.visitor.press(card)
            self.visitor.press(card)
        else:
            HANDS[self.game](self.visitor)

    def read_on(self) -> None:
        """Reads to the first move that is asked for, and does not make it."""
        turn_page = self.button("Next")
        self.visitor.play(lambda _: turn_page.click() if turn_page.count() else None, lambda: self.waits, seconds=60)

    def till(self, true) -> None:
        self.visitor.play(lambda _: self.move(), lambda: true() or self.visitor.over, seconds=150)
        for _ in range(5):  # the match may be over before the lesson is
            if not true():
                self.move()
                self.visitor.wait(200)


@pytest.fixture
def learn(visit, host):
    return lambda game, **more: Pupil(visit(host, pace=PACE, **more), game)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end(learn, game, phone):
    learner = learn(game, phone=phone)
    contradictions = []

    def over():
        if learner.step == 99:
            return True
        text, label = learner.text, learner.coach.locator(".row").inner_text()
        if re.search(r"\b(Tap|Your turn|ring now)\b", text) and "Please wait" in label and text == learner.text:
            contradictions.append((text, label))
        return False

    learner.till(over)
    assert contradictions == []
    assert learner.visitor.done, "the learner was asked to play"
    assert not learner.page.locator(".coach .no").count()
    expect(learner.button("Play a match")).to_be_visible()


@pytest.mark.deep
def test_a_bot_finishes_a_long_round_for_the_learner(visit, host):
    """At normal pace too the last step of Tricky Twist's lesson is short; then the learner is asked again."""
    learner = Pupil(visit(host, pace=1), "tricky_twist")
    visitor = learner.visitor
    finish = learner.button("Finish it for me")
    visitor.play(lambda _: skip(learner), finish.count, seconds=60)
    visitor.play(lambda _: HANDS["tricky_twist"](visitor), lambda: visitor.view["phase"] == "play", seconds=60)
    finish.click()
    visitor.until(lambda: visitor.view["results"], "the end of the round", 60)
    visitor.until(lambda: learner.button("Next").count(), "what the round paid")
    assert visitor.table["status"] == "paused", "the next round waits"
    assert len(visitor.done) > 4, "the moves were made at the learner's seat"
    assert [seat["bot"] is None for seat in visitor.table["seats"]] == [True, False, False]


def skip(learner):
    for name in ("Next", "Skip this step"):
        if learner.button(name).count():
            learner.button(name).click()
            return


@pytest.mark.parametrize(("game", "asks"), [("parrot", "Turn up two"), ("tricky_twist", "Choose five")])
def test_the_table_asks_for_nothing_while_there_is_something_to_read(learn, game, asks):
    learner = learn(game)
    prompt = learner.page.locator("[data-prompt]", has_text=asks)
    expect(prompt).to_be_hidden()
    learner.read_on()
    expect(prompt).to_be_visible()


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_the_clock_waits_for_the_learner(learn, game):
    """Idle while reading, and idle while a move is asked for: nothing happens at the table."""
    learner = learn(game)
    visitor = learner.visitor
    visitor.until(lambda: visitor.table.get("status") == "paused", "a stopped clock")
    before = visitor.number
    visitor.wait(IDLE_MS / 4)
    assert visitor.number == before, "the match went on while the learner was reading"
    learner.read_on()
    before, text = visitor.number, learner.text
    visitor.wait(IDLE_MS)
    assert (visitor.number, learner.text) == (before, text), "the match went on without the learner"


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_goes_on_at_once_and_back_again(learn, game):
    learner = learn(game)
    visitor = learner.visitor
    assert not learner.button("Back").count()
    first = learner.text
    learner.read_on()
    # After the first moves there is more to read. The hand does not read on, so it cannot miss that.
    visitor.play(HANDS[game], lambda: visitor.done and learner.button("Next").count())
    visitor.wait(300)
    seats = "players" if "players" in visitor.view else "seats"
    step, text, table = learner.step, learner.text, json.dumps(visitor.view[seats])
    moves, told = len(visitor.done), len(visitor.told)
    learner.till(lambda: len(visitor.done) > moves)
    assert not [each for each in visitor.told[told:] if each.get("table", {}).get("resumes_at")], "no countdown"
    while learner.step > step:
        learner.button("Back").click()
    visitor.until(lambda: learner.text == text, "the same step with the same text")
    visitor.until(lambda: json.dumps(visitor.view[seats]) == table, "the table as it was")
    moves = len(visitor.done)
    learner.till(lambda: len(visitor.done) > moves)  # and on again
    while learner.button("Back").count():
        learner.button("Back").click()
    assert learner.text == first


@pytest.mark.parametrize("game", ["piccolo", "parrot"])
def test_a_tap_while_reading_is_no_mistake(learn, game):
    learner = learn(game)
    visitor, text = learner.visitor, learner.text
    visitor.until(lambda: visitor.view, "a table")
    for key in ("Space", "Enter", "1", "2", "6"):
        visitor.key(key)
    visitor.wait(400)
    assert learner.text == text
    assert not learner.page.locator(".coach .no").count()
    assert visitor.done == []
    learner.button("Next").click()
    visitor.wait(200)
    assert not learner.page.locator(".coach .no").count()


def test_a_refusal_in_a_lesson_is_one_sentence_and_goes_away(learn):
    learner = learn("confetti")
    visitor = learner.visitor
    learner.till(lambda: "Tap a card" in learner.text)
    visitor.key("Space")  # hold all, but there are none
    visitor.until(lambda: learner.text.startswith("You have no cards to hold yet."), "the refusal")
    learner.button("Why?").click()
    sheet = learner.page.get_by_role("dialog")
    expect(sheet).to_contain_text("CON-25")
    visitor.key("Escape")
    learner.move()  # takes a card
    visitor.until(lambda: learner.text.startswith("It’s yours"), "the next step, without the refusal")


@pytest.mark.deep
def test_a_refusal_at_the_table_is_about_this_moment(visit, host):
    """You have a Sun, so you must play one: with the rule behind "Why?", and gone with the next move."""
    visitor = visit(host, pace=PACE)
    visitor.context.add_init_script(NO_TIME_LIMIT)
    visitor.play_now("tricky_twist")
    refusal = visitor.page.locator(".toast.refusal")

    def must_follow():
        view = visitor.view
        if view["phase"] != "play" or view["to_act"] != visitor.you or not visitor.has_drawn(visitor.number):
            return False
        return len(visitor.legal) < len(view["hand"])

    visitor.play(HANDS["tricky_twist"], must_follow)
    wrong = visitor.page.locator("[data-part=hand] [data-card]:not(.can)").first
    wrong.click(force=True)
    if not refusal.count():
        wrong.click(force=True)
    refusal.wait_for()
    assert re.match(r"^You have a (Moon|Sun|Square|Circle), so you must play one\.\s*Why\?$", refusal.inner_text())
    refusal.get_by_role("button", name="Why?").click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text("TRK-34")
    visitor.key("Escape")
    before = len(visitor.done)
    visitor.play(HANDS["tricky_twist"], lambda: len(visitor.done) > before)
    refusal.wait_for(state="detached")


def test_the_rulings_behind_a_rule_are_for_those_who_ask(visit, host):
    visitor = visit(host)
    visitor.go("/rules/confetti")
    rule = visitor.page.locator("#CON-24")
    rule.wait_for()
    assert "Ruling" not in rule.inner_text()
    rule.get_by_text("Why this house rule?").click()
    expect(rule).to_contain_text("Ruling", use_inner_text=True)  # the shown text alone


@pytest.mark.parametrize("game", GAMES)
def test_options_are_questions_with_answers(visit, fast, game):
    visitor = visit(fast)
    visitor.go()
    visitor.page.locator(f"[data-invite={game}]").click()
    visitor.page.locator("details.options summary").click()
    options = visitor.page.locator("details.options .option")
    options.first.wait_for()
    for option in options.all():
        assert option.locator("label").first.inner_text().endswith("?")
        for answer in option.locator("option").all_inner_texts():
            assert re.match(r"^[A-Z0-9][^_`]*[a-z]", answer) and not re.search(r"\w-\w+-\w", answer), answer
        if option.locator("input").count():
            assert re.search(r"seconds|milliseconds", option.inner_text())


def test_seconds_are_typed_as_seconds(visit, fast):
    visitor = visit(fast)
    visitor.go()
    visitor.page.locator("[data-invite=piccolo]").click()
    visitor.page.locator("details.options summary").click()
    gap = visitor.page.get_by_label("What’s the shortest time between two flips?")
    expect(gap).to_have_value("0.8")
    gap.fill("1.5")
    gap.press("Tab")
    visitor.until(lambda: visitor.table.get("options", {}).get("min_flip_gap_ms") == 1500, "1.5 seconds")
