"""`Statistics`: figures about the work of an engine.

Every engine has a frozen dataclass of them in its `row.py`, so that the command, the page and the API's document can
read its fields before the engine is loaded.
"""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from cubeproof.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Statistics:
    """The base class of engines' statistics: frozen dataclasses of numbers, texts, sentences, and tuples of them."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, as JSON values.

        >>> from cubeproof.engines.walk.row import WalkStatistics
        >>> WalkStatistics(turns=700, configurations=690, met_again=11).to_dict()
        {'turns': 700, 'configurations': 690, 'met_again': 11}
        """
        return {field.name: field_as_json(getattr(self, field.name)) for field in fields(self)}


def field_as_json(value: Any) -> Any:
    """Return a field of statistics or of an event as a JSON value: a number, a text, a list, or an object.

    >>> from cubeproof.sentences import Sentence
    >>> field_as_json((1, Sentence("kissat 4"))) == [1, Sentence("kissat 4").to_dict()]
    True
    """
    if isinstance(value, Sentence):
        return value.to_dict()
    if isinstance(value, tuple):
        return [field_as_json(member) for member in value]
    if is_dataclass(value):
        return {field.name: field_as_json(getattr(value, field.name)) for field in fields(value)}
    return value
