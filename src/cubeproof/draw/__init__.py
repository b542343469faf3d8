"""Pictures of cubes: pure functions from a state to text, SVG, pixels, films, and a page that plays.

::

    palette   Palette, the colour schemes              look      Look, the options of a picture
    text      net, net_steps, rich_net                 emphasis  wanted, masked: the stickers that a goal requires
    svg       svg_net, svg_view, svg_plan              png       png_net, png_view, png_plan
    pictures  draw, by the names of format and view
    film      Film, an algorithm cut into frames       animation animate: GIF, WebP, APNG, SVG, player page
    descriptions  describe_cube, describe_move: sentences in any language

A state looks the same in every format, because SVG, pixels and frames of films are drawn from one description, a
`scene.Scene`. Pillow and rich are loaded by the first picture that needs them.

>>> from cubeproof.puzzle.cube import Cube
>>> svg_view(Cube(3).apply("R U"), Look("colourblind", letters=True))[:4]
'<svg'
"""

from cubeproof.draw.animation import FORMATS, animate
from cubeproof.draw.descriptions import describe_cube, describe_move
from cubeproof.draw.emphasis import masked, wanted
from cubeproof.draw.film import Film
from cubeproof.draw.look import Look
from cubeproof.draw.palette import COLOURBLIND, PALETTES, STANDARD, Palette
from cubeproof.draw.png import png_net, png_plan, png_view
from cubeproof.draw.svg import svg_net, svg_plan, svg_view
from cubeproof.draw.text import net, net_steps, rich_net

__all__ = [
    "COLOURBLIND",
    "FORMATS",
    "PALETTES",
    "STANDARD",
    "Film",
    "Look",
    "Palette",
    "animate",
    "describe_cube",
    "describe_move",
    "masked",
    "net",
    "net_steps",
    "png_net",
    "png_plan",
    "png_view",
    "rich_net",
    "svg_net",
    "svg_plan",
    "svg_view",
    "wanted",
]
