"""The page's engine in Node: web/src/engine bundled for the tests, answering one request after another."""

import json
import subprocess
from pathlib import Path
from typing import Any

import web_build

ENTRY = web_build.WEB / "src" / "engine" / "testing" / "node.ts"
BUNDLE = """
import { build } from 'esbuild'
const [from, to] = process.argv.slice(1)
await build({ entryPoints: [from], outfile: to, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' })
"""
FILES = web_build.WEB / "engine"


class NodeProcess:
    """A running Node with the engine of every game."""

    def __init__(self, folder: Path) -> None:
        node, script = str(Path(web_build.install(everything=True)[0]).with_name("node")), folder / "engine.mjs"
        subprocess.run(
            [node, "--input-type=module", "-e", BUNDLE, str(ENTRY), str(script)], cwd=web_build.WEB, check=True
        )
        self._process = subprocess.Popen(
            [node, str(script), str(FILES)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, do: str, **request: Any) -> None:
        """Send a request, to be answered while this process does something else."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"do": do, "options": {}, **request}) + "\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        assert self._process.stdout
        said = json.loads(self._process.stdout.readline())
        assert "error" not in said, said["error"]
        return said["answer"]

    def ask(self, do: str, **request: Any) -> Any:
        self.start(do, **request)
        return self.answer()

    def close(self) -> None:
        self._process.communicate(timeout=30)
