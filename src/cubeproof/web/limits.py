"""`Limits` of the requests of visitors."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.errors import NotationError, UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.facelet_symbols import refuse_facelets
from cubeproof.puzzle.notation import LONG_TEXT
from cubeproof.puzzle.twizzle import read_twizzle
from cubeproof.sentences import Template

_LAYERS = Template("web.layers", "This server supports cubes of {least} to {most} layers, not {size}.")
_STATE = Template("web.state-length", "A state has {most:,} characters or fewer, not {characters:,}.")
_MANY_TURNS = Template(
    "notation.many-turns", "written out, this has {turns:,} turns, but this server allows {most:,}"
)
_FORMULA_SIZE = Template(
    "web.formula-size", "This server sends formulas of cubes of {only} layers only, not of {size}."
)
_FORMULA_HORIZON = Template(
    "web.formula-horizon", "This server sends formulas for a horizon of 0 to {most}, not {horizon}."
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a visitor's requests; `GET /api` returns them.

    A limit of all visitors together gives a single visitor at most half (`has_room`).
    """

    min_size: int = 2
    """Minimum number of layers of a cube."""
    max_size: int = 20
    """Maximum number of layers of a cube."""
    turns: int = 10_000
    """Maximum number of turns of an algorithm, brackets written out."""
    places: int = 400
    """Maximum number of sticker places of a puzzle that is not a cube."""
    characters: int = 60_000
    """Maximum length of the text of an algorithm or a state."""
    body_bytes: int = 65_536
    """Maximum size of a request's body in bytes."""
    arrival_seconds: float = 10
    """Seconds from the start of a connection, or the end of the previous answer, to a complete request."""
    connections: int = 400
    """Maximum number of connections; another one ends the connection that waits longest for its visitor."""
    jobs: int = 8
    """Maximum number of running searches of all visitors."""
    quick_jobs: int = 256
    """Maximum number of further searches that a table answers within moments; they do not wait for other searches. A
    school class has one address, so it gets half."""
    quick_workers: int = 2
    """Processes that answer them; the others wait in turn."""
    spare_workers: int = 1
    """Further loaded processes for other searches."""
    worker_bytes: int = 300_000_000
    """Memory in bytes above which a process of the pool is replaced."""
    rest_seconds: float = 600
    """Seconds without a search after which the pool is closed until the next visitor."""
    seconds: float = 600
    """Maximum time limit of a search in seconds."""
    default_seconds: float = 120
    """Default time limit of a search in seconds, if a scrambled cube takes no longer."""
    slack_seconds: float = 30
    """Seconds beyond the time limit: for the step of a first answer, and for stopping."""
    processes: int = 2
    """Maximum number of solvers or threads of a search."""
    memory_bytes: int = 2_500_000_000
    """Maximum memory of each process of a search in bytes."""
    certificate_bytes: int = 500_000_000
    """Maximum size of a certificate, and of each of its files, in bytes."""
    idle_seconds: float = 30
    """Seconds without a request or listener after which a search is ended."""
    grace_seconds: float = 10
    """Seconds between a request to stop and the end of the worker."""
    listeners: int = 16
    """Maximum number of listeners to a search."""
    all_listeners: int = 256
    """Maximum number of listeners to all searches."""
    tick_seconds: float = 1
    """Seconds between progress reports and checks of a search."""
    kept_seconds: float = 600
    """Seconds for which ended searches are kept."""
    kept_jobs: int = 64
    """Maximum number of ended searches that are kept."""
    kept_quick_jobs: int = 1000
    """The same for searches that a table answered."""
    kept_bytes: int = 1_000_000_000
    """Maximum size of the certificates of kept searches in bytes."""
    computations: int = 2
    """Parallel computations of answers that take milliseconds."""
    waiting: int = 256
    """Maximum number of requests that wait for these."""
    drawings: int = 2
    """Parallel drawings of pictures and scrambles, which may take a second."""
    drawings_waiting: int = 100
    """Maximum number of requests that wait for these."""
    films: int = 1
    """Parallel drawings of animations; they are slow, so no other request waits for them."""
    films_waiting: int = 8
    """Maximum number of requests that wait for these."""
    picture_pixels: int = 2000
    """Maximum width of a picture in pixels."""
    film_pixels: int = 800
    """Maximum width of an animation in pixels."""
    film_turns: int = 200
    """Maximum number of turns of an animation."""
    film_seconds: float = 20
    """Maximum time to draw an animation in seconds."""
    formula_size: int = 2
    """The layers of a cube whose formula is sent."""
    formula_horizon: int = 4
    """Maximum horizon of a formula that is sent."""
    formula_clauses: int = 2000
    """Maximum number of clauses in one answer."""
    refutation_lemmas: int = 500
    """Maximum number of lemmas of a refutation that is sent."""

    def usual_seconds(self, required: float | None) -> float:
        """Return the default time limit of a search that requires some time, within the limits.

        >>> Limits().usual_seconds(None), Limits().usual_seconds(300), Limits(seconds=200).usual_seconds(300)
        (120, 300, 200)
        """
        return min(self.seconds, max(self.default_seconds, required or 0))

    def size(self, size: int) -> int:
        """Return a number of layers; refuse an unsupported one."""
        if not self.min_size <= size <= self.max_size:
            raise UsageError(_LAYERS(least=self.min_size, most=self.max_size, size=size))
        return size

    def cube(self, state: str | None, size: int | None = None, order: str | None = None) -> Cube:
        """Return the cube of a facelet string; without one the solved cube of a size, by default 3.

        `order` is the order of the faces, as for `Cube.from_facelets`.

        >>> Limits().cube(None).size, Limits().cube("UUUURRRRFFFFDDDDLLLLBBBB").size
        (3, 2)
        """
        if size is not None:
            self.size(size)
        if state is None:
            return Cube(3 if size is None else size)
        self.check_cube_text(state)
        cube = Cube.from_facelets(state, size, order=order)
        self.size(cube.size)
        return cube

    def check_formula_size(self, size: int) -> None:
        """Refuse a cube whose formulas are too large to be sent."""
        if size != self.formula_size:
            raise UsageError(_FORMULA_SIZE(only=self.formula_size, size=size))

    def check_horizon(self, horizon: int) -> None:
        """Refuse a horizon whose formula is too large to be sent."""
        if not 0 <= horizon <= self.formula_horizon:
            raise UsageError(_FORMULA_HORIZON(most=self.formula_horizon, horizon=horizon))

    def check_cube_text(self, state: str) -> None:
        """Refuse the text of a cube that would take long to read."""
        if len(state) > self.characters:
            raise UsageError(_STATE(most=self.characters, characters=len(state)))
        if (link := read_twizzle(state)) is not None:
            setup, played, layers = link
            self.size(layers)
            self._check_length(state, setup + played, self.turns)

    def alg(self, text: str, most: int | None = None) -> Alg:
        """Return the algorithm of a text; refuse one that is too long, and a cube."""
        if len(text) > self.characters:
            raise NotationError(LONG_TEXT(most=self.characters), text, self.characters)
        refuse_facelets(text, "field")
        alg = Alg(text)
        self._check_length(text, alg, self.turns if most is None else most)
        return alg

    def _check_length(self, text: str, alg: Alg, most: int) -> None:
        if alg.expanded_length > most:
            raise NotationError(_MANY_TURNS(turns=alg.expanded_length, most=most), text, 0)
