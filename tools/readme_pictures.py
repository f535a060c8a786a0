"""Write the still pictures of README.md, from the page and the lab: emblems (docs/screens/emblem-GAME.svg) and a chart.

python tools/readme_pictures.py                    plays the matches of the report first
python tools/readme_pictures.py --report FILE      takes the chart from this report
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

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


# The command that README.md shows.
LAB = ["lab", "parrot", "--bots", "sharp,casual,casual,novice", "--games", "4000"]


def chart(browser: Browser, report: Path) -> None:
    """The first chart of a report."""
    page = browser.new_page(viewport={"width": 1000, "height": 800}, device_scale_factor=1.5)
    page.goto(report.resolve().as_uri())
    drawing = page.locator("main .chart").first
    drawing.locator("svg, canvas").first.wait_for()
    drawing.screenshot(path=KEPT / "lab.png")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write the still pictures of README.md.")
    parser.add_argument("--report", type=Path, help="take the chart from this report of the lab")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, server(Path(folder), 1) as base:
        report = given.report or Path(folder) / "report.html"
        if given.report is None:
            subprocess.run([sys.executable, "-m", "parlour", *LAB, "--out", str(report)], check=True)
        chart(browser, report)
        visitor = Visitor(browser, base)
        for name in names():
            visitor.go(f"/rules/{name}")
            drawing = visitor.page.locator(".emblem svg").first
            drawing.wait_for()
            (KEPT / f"emblem-{name}.svg").write_text(drawing.evaluate(ALONE) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
