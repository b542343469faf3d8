"""The viewer: from points in space to points in the picture.

The cube reaches from −1 to 1; the camera looks at its middle, in perspective. The middles of pictures at rest
and in motion agree, for both are fitted to the sphere around the cube.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.draw.look import Look
from cubeproof.draw.scene import Floats

EYE = 8.5
"""How far the eye is from the middle of the cube, in half edges of the cube."""

FLOAT = 1.1
"""How far hidden faces float away from the cube, in half edges."""

MARGIN = 0.01
"""Room beside the sphere around the cube, as a share of the picture."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A viewer and a picture."""

    eye: Floats
    """The eye, shape (3,)."""
    axes: Floats
    """The directions to the right, upwards and towards the eye, shape (3, 3)."""
    scale: float
    """Pixels for a unit at distance 1 from the eye."""
    middle: float
    """Where the cube's middle is in the picture, in pixels."""

    @classmethod
    def of(cls, look: Look) -> Camera:
        """The camera of a look: the sphere around the cube fills the picture, so no turn leaves it."""
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
        # The sphere is seen under the angle whose sine is radius / distance.
        scale = look.size * (0.5 - MARGIN) * math.sqrt(eye**2 - radius**2) / radius
        return cls(towards * eye, axes, scale, look.size / 2)

    def project(self, points: Floats) -> Floats:
        """Points in space, shape (…, 3), to pixels, shape (…, 2)."""
        seen = points @ self.axes.T
        depth = math.sqrt(float(self.eye @ self.eye)) - seen[..., 2:]
        return self.middle + seen[..., :2] * (1, -1) * (self.scale / depth)

    def sees(self, points: Floats, normals: Floats) -> NDArray[np.bool_]:
        """Whether surfaces through these points turn their front to the eye, shape (…, 3) → (…)."""
        facing: NDArray[np.bool_] = ((self.eye - points) * normals).sum(axis=-1) > 1e-9
        return facing


def rotation(normal: NDArray[np.int64], turns: int, angle: float) -> Floats:
    """The matrix of a share of a clockwise turn, as seen from outside, about a face's normal.

    >>> rotation(np.array([0, 0, 1]), 1, 1.0).round().astype(int).tolist()
    [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]
    """
    theta = -math.pi / 2 * {1: 1, 2: 2, 3: -1}[turns] * angle
    across = np.cross(np.eye(3), normal)  # row i: eᵢ × n, so that its transpose takes p to n × p
    matrix = math.cos(theta) * np.eye(3) - math.sin(theta) * across.T
    return matrix + (1 - math.cos(theta)) * np.outer(normal, normal)
