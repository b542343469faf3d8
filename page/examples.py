"""Records the examples of the API's document: asks a server of our own, and keeps what it answers.

python page/examples.py     write src/cubeproof/web/examples.json
"""

from __future__ import annotations

import json
from typing import Any

from fastapi.testclient import TestClient

from cubeproof import Cube
from cubeproof.web.app import create_app
from cubeproof.web.document import EXAMPLES

# What is asked; where the path has an id, it is that of the search that was begun before.
ASKED: dict[str, dict[str, Any]] = {
    "GET /api": {},
    "POST /api/apply": {"size": 2, "alg": "R U2", "steps": True},
    "POST /api/status": {"state": "R" + Cube(2).facelets[1:]},
    "GET /api/scramble": {"size": 2, "seed": 1},
    "POST /api/crosses": {"state": Cube(3).apply("R U F2").facelets},
    "POST /api/goal": {"state": Cube(2).apply("R").facelets, "goal": "corners"},
    "GET /api/random": {"size": 2, "seed": 1},
    "GET /api/turns": {"size": 2},
    "GET /api/setup": {"state": Cube(2).apply("R U F2").facelets},
    "GET /api/picture": {"size": 3, "alg": "R U"},
    "GET /api/animation": {"size": 2, "alg": "R U", "format": "svg", "width": 100},
    "GET /api/explore": {"metric": "htm"},
    "GET /api/explore/cube": {"depth": 11, "seed": 1},
    "POST /api/explore/neighbours": {"state": Cube(2).apply("R D").facelets},
    "POST /api/solve": {"size": 2, "scramble": "R U F2", "certify": True},
    "GET /api/solve/{id}/events": {},
    "GET /api/solve/{id}": {},
    "POST /api/solve/{id}/stop": {},
    "GET /api/languages": {},
    "GET /api/languages/{tag}": {"tag": "fr"},
}
# Of lists of so many objects or more the first is shown, of a language's table one template, of streams the
# first lines.
MANY, TEMPLATE, LINES = 5, "claim.shortest", 8
# What is another one every time, as the examples have it.
ID, SECONDS = "vUGlOYxu3bWAMz4f1GqX0w", 0.5


def main() -> None:
    """Ask, and write down."""
    found: dict[str, dict[str, Any]] = {}
    number = ""
    with TestClient(create_app(), base_url="http://localhost") as site:
        for operation, asked in ASKED.items():
            method, path = operation.split()
            address = path.format(id=number, **asked)
            given = {"json": asked} if method == "POST" else {"params": asked}
            answer = site.request(method, address, **given)
            answer.raise_for_status()
            found[operation] = {"asked": asked}
            kind = answer.headers["content-type"].partition(";")[0]
            if kind == "application/json":
                found[operation]["answer"] = shown(answer.json())
                number = found[operation]["answer"].get("id", number)
            elif kind == "text/event-stream":
                found[operation]["answer"] = "\n".join(answer.text.splitlines()[:LINES]) + "\n\n"
    text = json.dumps(found, ensure_ascii=False, indent=1).replace(number, ID)
    EXAMPLES.write_text(text + "\n", encoding="utf-8")


def shown(told: Any) -> Any:
    """What an example shows of an answer: long lists cut, and one template of a language's table."""
    if isinstance(told, list):
        many = len(told) >= MANY and isinstance(told[0], dict)
        return [shown(member) for member in (told[:1] if many else told)]
    if isinstance(told, dict):
        if "templates" in told:
            told = told | {"templates": {TEMPLATE: told["templates"][TEMPLATE]}}
        if "state" in told or "solution" in told:
            told = told | {"seconds": SECONDS}
        return {name: shown(value) for name, value in told.items()}
    return told


if __name__ == "__main__":
    main()
