"""Runs TypeScript in Node, bundled by the esbuild that comes with the page's packages."""

import json
import subprocess
from pathlib import Path

import web_build

WEB = web_build.WEB
HELPERS = WEB / "src" / "engine" / "python"

BUNDLE = """
const [entry, made] = JSON.parse(process.argv[1])
const files = { entryPoints: [entry], outfile: made }
require('esbuild').buildSync({ ...files, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
"""


def _node() -> str:
    return str(Path(web_build.install(everything=True)[0]).with_name("node"))


def bundle(source: str, folder: Path) -> Path:
    """Make one JavaScript file of a TypeScript module and everything it imports."""
    entry, made = folder / "entry.ts", folder / "entry.mjs"
    entry.write_text(source)
    subprocess.run([_node(), "-e", BUNDLE, json.dumps([str(entry), str(made)])], cwd=WEB, check=True)
    return made


def node(script: Path) -> "subprocess.Popen[str]":
    """A running script, with pipes. `with` ends it and closes them."""
    return subprocess.Popen([_node(), str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
