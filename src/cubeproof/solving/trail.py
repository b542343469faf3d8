"""`Trail`: the cube during a random walk, in its rotation for a viewer."""

from cubeproof.contract.events import Walked
from cubeproof.problem import Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import Permutation


class Trail:
    """The cube during a random walk, in its rotation for a viewer.

    >>> from cubeproof.problem import cube_problem
    >>> trail = Trail(cube_problem(Cube(2).apply("R")))
    >>> trail.follow(Walked(2, 0, (2, 3)))
    >>> trail.turn, trail.cube == Cube(2).apply("U")
    ('U', True)
    """

    def __init__(self, problem: Problem) -> None:
        assert problem.cube_map is not None, "the problem is about a cube"
        self.cube, self.turn = problem.cube_map.cube, ""
        self._generators = problem.generators
        self._frame = 0
        self._permutations: dict[str, Permutation] = {}

    def follow(self, event: Walked) -> None:
        """Apply the turns of an event."""
        colours = self.cube.colours
        for index in event.word:
            generator = self._generators[index]
            name = generator.name
            if generator.frames:
                name, self._frame = generator.frames[self._frame]
            if name not in self._permutations:
                self._permutations[name] = permutation(Alg(name), self.cube.size)
            colours = colours[self._permutations[name]]
            self.turn = name
        self.cube = Cube.from_colours(colours)
