"""Runs TypeScript in Node, bundled by the esbuild that comes with the page's packages."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
HELPERS = WEB / "src" / "engine" / "python"

BUNDLE = """
const [entry, made] = JSON.parse(process.argv[1])
const files = { entryPoints: [entry], outfile: made }
require('esbuild').buildSync({ ...files, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
"""


def _node() -> str:
    """Node from the system, or the one that tools/web_build.py put beside Python."""
    beside = Path(sys.executable).parent / "node"
    found = str(beside) if beside.exists() else shutil.which("node")
    assert found, "there is no Node; run `make packages`"
    return found


def bundle(source: str, folder: Path) -> Path:
    """Make one JavaScript file of a TypeScript module and everything it imports."""
    assert (WEB / "node_modules").exists(), "the page's packages are not installed; run `make packages`"
    entry, made = folder / "entry.ts", folder / "entry.mjs"
    entry.write_text(source)
    subprocess.run([_node(), "-e", BUNDLE, json.dumps([str(entry), str(made)])], cwd=WEB, check=True)
    return made


def node(script: Path) -> "subprocess.Popen[str]":
    """A running script, with pipes."""
    return subprocess.Popen([_node(), str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
