"""For everyone: axe, which knows the common obstacles, finds no serious one on any screen."""

from pathlib import Path

from screenshots import ENDS, SCENES

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (only) => {
  const options = { resultTypes: ['violations'], ...(only ? { runOnly: [only] } : {}) }
  const found = (await axe.run(document, options)).violations
  // A numeral drawn on a card, or how many cards lie there, is part of a picture; what is written must be in the name.
  const words = (text) => text.toLowerCase().match(/\\p{Letter}+/gu) ?? []
  const unnamed = (node) => {
    const element = document.querySelector(node.target[0])
    const copy = element?.cloneNode(true)
    for (const drawing of copy?.querySelectorAll('svg, .heard-only') ?? []) drawing.remove()
    const name = words(element?.getAttribute('aria-label') ?? '')
    return words(copy?.textContent ?? '').some((word) => !name.includes(word))
  }
  for (const rule of found) if (rule.id === 'label-content-name-mismatch') rule.nodes = rule.nodes.filter(unnamed)
  const told = (node) => `${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.failureSummary})`
  return found
    .filter(({ impact, nodes }) => (impact === 'serious' || impact === 'critical') && nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(told).join('; ')}`)
}"""
ON_A_PHONE = ("home", "set-up", "piccolo", "tricky-twist-reserve", "parrot-opening", "menu")
IN_REAL_TIME = ("verdict", "confetti")  # at a raised pace they are over too soon


def obstacles(visitor):
    """In the light, and the contrasts once more in the dark."""
    visitor.page.add_script_tag(path=AXE)
    visitor.wait(400)  # what fades in has faded in
    found = visitor.page.evaluate(RUN)
    visitor.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    visitor.wait(300)
    found += [f"in the dark, {each}" for each in visitor.page.evaluate(RUN, "color-contrast")]
    visitor.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return found


def look(visitor, scenes, wanted):
    """What is in the way, by screen."""
    found = {}
    for name in wanted:
        scenes[name](visitor)
        found[name] = obstacles(visitor)
    return "\n".join(f"{name}: {each}" for name, several in found.items() for each in several)


def come(visit, base, **more):
    return visit(base, bypass_csp=True, reduced_motion="reduce", **more)


def test_nothing_serious_is_in_anybodys_way(visit, fast, real):
    assert look(come(visit, fast), SCENES, [name for name in SCENES if name not in IN_REAL_TIME]) == ""
    assert look(come(visit, real), SCENES, IN_REAL_TIME) == ""


def test_nor_on_a_phone(visit, fast):
    assert look(come(visit, fast, phone=True), SCENES, ON_A_PHONE) == ""


def test_nor_after_a_match(visit, fast):
    assert look(come(visit, fast, phone=True), ENDS, ("end-parrot", "replay", "past")) == ""
