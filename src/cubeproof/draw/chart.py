"""`svg_layers`: a bar chart of the numbers of states at each distance, as SVG."""

from collections.abc import Sequence
from html import escape

from cubeproof import languages
from cubeproof.errors import UsageError
from cubeproof.sentences import Template, say

_DESCRIPTION = Template("draw.chart", "{layers:semicolons}")
_LAYER = Template("draw.chart-layer", "distance {depth}: {count:,}")

_WIDTH, _ROW, _LABEL, _NUMBER, _TOP = 640, 26, 44, 120, 56


def svg_layers(counts: Sequence[int], title: str, language: str = "en") -> str:
    """Return a bar chart of the number of states at each distance.

    >>> svg_layers([1, 9, 54], "2×2×2").count("<rect")
    4
    """
    if not counts or max(counts) <= 0:
        raise UsageError(say("draw.chart-empty", "A chart requires at least one state."))
    spoken = languages.language(language).say
    heading = escape(spoken(title))
    description = _DESCRIPTION(
        layers=[_LAYER(depth=depth, count=count) for depth, count in enumerate(counts)]
    )
    height = _TOP + _ROW * len(counts) + 16
    room = _WIDTH - _LABEL - _NUMBER - 16
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" font-family="system-ui, sans-serif" font-size="14">'
    )
    lines = [
        opening,
        f"<title>{heading}</title>",
        f"<desc>{escape(spoken(description))}</desc>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="16" y="30" font-size="16" font-weight="600" fill="#1f2933">{heading}</text>',
    ]
    for depth, count in enumerate(counts):
        top = _TOP + _ROW * depth
        number = spoken(say("draw.chart-count", "{count:,}", count=count))
        bar = max(1.0 if count else 0.0, room * count / max(counts))
        lines += [
            f'<text x="{_LABEL - 10}" y="{top + 17}" text-anchor="end" fill="#52606d">{depth}</text>',
            f'<rect x="{_LABEL}" y="{top + 3}" width="{bar:.1f}" height="{_ROW - 6}" rx="2" fill="#2f6fb3"/>',
            f'<text x="{_LABEL + bar + 8:.1f}" y="{top + 17}" fill="#1f2933">{number}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"
