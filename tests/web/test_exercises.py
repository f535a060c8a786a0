"""Exercises: solved and not solved at the games' own tables, without a network, and back on the day they are due."""

import json
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

import exercises

GAMES = exercises.games()
NOON = datetime(2026, 3, 2, 12)
BY_HAND = {  # how some moves are made: by game, the first action and how many there are
    "parrot": {
        (28, 2): lambda visitor, number: visitor.page.locator("[data-part=piles] .pile").nth(number).click(),
        (30, 8): lambda visitor, number: visitor.page.locator("[data-part=box] .cell").nth(number).click(),
    },
    "tricky_twist": {
        (48, 2): lambda visitor, number: visitor.key("dn"[number]),
        (50, 48): lambda visitor, number: visitor.page.locator(
            f"[data-part=hand] [data-card='{number % 12 + 1} {('Moon', 'Sun', 'Square', 'Circle')[number // 12]}']"
        ).click(),
    },
}


def move(game, action):
    """How a move is made by hand; None for moves that take several steps."""
    for (first, count), hand in BY_HAND[game].items():
        if first <= action < first + count:
            return lambda visitor: hand(visitor, action - first)
    return None


def positions(game, kind=0):
    """Stored positions whose moves of one kind can be made by hand: id, best move, another one."""
    first, count = list(BY_HAND[game])[kind]
    for match in exercises.read(game).matches:
        for position in match.positions:
            others = [other for other, _, _ in position.others]
            if all(first <= action < first + count for action in (position.best, *others)):
                yield f"{game}/{match.seed}/{position.entry}", position.best, others[-1]


class Solver:
    def __init__(self, visitor, now=NOON):
        self.visitor, self.page = visitor, visitor.page
        self.page.clock.set_system_time(now)
        self.coach = self.page.locator(".coach")

    def later(self, **time):
        self.page.clock.set_system_time(NOON + timedelta(**time))
        self.visitor.go("/")

    def open(self, which):
        self.visitor.forget()
        self.visitor.go(f"/exercises/{which}")
        self.page.locator("[data-exercise]").wait_for()
        self.visitor.until(lambda: self.visitor.legal, "a position")
        self.visitor.settle()

    @property
    def shown(self):
        return self.page.locator("[data-exercise]").get_attribute("data-exercise")

    def answer(self, action):
        move(self.visitor.table["game"], action)(self.visitor)
        self.page.locator("[data-answered]").wait_for()
        return self.coach.inner_text()

    def next(self):
        self.coach.get_by_role("button", name="Next").click()
        self.page.locator("[data-exercise]:not([data-answered])").wait_for()

    def kept(self, store="cards"):
        return self.page.evaluate(
            """(store) => new Promise((done, failed) => {
              const opening = indexedDB.open('parlour-exercises')
              opening.onerror = failed
              opening.onsuccess = () => {
                const all = opening.result.transaction(store).objectStore(store).getAll()
                all.onsuccess = () => { opening.result.close(); done(all.result) }
              }
            })""",
            store,
        )


def test_the_verdict_does_not_wait_for_the_device(offline):
    visitor = offline()
    visitor.page.add_init_script("IDBObjectStore.prototype.put = () => new EventTarget()  // never answers")
    solver = Solver(visitor)
    which, best, _ = next(positions(GAMES[0]))
    solver.open(which)
    assert solver.answer(best).startswith("Right!")


@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_one_right_and_one_wrong_without_a_network(offline, game, kind):
    solver = Solver(offline())
    found = positions(game, kind)
    solved, best, _ = next(found)
    solver.open(solved)
    expect(solver.coach).to_contain_text("What would you play?")
    text = solver.answer(best)
    assert text.startswith("Right! That’s the best move.")
    assert "comes back" not in text
    which, best, other = next(found)
    solver.open(which)
    text = solver.answer(other)
    assert text.startswith("Not the best move.")
    assert "Your chance to win: " in text and "It comes back tomorrow." in text
    solver.visitor.until(lambda: {solved, which} <= {card["id"] for card in solver.kept()}, "both kept", drawn=False)
    kept = {card["id"]: card for card in solver.kept()}
    right, wrong = kept[solved], kept[which]
    assert (right["first"], right["due"]) == (True, None)
    assert (wrong["first"], wrong["box"]) == (False, 0)
    solver.coach.get_by_role("button", name="Try again").click()
    solver.page.locator("[data-exercise]:not([data-answered])").wait_for()
    solver.visitor.until(lambda: solver.visitor.legal, "the position again")
    assert solver.answer(best).startswith("Right!")
    assert wrong in solver.kept(), "another try at once is only for practice"


def test_the_best_move_is_shown_with_a_reason(visit, host):
    solver = Solver(visit(host))
    which, _, _ = next(positions("parrot", 1))
    solver.open(which)
    solver.coach.get_by_role("button", name="Show me").click()
    solver.page.locator("[data-answered]").wait_for()
    text = solver.coach.inner_text()
    assert "Here’s the best move." in text and "Compared with “" in text
    solver.coach.get_by_role("button", name="See the rule").click()
    solver.page.get_by_role("dialog").get_by_text("PAR-").first.wait_for()


@pytest.mark.deep
def test_what_was_wrong_comes_back(offline):
    game = GAMES[0]
    solver = Solver(offline())
    which, best, other = next(positions(game))
    solver.open(which)
    solver.answer(other)
    solver.next()
    assert solver.shown != which, "not again today"
    home = solver.page.locator("[data-exercises]")
    solver.later(hours=1)
    assert "today" not in home.inner_text()
    solver.later(days=1)
    solver.visitor.until(lambda: "1 to repeat today" in home.inner_text(), "the reminder", drawn=False)
    home.click()
    card = solver.page.locator(f"[data-game={game}]")
    expect(card).to_contain_text("1 to repeat today")
    solver.open(game)
    assert solver.shown == which
    expect(solver.coach).to_contain_text("You’ve seen this one before.")
    assert "It comes back in 3 days." in solver.answer(best)
    solver.later(days=3)
    solver.open(game)
    assert solver.shown != which, "two days are not three"
    solver.later(days=4)
    solver.open(game)
    assert solver.shown == which
    assert "It comes back in 7 days." in solver.answer(best)


@pytest.mark.deep
def test_a_mistake_of_your_own_comes_back_three_days_later(offline):
    """As a review leaves it: the log, the mistake and its card."""
    game = GAMES[0]
    solver = Solver(offline())
    solver.open(game)  # makes the database
    stored = exercises.read(game)
    match = stored.matches[0]
    rules, entries = stored.rules, match.entries()
    found = [(p, [move for move, _, _ in p.others]) for m in stored.matches[:1] for p in m.positions]
    position, others = next(each for each in found if all(move(game, action) for action in (each[0].best, *each[1])))
    seat = entries[position.entry].seat
    header = {"game": game, "rules": rules, "seats": match.seats, "options": {}, "clock": 0, "seed": match.seed}
    log = "\n".join(json.dumps(line) for line in [header, *([e.ms, e.seat, e.action] for e in entries)])
    name = f"own/m/{seat}/{position.entry}"
    day = (NOON - datetime(1970, 1, 1)).days
    common = {"at": NOON.timestamp() * 1000, "game": game}
    mistake = {"match": "m", "seat": seat, "entry": position.entry, "played": others[0], "best": position.best}
    mistake |= {"chance": 0.5, "loss": 0.2, "points": 3}
    card = {"own": True, "level": None, "tries": 0, "solved": 0, "first": None, "box": 0, "due": day + 3}
    for store, record in (
        ("logs", {"id": "m", "log": log, **common}),
        ("mistakes", {"id": name, **common, **mistake}),
        ("cards", {"id": name, **common, **card}),
    ):
        solver.page.evaluate(
            """([store, record]) => new Promise((done) => {
              const opening = indexedDB.open('parlour-exercises')
              opening.onsuccess = () => {
                const put = opening.result.transaction(store, 'readwrite').objectStore(store).put(record)
                put.onsuccess = () => { opening.result.close(); done() }
              }
            })""",
            [store, record],
        )
    solver.later(days=2)
    solver.visitor.go(f"/exercises/{game}/own")
    solver.page.get_by_text("Nothing more here for today.").wait_for()
    solver.later(days=3)
    solver.visitor.go("/exercises")
    solver.page.get_by_text("1 mistake of your own").wait_for()
    solver.open(f"{game}/own")
    expect(solver.coach).to_contain_text("From one of your own matches.")
    text = solver.answer(others[0])
    assert "Your chance to win: 50 % with the best move, 30 % with yours. It also costs about 3 points." in text
    solver.later(days=4)
    solver.open(game)
    assert solver.answer(position.best).startswith("Right!")
    solver.page.get_by_role("link", name="Back").click()
    solver.page.locator("[data-delete]").click()
    solver.page.get_by_role("button", name="Delete", exact=True).click()
    solver.page.get_by_role("dialog").wait_for(state="detached")
    solver.visitor.until(lambda: solver.kept() == [] and solver.kept("logs") == [], "nothing kept", drawn=False)


@pytest.mark.deep
def test_the_table_does_not_say_what_is_best(offline):
    """At a match it suggests how to use a bonus card; in an exercise that is the question."""
    solver = Solver(offline())
    which = next(
        f"tricky_twist/{match.seed}/{position.entry}"
        for match in exercises.read("tricky_twist").matches
        for position in match.positions
        if position.best in (220, 221)  # what the Joker counts as
    )
    solver.open(which)
    solver.page.locator(".declare [data-choice]").first.wait_for()
    assert "★" not in solver.page.locator(".declare").inner_text()
    assert not solver.page.locator(".declare .best, .declare .good").count()


def test_by_keyboard_and_ear(visit, host):
    """The verdict is announced, Next has the focus, and Enter goes on; a forbidden move is explained."""
    game = GAMES[0]
    solver = Solver(visit(host))
    which, best, _ = next(positions(game))
    solver.open(which)
    solver.answer(best)
    said = solver.page.locator("#said-now")
    solver.visitor.until(lambda: "That’s the best move." in said.inner_text(), "the announcement", drawn=False)
    expect(solver.coach.get_by_role("button", name="Next")).to_be_focused()
    solver.visitor.key("Enter")
    solver.page.locator("[data-exercise]:not([data-answered])").wait_for()
    solver.visitor.until(lambda: "What would you play?" in said.inner_text(), "the question", drawn=False)


def test_results_are_exported(visit, host, tmp_path):
    solver = Solver(visit(host))
    which, best, _ = next(positions(GAMES[0]))
    solver.open(which)
    solver.answer(best)
    solver.visitor.go("/exercises")
    with solver.page.expect_download() as saved:
        solver.page.locator("[data-export]").click()
    file = tmp_path / "exercises.json"
    saved.value.save_as(file)
    assert [card["id"] for card in json.loads(file.read_text())["cards"]] == [which]


def test_an_unknown_game_says_so(visit, host):
    solver = Solver(visit(host))
    solver.visitor.go("/exercises/none")
    solver.page.get_by_text("There are no exercises for this game.").wait_for()
    assert GAMES
