"""`Limits`: what a visitor may ask of the server."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.errors import NotationError, UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.notation import LONG_TEXT
from cubeproof.sentences import Template

_LAYERS = Template("web.layers", "Cubes here have {least} to {most} layers, not {size}.")
_STATE = Template("web.state-length", "A state has {most:,} characters or fewer, not {characters:,}.")
_MANY_TURNS = Template(
    "notation.many-turns", "written out, this has {turns:,} turns, and {most:,} are the most here"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a visitor may ask of the server; `GET /api` tells.

    Of all that is counted here, everybody's together, a visitor who has some already finds no more than half
    (`has_room`).

    Attributes:
        min_size: the fewest layers of a cube.
        max_size: the most.
        turns: the most turns of an algorithm, brackets written out.
        places: the most sticker places of a puzzle that is not a cube.
        characters: the longest text of an algorithm or a state.
        body_bytes: the largest body of a request.
        arrival_seconds: how long a request may take to arrive.
        jobs: how many searches may run at once, everybody's together.
        quick_jobs: how many besides of those that a table answers: they are over in moments, so they do not
            wait for the others. A class asks from one address, and so gets half.
        quick_workers: how many of those are answered at once; the others wait for their turn.
        spare_workers: how many processes more stand ready for other searches.
        worker_bytes: a process that has come to take so much memory answers no more of them.
        rest_seconds: after so long without a search no process stands ready any more, until the next visitor.
        seconds: the longest time that a search may ask for.
        default_seconds: the time that it gets if it asks for none, where a scrambled cube takes no longer.
        slack_seconds: what it may take beyond its time, for compiling and for building a pruning table, once.
        processes: how many solvers or threads a search may use at once.
        memory_bytes: the memory that each process of a search may take.
        certificate_bytes: the largest certificate, and the largest file of one that is still written.
        idle_seconds: after so long without anyone who asks or listens a search is ended.
        grace_seconds: what has been told to stop has so long to bring home what it has.
        listeners: how many may listen to one search.
        all_listeners: how many to all of them together.
        tick_seconds: how often a search tells how far it is, and is looked after.
        kept_seconds: how long what has ended is remembered.
        kept_jobs: how much of it is.
        kept_quick_jobs: how much besides of what a table answered.
        kept_bytes: how large its certificates may be, all together.
        computations: how many answers are computed at once that take milliseconds.
        waiting: how many may wait for that.
        drawings: how many pictures are drawn and random cubes made at once, which may take a second.
        drawings_waiting: how many may wait for that.
        films: how many animations are drawn at once; they take long, so nothing else waits for them.
        films_waiting: how many may wait for that.
        picture_pixels: the widest picture.
        film_pixels: the widest animation.
        film_turns: its most turns.
        film_seconds: how long drawing it may take.
    """

    min_size: int = 2
    max_size: int = 20
    turns: int = 1000
    places: int = 400
    characters: int = 20_000
    body_bytes: int = 65_536
    arrival_seconds: float = 10
    jobs: int = 8
    quick_jobs: int = 256
    quick_workers: int = 2
    spare_workers: int = 1
    worker_bytes: int = 300_000_000
    rest_seconds: float = 600
    seconds: float = 600
    default_seconds: float = 120
    slack_seconds: float = 240
    processes: int = 2
    memory_bytes: int = 2_000_000_000
    certificate_bytes: int = 500_000_000
    idle_seconds: float = 30
    grace_seconds: float = 10
    listeners: int = 16
    all_listeners: int = 256
    tick_seconds: float = 1
    kept_seconds: float = 600
    kept_jobs: int = 64
    kept_quick_jobs: int = 1000
    kept_bytes: int = 1_000_000_000
    computations: int = 2
    waiting: int = 256
    drawings: int = 2
    drawings_waiting: int = 100
    films: int = 1
    films_waiting: int = 8
    picture_pixels: int = 2000
    film_pixels: int = 800
    film_turns: int = 200
    film_seconds: float = 20

    def usual_seconds(self, wanted: float | None) -> float:
        """The time of a search that asks for none: what is wanted for it, if that is more than usual.

        >>> Limits().usual_seconds(None), Limits().usual_seconds(300), Limits(seconds=200).usual_seconds(300)
        (120, 300, 200)
        """
        return min(self.seconds, max(self.default_seconds, wanted or 0))

    def size(self, size: int) -> int:
        """The number of layers, if such cubes are served.

        Raises:
            UsageError: they are not.
        """
        if not self.min_size <= size <= self.max_size:
            raise UsageError(_LAYERS(least=self.min_size, most=self.max_size, size=size))
        return size

    def cube(self, state: str | None, size: int | None = None) -> Cube:
        """The cube of a facelet string, or without one the solved cube of a size, 3 if that is not given either.

        Raises:
            UsageError: it is none, or not of a size that is served.

        >>> Limits().cube(None).size, Limits().cube("UUUURRRRFFFFDDDDLLLLBBBB").size
        (3, 2)
        """
        if size is not None:
            self.size(size)
        if state is None:
            return Cube(3 if size is None else size)
        if len(state) > self.characters:
            raise UsageError(_STATE(most=self.characters, characters=len(state)))
        cube = Cube.from_facelets(state, size)
        self.size(cube.size)
        return cube

    def alg(self, text: str, most: int | None = None) -> Alg:
        """The algorithm of a text.

        Args:
            text: the turns.
            most: how many there may be, if less than usual.

        Raises:
            NotationError: the text breaks, or is too long; or the algorithm is.
        """
        if len(text) > self.characters:
            raise NotationError(LONG_TEXT(most=self.characters), text, self.characters)
        alg = Alg(text)
        most = self.turns if most is None else most
        if alg.expanded_length > most:
            raise NotationError(_MANY_TURNS(turns=alg.expanded_length, most=most), text, 0)
        return alg
