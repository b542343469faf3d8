"""The chart of the number of states at each distance."""

import xml.etree.ElementTree as ET

from cubeproof.draw.chart import svg_layers

RECT = "{http://www.w3.org/2000/svg}rect"


def test_bars_are_as_long_as_their_counts_and_a_small_layer_is_visible() -> None:
    _, *bars = (
        float(rect.attrib["width"]) for rect in ET.fromstring(svg_layers([1, 0, 500, 1000], "x")).iter(RECT)
    )
    assert bars[:2] == [1.0, 0.0]
    assert abs(bars[3] - 2 * bars[2]) <= 0.1
    assert bars[3] > 100
