"""Puts the built browser table into the wheel and the sdist, so that people who install Parlour need no Node."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))

import web_build


class PageHook(BuildHookInterface[Any]):
    """An editable install is served from the source tree and builds nothing: `make setup` does."""

    def dependencies(self) -> list[str]:
        return [web_build.NODE_WHEEL] if web_build.stale() and not web_build.find_npm() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not web_build.WEB.is_dir():
            return
        if web_build.stale():
            web_build.build()
