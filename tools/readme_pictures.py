"""Write the still pictures of README.md, from the page and the lab: emblems (docs/screens/emblem-GAME.svg) and a chart.

python tools/readme_pictures.py
"""

import sys
import tempfile
from pathlib import Path

from parlour.games import names
from screenshots import KEPT, server
from visitor import Visitor, chromium

# Colours are variables and classes of the page; a file of its own needs their values.
ALONE = """(svg) => {
  const copy = svg.cloneNode(true)
  const inner = copy.querySelectorAll('*')
  svg.querySelectorAll('*').forEach((element, number) => {
    const style = getComputedStyle(element), to = inner[number]
    to.removeAttribute('class')
    if (to.tagName === 'g') return
    for (const name of ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity']) {
      const usual = { 'stroke-linecap': 'butt', 'stroke-linejoin': 'miter', opacity: '1' }
      const value = style.getPropertyValue(name)
      to.removeAttribute(name)
      if (value !== usual[name] && (name === 'fill' || name === 'opacity' || style.stroke !== 'none')) {
        to.setAttribute(name, value.replace(/px$/, ''))
      }
    }
  })
  copy.removeAttribute('class')
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return copy.outerHTML.replace(/<!--.*?-->/g, '').replace(/ style=""/g, '')
}"""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, server(Path(folder), 1) as base:
        visitor = Visitor(browser, base)
        for name in names():
            visitor.go(f"/rules/{name}")
            drawing = visitor.page.locator(".emblem svg").first
            drawing.wait_for()
            (KEPT / f"emblem-{name}.svg").write_text(drawing.evaluate(ALONE) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
