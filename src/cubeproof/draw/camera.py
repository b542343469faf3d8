"""`Camera`: projects points in space to points in the picture.

The cube extends from −1 to 1; the camera looks at its middle, in perspective. Pictures at rest and in motion have the
same middle, because both are fitted to the sphere around the cube.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.draw.look import Look
from cubeproof.draw.scene import Floats

EYE = 8.5
"""The distance of the eye from the middle of the cube, in half edges of the cube."""

FLOAT = 1.1
"""The distance of floating hidden faces from the cube, in half edges."""

MARGIN = 0.01
"""The margin beside the sphere around the cube, as a share of the picture."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A perspective projection to a picture."""

    eye: Floats
    """The position of the eye, shape (3,)."""
    axes: Floats
    """The directions to the right, upwards and towards the eye, shape (3, 3)."""
    scale: float
    """The pixels of a unit length at distance 1 from the eye."""
    middle: float
    """The position of the cube's middle in the picture, in pixels, for both axes."""

    @classmethod
    def of(cls, look: Look) -> Camera:
        """Return the camera of a look: the sphere around the cube fills the picture, so all turns stay inside."""
        latitude, longitude = math.radians(look.latitude), math.radians(look.longitude)
        right = np.array([math.cos(longitude), 0.0, -math.sin(longitude)])
        towards = np.array(
            [
                math.sin(longitude) * math.cos(latitude),
                math.sin(latitude),
                math.cos(longitude) * math.cos(latitude),
            ]
        )
        axes = np.stack([right, np.cross(towards, right), towards])
        radius = math.sqrt(3 if not look.hidden else 2 + (1 + FLOAT) ** 2)
        eye = EYE * (radius / math.sqrt(3)) if look.hidden else EYE
        # The sine of the sphere's angular radius is radius / distance.
        scale = look.size * (0.5 - MARGIN) * math.sqrt(eye**2 - radius**2) / radius
        return cls(towards * eye, axes, scale, look.size / 2)

    def project(self, points: Floats) -> Floats:
        """Project points in space, shape (…, 3), to pixels, shape (…, 2)."""
        in_view = points @ self.axes.T
        depth = math.sqrt(float(self.eye @ self.eye)) - in_view[..., 2:]
        return self.middle + in_view[..., :2] * (1, -1) * (self.scale / depth)

    def sees(self, points: Floats, normals: Floats) -> NDArray[np.bool_]:
        """Return whether surfaces through these points face the eye, shape (…, 3) → (…)."""
        facing: NDArray[np.bool_] = ((self.eye - points) * normals).sum(axis=-1) > 1e-9
        return facing


def rotation(normal: NDArray[np.int64], turns: int, angle: float) -> Floats:
    """Return the matrix of a share of a turn about a face's normal, clockwise as seen from outside.

    >>> rotation(np.array([0, 0, 1]), 1, 1.0).round().astype(int).tolist()
    [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]
    """
    theta = -math.pi / 2 * {1: 1, 2: 2, 3: -1}[turns] * angle
    across = np.cross(np.eye(3), normal)  # row i: eᵢ × n, so that its transpose takes p to n × p
    matrix = math.cos(theta) * np.eye(3) - math.sin(theta) * across.T
    return matrix + (1 - math.cos(theta)) * np.outer(normal, normal)
