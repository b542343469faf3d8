"""Read SVG pictures with an XML parser, without code of the product."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import NamedTuple

NAMESPACE = "{http://www.w3.org/2000/svg}"


class Seen(NamedTuple):
    """A sticker in a picture: its number, its letter, the colour it is painted in, and its middle."""

    sticker: int
    letter: str
    fill: str
    x: float
    y: float
    emphasised: bool


def stickers(document: str) -> list[Seen]:
    """The stickers of a picture in the order in which they are painted."""
    results = []
    for element in ET.fromstring(document).iter():
        if "data-sticker" in element.attrib:
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", element.attrib["d"])]
            xs, ys = numbers[::2], numbers[1::2]
            results.append(
                Seen(
                    int(element.attrib["data-sticker"]),
                    element.attrib["data-colour"],
                    element.attrib["fill"],
                    sum(xs) / len(xs),
                    sum(ys) / len(ys),
                    element.attrib.get("data-emphasised") == "true",
                )
            )
    return results


def words(document: str) -> tuple[str, str]:
    """The title and the description."""
    root = ET.fromstring(document)
    title, description = root.find(f"{NAMESPACE}title"), root.find(f"{NAMESPACE}desc")
    assert title is not None
    assert description is not None
    return title.text or "", description.text or ""
