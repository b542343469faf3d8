"""Records the examples of the API's document: sends requests to a local server, and keeps its answers.

python page/generate/examples.py     write src/cubeproof/web/examples.json
"""

from __future__ import annotations

import json
from typing import Any

from fastapi.testclient import TestClient

from cubeproof import Cube
from cubeproof.web.app import create_app
from cubeproof.web.document import EXAMPLES

# The fields of each request. An id in a path is the id of the search that was started before.
REQUESTS: dict[str, dict[str, Any]] = {
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
    "POST /api/formula": {"state": Cube(2).apply("R U F").facelets, "horizon": 2, "group": 0},
    "POST /api/formula/verify": {"state": Cube(2).apply("R U").facelets, "horizon": 0, "true": []},
    "POST /api/formula/refutation": {"state": Cube(2).apply("R U F").facelets, "horizon": 2},
    "POST /api/solve": {"size": 2, "scramble": "R U F2", "certify": True},
    "GET /api/solve/{id}/events": {},
    "GET /api/solve/{id}": {},
    "POST /api/solve/{id}/stop": {},
    "GET /api/languages": {},
    "GET /api/languages/{tag}": {"tag": "fr"},
}
# The examples show the first object of a list of at least MANY, the first members of a list of more than LONG, one
# template of a language's table, and the first lines of a stream.
MANY, LONG, TEMPLATE, LINES = 5, 40, "claim.shortest", 8
# The values in the examples for the fields that differ at every run.
ID, SECONDS = "vUGlOYxu3bWAMz4f1GqX0w", 0.5


def main() -> None:
    """Send the requests, and write the answers."""
    examples: dict[str, dict[str, Any]] = {}
    number = ""
    with TestClient(create_app(), base_url="http://localhost") as site:
        for operation, fields in REQUESTS.items():
            method, path = operation.split()
            address = path.format(id=number, **fields)
            options = {"json": fields} if method == "POST" else {"params": fields}
            answer = site.request(method, address, **options)
            answer.raise_for_status()
            examples[operation] = {"asked": fields}
            kind = answer.headers["content-type"].partition(";")[0]
            if kind == "application/json":
                examples[operation]["answer"] = shorten(answer.json())
                number = examples[operation]["answer"].get("id", number)
            elif kind == "text/event-stream":
                examples[operation]["answer"] = "\n".join(answer.text.splitlines()[:LINES]) + "\n\n"
    text = json.dumps(examples, ensure_ascii=False, indent=1).replace(number, ID)
    EXAMPLES.write_text(text + "\n", encoding="utf-8")


def shorten(answer: Any) -> Any:
    """An answer as an example shows it: with long lists cut, and one template of a language's table."""
    if isinstance(answer, list):
        many = len(answer) >= MANY and isinstance(answer[0], dict)
        kept = answer[:1] if many else answer[:MANY] if len(answer) > LONG else answer
        return [shorten(member) for member in kept]
    if isinstance(answer, dict):
        if "templates" in answer:
            answer = answer | {"templates": {TEMPLATE: answer["templates"][TEMPLATE]}}
        if "state" in answer or "solution" in answer:
            answer = answer | {"seconds": SECONDS}
        return {name: shorten(value) for name, value in answer.items()}
    return answer


if __name__ == "__main__":
    main()
