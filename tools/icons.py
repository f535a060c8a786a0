"""Draws the icons of the installed page from web/public/icon.svg, in a browser: python tools/icons.py."""

from pathlib import Path

from visitor import chromium

PUBLIC = Path(__file__).parents[1] / "web" / "public"
BACKGROUND = "#1f3358"  # the icon's own
# Size, and the part that the drawing fills: a maskable icon may be cut to a circle, which must not touch the drawing.
ICONS = {"180": (180, 1.0), "192": (192, 1.0), "512": (512, 1.0), "maskable": (512, 0.72)}


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text()
    with chromium() as browser:
        for name, (size, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            filled = part < 1 or name == "180"  # an Apple icon has no transparent corners
            page.set_content(
                f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh; "
                f"background: {BACKGROUND if filled else 'transparent'} }} "
                f"svg {{ width: {part:.0%}; height: {part:.0%} }}</style>{drawing}"
            )
            page.screenshot(path=str(PUBLIC / "icons" / f"{name}.png"), omit_background=True)


if __name__ == "__main__":
    main()
