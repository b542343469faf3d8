"""`Player` as a widget: Python and the player's buttons share its state.

The script is small and sent with every widget; it paints cubes of every size. Texts are sent in every language, and
the script selects the language of the browser.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets

from cubeproof.draw.descriptions import describe_cube
from cubeproof.draw.film import MAX_TURNS, checked_alg
from cubeproof.draw.palette import STANDARD
from cubeproof.draw.player import CONTROLS, in_all_languages
from cubeproof.draw.solid import paints
from cubeproof.notebook.page import Tape, Taped, tape_html
from cubeproof.notebook.parts import script
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.facelet_symbols import refuse_facelets


class Player(Taped, anywidget.AnyWidget):
    """A cube in 3D and its turns, with buttons to play and to step; show it as the last line of a cell.

    Dragging turns a layer, clicking a face; `alg` and `step` are updated.

    All attributes can be observed, and set unless otherwise noted.

    Args:
        start: the cube before the first turn, or a solution with its turns; by default a solved cube.
        alg: the turns.
        scramble: the turns from the solved cube to the start.
        size: the number of layers, without a start.
        speed: 1 is a quarter turn in 0.42 s; from 0.1 to 10.

    Attributes:
        size: the number of layers, derived from the other attributes; read-only.
        facelets: the cube before the first turn.
        scramble: the turns from the solved cube to it, or "" if unknown.
        alg: the turns.
        step: the number of turns made so far; setting it turns the cube.
        playing: whether the player is playing.
        speed: the speed, see above.

    Raises:
        NotationError: a text with a fault, or with a turn that this size does not have, with the column.
        UsageError: other invalid arguments.

    >>> player = Player(alg="R U")
    >>> player.step = 1
    >>> player.cube == Cube(3).apply("R")
    True
    """

    size = traitlets.Int(3, read_only=True).tag(sync=True)
    facelets = traitlets.Unicode(Cube(3).facelets).tag(sync=True)
    scramble = traitlets.Unicode().tag(sync=True)
    alg = traitlets.Unicode().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(1.0, min=0.1, max=10.0).tag(sync=True)

    # Additional data for the script: a tape changes as a whole, so it is sent as a whole.
    _tape = traitlets.Dict().tag(sync=True)
    _texts = traitlets.Dict().tag(sync=True)
    _descriptions = traitlets.Dict().tag(sync=True)
    _esm = traitlets.Unicode().tag(sync=True)

    def _open(self, tape: Tape, speed: float) -> None:
        self.tape, self._loading = tape, False
        anywidget.AnyWidget.__init__(self, _esm=script(), _texts=in_all_languages(CONTROLS), speed=speed)
        self.on_msg(self._hear)
        self._load(tape)

    def play(self) -> None:
        """Play the turns; start again at the first turn if all turns are made."""
        if self.step == len(self.tape.moves):
            self.step = 0
        self.playing = True

    def pause(self) -> None:
        """Stop after the current turn."""
        self.playing = False

    def _load(self, tape: Tape, step: int = 0) -> None:
        self.tape = tape
        with self._at_once():
            self.step, self.playing = step, False
            self.set_trait("size", tape.start.size)
            self.facelets, self.alg = tape.start.facelets, str(tape.alg)
            self.scramble = str(tape.scramble or "")
            self._tape = {
                "size": tape.start.size,
                "moves": [str(move) for move in tape.moves],
                "turns": tape.turns,
                "start": tape.start.facelets,
                "paints": paints(STANDARD),
            }
            self._describe()

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Set several related traits as one change."""
        self._loading = True
        try:
            with self.hold_sync():
                yield
        finally:
            self._loading = False

    def _describe(self) -> None:
        self._descriptions = in_all_languages({"cube": describe_cube(self.cube)})

    @traitlets.validate("facelets")
    def _valid_facelets(self, proposal: dict[str, Any]) -> str:
        return Cube.from_facelets(proposal["value"]).facelets

    @traitlets.validate("scramble", "alg")
    def _valid_turns(self, proposal: dict[str, Any]) -> str:
        refuse_facelets(proposal["value"], "player")
        return str(checked_alg(proposal["value"], self.size))

    @traitlets.validate("step")
    def _valid_step(self, proposal: dict[str, Any]) -> int:
        return min(max(0, int(proposal["value"])), len(self.tape.moves))

    @traitlets.observe("facelets", "scramble", "alg")
    def _changed(self, change: dict[str, Any]) -> None:
        if self._loading:
            return
        start, alg, scramble = self.tape.start, self.tape.alg, self.tape.scramble
        if change["name"] == "alg":
            alg = Alg(change["new"])
        elif change["name"] == "scramble":
            scramble = Alg(change["new"])
            start = Cube(start.size).apply(scramble)
        else:
            # The turns belonged to the previous cube.
            start, alg, scramble = Cube.from_facelets(change["new"]), Alg(), None
        self._load(Tape(start, alg, scramble))

    @traitlets.observe("step")
    def _stepped(self, change: dict[str, Any]) -> None:
        del change
        if not self._loading:
            self._describe()

    def _hear(self, widget: object, content: object, buffers: object) -> None:
        """Add a turn that the user made by hand after the turns made so far."""
        del widget, buffers
        match content:
            case {"turn": str(turn), "step": int(step)} if 0 <= step <= len(self.tape.moves):
                tape = self.tape
                if step < MAX_TURNS:
                    alg = Alg(tape.moves[:step]) + checked_alg(turn, self.size, 1)
                    self._load(Tape(tape.start, alg, tape.scramble), step + 1)
                else:
                    # A full tape starts again at its last position.
                    self._load(Tape(tape.at(step), checked_alg(turn, self.size, 1)), 1)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget, and the embedded page for viewers without widgets."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "text/html": tape_html(self.tape, self.speed)}, metadata
