"""Shares: words of the first turns of an answer. Words that lead to the same state are one share.

A share keeps one cheapest word to its state, and every turn that may follow any of its words. So each shortest answer
in canonical order has an answer of equal cost in one share. States that a symmetry of the problem maps to each other
also are one share.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cubeproof.contract.outcome import Word

if TYPE_CHECKING:
    from cubeproof.engines.search.shares.spaces import ShareSpace


class Subproblem(NamedTuple):
    """A part of all words."""

    word: Word
    """The first turns, by number."""
    then: Word
    """The turns that may follow."""

    @property
    def name(self) -> str:
        """Its name in the journal: `3.7` for the turns 3 and 7."""
        return ".".join(map(str, self.word))

    @property
    def prefixes(self) -> tuple[Word, ...]:
        """The prefixes of its words, one turn longer than `word`."""
        return tuple((*self.word, turn) for turn in self.then)


def first_shares(space: ShareSpace, turns: int) -> tuple[Subproblem, ...]:
    """Return the shares of all words that have more than `turns` turns."""
    words: list[Word] = [()]
    for _ in range(turns):
        words = [(*word, turn) for word in words for turn in space.successors(word[-1] if word else None)]
    cheapest: dict[bytes, Word] = {}
    then: dict[bytes, set[int]] = {}
    for word in words:
        images = [tuple(image[turn] for turn in word) for image in space.symmetries]
        key, number = min((space.state(image), number) for number, image in enumerate(images))
        best = cheapest.get(key)
        if best is None or space.cost(word) < space.cost(best):
            cheapest[key] = images[number]
        image = space.symmetries[number]
        followers = space.successors(word[-1] if word else None)
        then.setdefault(key, set()).update(image[turn] for turn in followers)
    return tuple(Subproblem(word, tuple(sorted(then[key]))) for key, word in cheapest.items() if then[key])


def parts_of(space: ShareSpace, share: Subproblem) -> Iterator[Subproblem]:
    """Yield the shares of one more turn that together are a share."""
    for turn in share.then:
        if then := space.successors(turn):
            yield Subproblem((*share.word, turn), then)
