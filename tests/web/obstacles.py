"""What is in somebody's way on a screen, as far as axe can know it."""

from functools import cache
from pathlib import Path

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}) }
  const told = (node) => `${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.failureSummary})`
  return (await axe.run(document, options)).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(told).join('; ')}`)
}"""


@cache
def _axe():
    return AXE.read_text()


def obstacles(visitor):
    """What is serious or critical: everything in the light, and the contrasts once more in the dark."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())  # by the browser's own door: the page's policy lets nothing else in
    visitor.settle()
    found = page.evaluate(RUN)
    page.emulate_media(color_scheme="dark")
    visitor.settle()
    found += [f"in the dark, {each}" for each in page.evaluate(RUN, ["color-contrast"])]
    page.emulate_media(color_scheme="light")
    return found
