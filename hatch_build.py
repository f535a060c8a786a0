"""Puts the built browser table into the wheel, so that people who install Parlour need no Node."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))

import web_build


class PageHook(BuildHookInterface[Any]):
    """An editable install is served from the source tree and builds nothing: `make setup` does."""

    def dependencies(self) -> list[str]:
        return [] if web_build.find_npm() else [web_build.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not web_build.WEB.is_dir():
            return
        if web_build.stale():
            web_build.build()
