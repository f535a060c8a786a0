"""Accessibility violations on a screen, found by axe."""

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


def serious(visitor):
    """Serious and critical violations in the present theme."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())  # evaluated by the browser, because the content security policy allows no other script
    visitor.settle()
    return page.evaluate(RUN)


def obstacles(visitor):
    """Serious and critical violations: all rules in the light theme, and contrast in the dark one."""
    page = visitor.page
    found = serious(visitor)
    page.emulate_media(color_scheme="dark")
    visitor.settle()
    found += [f"dark theme: {each}" for each in page.evaluate(RUN, ["color-contrast"])]
    page.emulate_media(color_scheme="light")
    visitor.settle()
    return found
