"""The self-taught bot in the page: its weights are loaded when one first sits down, and then kept for offline play."""

from tests.web.conftest import PACE, STORED

from visitor import HANDS

GAME = "parrot"


def choose(visitor):
    visitor.page.get_by_text("Self-taught", exact=True).click()
    visitor.page.get_by_text("It plays Parrot and Tricky Twist; other games have Sharp bots instead.").wait_for()


def play_some(visitor, moves=4):
    visitor.page.locator(f"[data-play={GAME}]").click()
    visitor.play(HANDS[GAME], lambda: len(visitor.done) >= moves)
    assert {seat["bot"] for seat in visitor.table["seats"] if seat["bot"]} == {"learned"}


def complaints(visitor):
    return [said["says"] for said in visitor.told if said["t"] == "refused" and "couldn’t be loaded" in said["says"]]


def weights(visitor):
    return [address for address in visitor.asked if address.endswith(".weights")]


def test_its_weights_are_loaded_only_for_those_who_meet_it(visit, host):
    visitor = visit(host, stores=True, pace=PACE)
    visitor.go()
    assert visitor.page.evaluate(STORED) == 1
    visitor.go()
    choose(visitor)
    assert weights(visitor) == []
    play_some(visitor)
    assert len(set(weights(visitor))) == 1, "those of one game"
    host.switch_off()
    visitor.context.set_offline(True)
    visitor.forget()
    visitor.go()
    play_some(visitor)
    assert complaints(visitor) == []


def test_without_a_network_a_casual_bot_plays_instead_and_the_page_says_so(offline):
    visitor = offline(pace=PACE, forgiven=("Failed to load resource",))
    choose(visitor)
    play_some(visitor)
    assert complaints(visitor)[0].startswith("The Self-taught bot couldn’t be loaded, so a casual bot is playing.")
