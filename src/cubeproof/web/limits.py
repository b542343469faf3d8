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
    """The limits of a visitor's requests; `GET /api` returns them.

    Of all that is counted here, everybody's together, a visitor who has some already finds no more than half
    (`has_room`).
    """

    min_size: int = 2
    """The fewest layers of a cube."""
    max_size: int = 20
    """The most."""
    turns: int = 1000
    """The most turns of an algorithm, brackets written out."""
    places: int = 400
    """The most sticker places of a puzzle that is not a cube."""
    characters: int = 20_000
    """The longest text of an algorithm or a state."""
    body_bytes: int = 65_536
    """The largest body of a request."""
    arrival_seconds: float = 10
    """How long a request may take to arrive."""
    jobs: int = 8
    """How many searches may run at once, everybody's together."""
    quick_jobs: int = 256
    """Further searches that a table answers: they end within moments, so they do not wait for the others. A
    class asks from one address, and so gets half."""
    quick_workers: int = 2
    """How many of those are answered at once; the others wait for their turn."""
    spare_workers: int = 1
    """How many processes more stand ready for other searches."""
    worker_bytes: int = 300_000_000
    """Memory in bytes above which a process of the pool is replaced."""
    rest_seconds: float = 600
    """Seconds without a search after which the pool is closed until the next visitor."""
    seconds: float = 600
    """The longest time that a search may ask for."""
    default_seconds: float = 120
    """The time that it gets if it asks for none, where a scrambled cube takes no longer."""
    slack_seconds: float = 30
    """Seconds beyond its time limit: for the step of a first answer, and for stopping."""
    processes: int = 2
    """How many solvers or threads a search may use at once."""
    memory_bytes: int = 2_000_000_000
    """The memory that each process of a search may take."""
    certificate_bytes: int = 500_000_000
    """The largest certificate, and the largest file of one that is still written."""
    idle_seconds: float = 30
    """Seconds without a request or listener after which a search is ended."""
    grace_seconds: float = 10
    """Seconds between a request to stop and the end of the worker."""
    listeners: int = 16
    """How many may listen to one search."""
    all_listeners: int = 256
    """How many to all of them together."""
    tick_seconds: float = 1
    """Seconds between progress reports and checks of a search."""
    kept_seconds: float = 600
    """How long what has ended is remembered."""
    kept_jobs: int = 64
    """How much of it is."""
    kept_quick_jobs: int = 1000
    """How much besides of what a table answered."""
    kept_bytes: int = 1_000_000_000
    """How large its certificates may be, all together."""
    computations: int = 2
    """How many answers are computed at once that take milliseconds."""
    waiting: int = 256
    """How many may wait for that."""
    drawings: int = 2
    """How many pictures are drawn and random cubes made at once, which may take a second."""
    drawings_waiting: int = 100
    """How many may wait for that."""
    films: int = 1
    """How many animations are drawn at once; they take long, so nothing else waits for them."""
    films_waiting: int = 8
    """How many may wait for that."""
    picture_pixels: int = 2000
    """The widest picture."""
    film_pixels: int = 800
    """The widest animation."""
    film_turns: int = 200
    """Its most turns."""
    film_seconds: float = 20
    """How long drawing it may take."""

    def usual_seconds(self, wanted: float | None) -> float:
        """Return the default time limit of a search: the time that it requires, if that is more than usual.

        >>> Limits().usual_seconds(None), Limits().usual_seconds(300), Limits(seconds=200).usual_seconds(300)
        (120, 300, 200)
        """
        return min(self.seconds, max(self.default_seconds, wanted or 0))

    def size(self, size: int) -> int:
        """The number of layers, if such cubes are served."""
        if not self.min_size <= size <= self.max_size:
            raise UsageError(_LAYERS(least=self.min_size, most=self.max_size, size=size))
        return size

    def cube(self, state: str | None, size: int | None = None) -> Cube:
        """The cube of a facelet string, or without one the solved cube of a size, 3 if that is not given either.

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
        """The algorithm of a text."""
        if len(text) > self.characters:
            raise NotationError(LONG_TEXT(most=self.characters), text, self.characters)
        alg = Alg(text)
        most = self.turns if most is None else most
        if alg.expanded_length > most:
            raise NotationError(_MANY_TURNS(turns=alg.expanded_length, most=most), text, 0)
        return alg
