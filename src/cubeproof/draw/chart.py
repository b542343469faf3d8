"""A bar chart of the layers of states, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cubeproof.errors import UsageError

__all__ = ["svg_layers"]

_WIDTH, _ROW, _LABEL, _NUMBER, _TOP = 640, 26, 44, 120, 56


def svg_layers(counts: Sequence[int], title: str) -> str:
    """Draw how many states are at each distance.

    Args:
        counts: the states at distance 0, 1, 2, …
        title: what stands above the chart.

    Raises:
        UsageError: there is nothing to be drawn.

    >>> svg_layers([1, 9, 54], "2×2×2").count("<rect")
    4
    """
    if not counts or max(counts) <= 0:
        raise UsageError("A chart wants at least one state.")
    height = _TOP + _ROW * len(counts) + 16
    room = _WIDTH - _LABEL - _NUMBER - 16
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" font-family="system-ui, sans-serif" font-size="14">'
    )
    lines = [
        opening,
        f"<title>{escape(title)}</title>",
        f"<desc>{escape('; '.join(f'distance {depth}: {count:,}' for depth, count in enumerate(counts)))}</desc>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="16" y="30" font-size="16" font-weight="600" fill="#1f2933">{escape(title)}</text>',
    ]
    for depth, count in enumerate(counts):
        top = _TOP + _ROW * depth
        bar = max(1.0 if count else 0.0, room * count / max(counts))
        lines += [
            f'<text x="{_LABEL - 10}" y="{top + 17}" text-anchor="end" fill="#52606d">{depth}</text>',
            f'<rect x="{_LABEL}" y="{top + 3}" width="{bar:.1f}" height="{_ROW - 6}" rx="2" fill="#2f6fb3"/>',
            f'<text x="{_LABEL + bar + 8:.1f}" y="{top + 17}" fill="#1f2933">{count:,}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"
