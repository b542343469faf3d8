"""The page's own French, for tests."""

import re
from collections.abc import Iterable

from web.page_code import on_the_page

# Words that no French sentence has, and no name of a goal, an engine or an option.
ENGLISH = re.compile(
    r"\b(the|The|is|are|of|and|not|has|have|with|from|this|This|turns|by|to|for|it|white|red|blue|unknown|[Cc]olumn)\b"
)


def in_french(sentences: Iterable[str]) -> dict[str, str]:
    """What the page makes of these sentences."""
    asked = sorted(set(sentences))
    return dict(zip(asked, on_the_page("src/french.ts", "inFrench", asked), strict=True))


def untranslated(sentences: Iterable[str]) -> list[str]:
    """The sentences that came back in English, as a whole or in part."""
    unquoted = {english: re.sub(r"«.*?»", "", french) for english, french in in_french(sentences).items()}
    return [
        f"{english} → {french}"
        for english, french in unquoted.items()
        if english == french or ENGLISH.search(french)
    ]
