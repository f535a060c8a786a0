"""A self-contained HTML page with text, tables and charts, for light and dark mode, screen and print."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any

from parlour.kit.extras import needs

STYLE = """
:root{--paper:#fbfaf7;--ink:#22252a;--soft:#5c626b;--faint:#a3a8ae;--line:#e4e1d9;--wash:#f2f0ea;--link:#2b5d7d;
--c1:#2f6d91;--c2:#c4583a;--c3:#5f8a49;--c4:#8364ab;--c5:#b98a1f;--c6:#57636e;--warn:#8a4b12;--warnwash:#fbf0e0;
--serif:"Iowan Old Style","Palatino Linotype",Palatino,Charter,"Bitstream Charter","Source Serif 4",Georgia,serif;
--sans:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","DejaVu Sans",sans-serif;
--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{--paper:#17191c;--ink:#e6e4de;--soft:#a5a9af;--faint:#6d737b;
--line:#2f3338;--wash:#1f2226;--link:#8fbfdc;--c1:#74b3d6;--c2:#e88a6c;--c3:#98c17f;--c4:#b79fdc;--c5:#e0b858;
--c6:#a9b3bd;--warn:#f0c48a;--warnwash:#2c241a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 var(--serif)}
.all{max-width:1120px;margin:0 auto;padding:56px 32px 96px;display:grid;grid-template-columns:200px minmax(0,1fr);
column-gap:64px}
header,main,footer{grid-column:2}
header{margin-bottom:0}main>h2:first-child{margin-top:40px}
.over{font:600 13px/1.4 var(--sans);letter-spacing:.02em;color:var(--soft);margin:0 0 10px}
h1{font-size:42px;line-height:1.12;font-weight:500;letter-spacing:-.012em;margin:0 0 12px}
.lead{font-size:19px;color:var(--soft);margin:0 0 8px;max-width:36em}header .small{margin:0}
h2{font-size:27px;font-weight:500;letter-spacing:-.006em;line-height:1.2;margin:72px 0 6px;padding-top:22px;
border-top:1px solid var(--line)}
h3{font-size:20px;font-weight:600;line-height:1.3;margin:44px 0 4px}
h2,h3{scroll-margin-top:16px}
p{margin:0 0 14px;max-width:38em;text-wrap:pretty}
.says{color:var(--soft);margin-bottom:14px}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
nav{grid-column:1;grid-row:1/99;font:14px/1.4 var(--sans);position:sticky;top:40px;align-self:start;
max-height:calc(100vh - 60px);overflow:auto;scrollbar-width:thin}
nav ol{list-style:none;margin:0;padding:0}nav li{margin:0 0 7px}
nav li.part{margin:18px 0 8px;font-weight:600}nav li.part:first-child{margin-top:0}
nav a{color:var(--soft)}nav li.part a{color:var(--ink)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:26px 28px;margin:26px 0 14px}
.fact b{display:block;font:500 29px/1.15 var(--serif);letter-spacing:-.01em;font-variant-numeric:lining-nums}
.fact b small{font-size:17px;color:var(--soft);font-weight:400;letter-spacing:0}
.fact i{display:block;font:normal 13px/1.4 var(--sans);color:var(--soft);font-variant-numeric:tabular-nums}
.fact span{display:block;font:14px/1.4 var(--sans);color:var(--soft);margin-top:3px}
.one b{color:var(--ink);font:500 29px/1.15 var(--serif);font-variant-numeric:lining-nums}
.one{font:15px/1.5 var(--sans);color:var(--soft);margin:0 0 14px}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:5px 26px;font:15px/1.5 var(--sans);margin:18px 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
dd .chosen{font-weight:600}
pre{font:13.5px/1.6 var(--mono);background:var(--wash);border-radius:6px;padding:13px 16px;margin:16px 0;
white-space:pre-wrap;overflow-wrap:anywhere}
.note{background:var(--warnwash);color:var(--warn);border-radius:6px;padding:12px 18px;margin:24px 0 0;
font:15px/1.5 var(--sans);max-width:none}
.chart{width:100%;margin:6px 0 10px;min-height:30px}
.chart svg{max-width:100%;height:auto;overflow:visible;display:block}
.chart .vega-embed{width:100%;padding:0}
.name{font:600 14px/1.4 var(--sans);margin:14px 0 0;color:var(--soft)}
.wide{overflow-x:auto;margin:2px 0 0}
table{border-collapse:collapse;font:14px/1.45 var(--sans);font-variant-numeric:tabular-nums lining-nums;
min-width:min(100%,440px)}
th{font-weight:500;color:var(--soft);text-align:right;padding:5px 0 5px 26px;border-bottom:1px solid var(--line);
vertical-align:bottom}
td{text-align:right;padding:5px 0 5px 26px;border-bottom:1px solid var(--line);white-space:nowrap}
tr:last-child td{border-bottom:0}
th:first-child,td:first-child{text-align:left;padding-left:0;white-space:normal;min-width:5.5em}
td.text,th.text{text-align:left}
td.ci{color:var(--soft)}
tr.quiet td{color:var(--faint)}
tr.group td{font-weight:600;padding-top:14px}
.swatch{display:inline-block;width:9px;height:9px;border-radius:50%;margin-right:8px}
.wide+.small{margin-top:8px}
.small{font:14px/1.5 var(--sans);color:var(--soft);max-width:46em}
details summary{cursor:pointer;font:15px/1.5 var(--sans);color:var(--link);margin:14px 0}
footer{margin-top:72px;padding-top:18px;border-top:1px solid var(--line)}
#vg-tooltip-element.vg-tooltip{font:13px/1.4 var(--sans);background:var(--paper);color:var(--ink);
border:1px solid var(--line);box-shadow:0 4px 18px rgb(0 0 0/.12);border-radius:6px;padding:8px 11px}
#vg-tooltip-element.vg-tooltip td{border:0;padding:1px 6px;white-space:nowrap}
#vg-tooltip-element.vg-tooltip td.key{color:var(--soft)}#vg-tooltip-element table{min-width:0}
@media (max-width:900px){.all{display:block;padding:32px 20px 72px}h1{font-size:33px}.lead{font-size:17px}
nav{position:static;max-height:none;columns:2;column-gap:24px;margin:28px 0 0;padding:18px 0 0;
border-top:1px solid var(--line)}nav li{break-inside:avoid}h2{margin-top:52px;font-size:24px}
dl{grid-template-columns:1fr;gap:0}dd{margin:0 0 8px}.facts{grid-template-columns:1fr 1fr;gap:18px}
th,td{padding-left:18px}}
@media print{:root{--paper:#fff}body{font-size:11pt}.all{display:block;max-width:none;padding:0}
nav{position:static;max-height:none;columns:3;margin:18pt 0}
h1{font-size:26pt}h2{font-size:17pt;margin-top:28pt}h3{font-size:13pt;margin-top:18pt}
section.figure,tr,.fact{break-inside:avoid}h2,h3{break-after:avoid}a{color:inherit}@page{margin:18mm}}
"""

SCRIPT = """
const css=getComputedStyle(document.documentElement);
const sans=css.getPropertyValue('--sans').trim();
const label={labelFont:sans,titleFont:sans,labelFontSize:12.5,titleFontSize:12.5,titleFontWeight:400,
labelColor:'var(--soft)',titleColor:'var(--soft)'};
const config={background:null,font:sans,view:{stroke:null},
axis:{...label,gridColor:'var(--line)',domainColor:'var(--faint)',tickColor:'var(--faint)',labelPadding:6,titlePadding:9,
labelLimit:170,tickSize:4},
axisY:{domain:false,ticks:false},legend:{...label,symbolType:'circle',symbolSize:70,labelLimit:240,columnPadding:18},
mark:{color:'var(--c1)',tooltip:null},point:{color:'var(--c1)'},rule:{color:'var(--c1)'},bar:{color:'var(--c1)',fillOpacity:.8},
range:{category:[1,2,3,4,5,6].map(n=>`var(--c${n})`)}};
const specs=JSON.parse(document.getElementById('charts').textContent);
for(const [id,spec] of Object.entries(specs))
vegaEmbed('#'+id,spec,{renderer:'svg',actions:false,config,ast:false}).catch(e=>{document.getElementById(id).textContent=String(e)});
"""


@dataclass
class Page:
    """A page under construction. Charts are drawn by a script when it is opened."""

    title: str
    body: list[str] = field(default_factory=list)
    contents: list[tuple[int, str, str]] = field(default_factory=list)
    charts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, html: str) -> None:
        self.body.append(html)

    def part(self, heading: str) -> None:
        self.add(self._heading(2, heading))

    def heading(self, heading: str) -> None:
        self.add(self._heading(3, heading))

    def _heading(self, level: int, heading: str) -> str:
        anchor = f"p{len(self.contents) + 1}"
        self.contents.append((level, anchor, heading))
        return f'<h{level} id="{anchor}">{escape(heading)}</h{level}>'

    def chart(self, spec: dict[str, Any], label: str) -> None:
        """`label` is read out by screen readers."""
        name = f"c{len(self.charts) + 1}"
        self.charts[name] = spec
        self.add(f'<div class="chart" id="{name}" role="img" aria-label="{escape(label)}"></div>')

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], kinds: Sequence[str] | None = None) -> None:
        """Cells are HTML; `kinds` are the CSS classes of the columns."""
        classes = [f' class="{kind}"' if kind else "" for kind in kinds or [""] * len(heads)]
        top = "".join(f"<th{kind}>{escape(head)}</th>" for head, kind in zip(heads, classes, strict=True))
        lines = []
        for row in rows:
            cells = "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, classes, strict=True))
            lines.append(f"<tr>{cells}</tr>")
        self.add(
            f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n'
            + "\n".join(lines)
            + "\n</tbody></table></div>"
        )

    def html(self, header: str) -> str:
        listed = "\n".join(
            f'<li{" class=part" if level == 2 else ""}><a href="#{anchor}">{escape(heading)}</a></li>'
            for level, anchor, heading in self.contents
        )
        specs = json.dumps(self.charts, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
        return (
            f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(self.title)}</title>\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f'<style>{STYLE}</style>\n</head>\n<body>\n<div class="all">\n<header>{header}</header>\n'
            f'<nav aria-label="Contents"><ol>\n{listed}\n</ol></nav>\n<main>\n'
            + "\n".join(self.body)
            + '\n</main>\n</div>\n<noscript><p class="note">The charts need JavaScript; the tables '
            f'contain all figures.</p></noscript>\n<script type="application/json" id="charts">{specs}</script>\n'
            f"<script>{_vega()}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
        )


@cache
def _vega() -> str:
    """The Vega-Lite library, embedded so that the page works offline."""
    with needs("lab"):
        import altair
        import vl_convert

    version = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", version)
    return bundle.replace("</script", "<\\/script")
