"""Plans of folders: each kind is written as before, and a damaged one is refused with a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from cubeproof.errors import UsageError
from cubeproof.work.plan import Plan

FOLDERS = Path(__file__).parents[1] / "golden" / "share_folders"


@pytest.mark.parametrize("kind", ["faces", "products", "sat"])
def test_plan_of_a_search_is_written_as_before(kind: str) -> None:
    text = (FOLDERS / kind / "plan.json").read_bytes()
    assert Plan.read(text, "a folder").to_bytes() == text


def test_plan_of_a_proof_that_was_written_in_another_order_is_the_same() -> None:
    text = (FOLDERS / "proof" / "plan.json").read_bytes()
    plan = Plan.read(text, "a folder")
    assert json.loads(plan.to_bytes()) == json.loads(text)
    assert Plan.read(plan.to_bytes(), "a folder") == plan


@pytest.mark.parametrize("kind", ["faces", "sat", "proof"])
@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("lower", None),
        ("lower", "one"),
        ("step", 0),
        ("turns", [1]),
        ("shares", 3),
        ("shares", [[3]]),
        ("shares", [[["x"]]]),
        ("shares", [[]]),
        ("shares", [[[]]]),
        ("lower", 1e999),
        ("schema", 2),
        ("later", True),
        ("word", 7),
    ],
)
def test_damaged_entry_is_refused(kind: str, entry: str, value: Any) -> None:
    plan = json.loads((FOLDERS / kind / "plan.json").read_bytes())
    for changed in ({**plan, entry: value}, {name: plan[name] for name in plan if name != entry}):
        if entry in ("word", "schema", "later") and entry not in changed:
            continue  # a plan may leave them out
        with pytest.raises(UsageError, match="The plan in a folder cannot be read"):
            Plan.read(json.dumps(changed).replace("Infinity", "1e999").encode(), "a folder")
