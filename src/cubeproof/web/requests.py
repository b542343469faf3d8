"""Models of requests (bodies and query parameters) and their field types; the API's document contains them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    WithJsonSchema,
    create_model,
    field_validator,
)

from cubeproof.base.picture_formats import FILMS, PICTURES
from cubeproof.contract.settings import Setting
from cubeproof.errors import UsageError
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.problem import GOALS
from cubeproof.puzzle.face_orders import check_order
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Template
from cubeproof.solving.registry import ENGINES, all_settings

_NO_UNICODE = Template("request.no-unicode", "The text contains lone surrogates, which are not Unicode.")
_NO_CHOICE = Template("request.no-choice", "There is no {kind} {name!r}; there are {names}.")
# Maximum length of a name that is quoted in an answer.
_SHOWN = 40


def _one_of(names: Iterable[str], kind: str) -> tuple[AfterValidator, WithJsonSchema]:
    """Return a check of the names that a field may have, and their schema."""
    allowed = list(names)

    def check(name: str) -> str:
        if name not in allowed:
            raise UsageError(_NO_CHOICE(kind=kind, name=name[:_SHOWN], names=allowed))
        return name

    return AfterValidator(check), WithJsonSchema({"type": "string", "enum": allowed})


MetricName = Annotated[str, *_one_of(Metric, "metric")]
EngineName = Annotated[str, *_one_of(ENGINES, "engine")]
PictureFormat = Annotated[str, *_one_of(PICTURES, "format")]
EncodingName = Annotated[str, *_one_of(ENCODINGS, "encoding")]
FilmFormat = Annotated[str, *_one_of(FILMS, "format")]

# Whole numbers that every JSON reader represents exactly.
Seed = Annotated[int, Field(ge=-(2**53), le=2**53, description="seed; equal seeds give equal random results")]
Size = Annotated[int, Field(description="layers of the cube", examples=[3])]
_STATE = (
    "a cube as a facelet string: 6·N² letters in the order of the faces URFDLB, row by row; ? is unknown. "
    "Colour letters W R G Y O B are accepted too: on odd sizes the centres give the colours of the faces, on even "
    "sizes white is U and green is F"
)
State = Annotated[str, Field(description=_STATE, examples=["FFUUFDRRLLFDDBDBUBLLRRUB"])]
GivenState = Annotated[
    str,
    Field(
        description=f"{_STATE}. Also accepted are lower case, blanks and commas, a net as `cubeproof show` prints it, "
        "a list as Python, NumPy and JSON print it, and a link to Twizzle",
        examples=["FFUUFDRRLLFDDBDBUBLLRRUB"],
    ),
]
Order = Annotated[
    Annotated[str, AfterValidator(check_order)] | None,
    Field(
        description="the order of the faces in facelets, by default URFDLB; with it, the facelets may also be six "
        "digits, letters or emoji: on odd sizes the centres give their faces, on even sizes the order of appearance",
        examples=["ULFRBD"],
    ),
]
LowerCaseTurns = Annotated[
    Literal["wide", "inner"] | None,
    Field(
        description="the meaning of lower-case turns: r as wide is Rw, as inner 2R; by default wide, but inner on four "
        "or more layers if the turns have both Rw and r"
    ),
]
Turns = Annotated[
    str,
    Field(description="turns in the notation of WCA and SiGN, with brackets", examples=["R U R' [F: D2]"]),
]


def _field_of(setting: Setting) -> tuple[Any, Any]:
    """Return the type and the default of a request's field for a setting of an engine."""
    kind: Any = setting.kind
    if setting.choices:
        kind = Annotated[kind, *_one_of(setting.choices, setting.called)]
    if setting.default is None:
        kind = kind | None
    limits = {"ge": setting.least, "gt": setting.above, "le": setting.most}
    bounds: dict[str, Any] = {name: limit for name, limit in limits.items() if limit is not None}
    return kind, Field(setting.default, description=setting.help, **bounds)


class _RequestModel(BaseModel):
    """A request without further fields and without lone surrogates."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @field_validator("*")
    @classmethod
    def _is_unicode(cls, value: object) -> object:
        if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise UsageError(_NO_UNICODE())
        return value


class _Request(_RequestModel):
    """A request as JSON; a text is not accepted as a number."""

    model_config = ConfigDict(strict=True)


class ApplyRequest(_Request):
    """Turns to apply to a cube."""

    size: Size | None = None
    state: Annotated[GivenState | None, Field(description="the cube before the turns; by default solved")] = (
        None
    )
    order: Order = None
    alg: Turns = ""
    lower_case: LowerCaseTurns = None
    steps: Annotated[bool, Field(description="whether to return the cube after each turn")] = False


class StatusRequest(_Request):
    """A cube to diagnose."""

    state: GivenState
    order: Order = None


class GoalRequest(_Request):
    """A cube and a goal."""

    state: GivenState
    order: Order = None
    goal: Annotated[str, Field(description="the name of a goal, or facelets", examples=["cross"])]


class CrossesRequest(_Request):
    """A 3×3×3 for its six crosses."""

    state: GivenState
    order: Order = None
    metric: MetricName = "htm"


class SizeQuery(_RequestModel):
    """A size in an address."""

    size: Size = 3


class ScrambleQuery(SizeQuery):
    """A random cube, reproducible with a seed."""

    seed: Seed | None = None


class StateQuery(_RequestModel):
    """A state in an address."""

    state: GivenState
    order: Order = None


class CubeQuery(_RequestModel):
    """A cube in an address."""

    size: Size | None = None
    alg: Turns = ""
    lower_case: LowerCaseTurns = None
    state: Annotated[GivenState | None, Field(description="the cube before the turns")] = None
    order: Order = None


class LookQuery(CubeQuery):
    """A cube and its appearance."""

    palette: Annotated[
        str,
        Field(description='a name, or colours like "U=#fff R=#b00"', examples=["standard"], max_length=200),
    ] = "standard"
    width: Annotated[int, Field(description="in pixels", ge=16)] = 400
    letters: Annotated[bool, Field(description="write the letters of the colours on the stickers")] = False
    hidden: Annotated[
        bool, Field(description="show the faces on the far side of the solid cube too, floating behind it")
    ] = False
    mask: Annotated[
        str | None,
        Field(
            description="grey every sticker that does not matter to this goal",
            json_schema_extra={"enum": [*GOALS, None]},
        ),
    ] = None


class PictureQuery(LookQuery):
    """A picture of a cube."""

    view: Annotated[
        Literal["net", "solid", "plan"], Field(description="the plan is the last layer, U, from above")
    ] = "net"
    format: PictureFormat = "svg"
    suspects: Annotated[bool, Field(description="put a ring around the stickers that show a fault")] = False
    goal: Annotated[
        str | None,
        Field(
            description="put a ring around the stickers that matter to this goal",
            json_schema_extra={"enum": [*GOALS, None]},
        ),
    ] = None


class AnimationQuery(LookQuery):
    """A film of turns."""

    from_: Annotated[Turns, Field(alias="from", description="turns made before the film starts")] = ""
    format: FilmFormat = "gif"
    speed: Annotated[float, Field(description="2 is twice as fast", ge=0.1, le=10)] = 1.0


class ExploreQuery(_RequestModel):
    """A metric in an address."""

    metric: MetricName = "htm"


class ExploredCubeQuery(ExploreQuery):
    """A random state of the 2×2×2 at some distance from solved."""

    depth: Annotated[int, Field(description="the distance", examples=[11])]
    seed: Seed | None = None


class NeighboursRequest(_Request):
    """A 2×2×2 for its neighbours."""

    state: GivenState
    order: Order = None
    metric: MetricName = "htm"


class _FormulaOf(_Request):
    """A formula: a 2×2×2, a horizon and an encoding."""

    state: GivenState
    order: Order = None
    horizon: Annotated[int, Field(description="the number of turns that the formula allows", examples=[2])]
    encoding: EncodingName = "framed"


class FormulaRequest(_FormulaOf):
    """A formula to read."""

    group: Annotated[
        int | None, Field(description="the group of the clauses, from 0; by default all groups", ge=0)
    ] = None
    page: Annotated[int, Field(description="the page of the clauses, from 0", ge=0, le=1000)] = 0


class VerifyRequest(_FormulaOf):
    """An assignment to verify."""

    true: Annotated[
        list[int],
        Field(description="the numbers of the true variables; all others are false", max_length=2000),
    ]


class RefutationRequest(_FormulaOf):
    """A formula to decide."""


class _SolveRequest(_Request):
    """A cube to solve; the options are those of `cubeproof solve`."""

    size: Size | None = None
    scramble: Annotated[
        Turns | None, Field(description="turns that lead to the cube; or the cube, in any form of `state`")
    ] = None
    lower_case: LowerCaseTurns = None
    state: GivenState | None = None
    order: Order = None
    goal: Annotated[str | None, Field(description="the name of a goal, or facelets", examples=["cross"])] = (
        None
    )
    metric: MetricName = "htm"
    moves: Annotated[
        str | None, Field(description="the allowed turns; R allows R2 and R' too", examples=["R,U,F2"])
    ] = None
    engine: Annotated[
        EngineName, Field(description="the engine; a setting below applies to the engines that have it")
    ] = "auto"
    problem: Annotated[
        dict[str, Any] | None,
        Field(
            description="a puzzle as `cubeproof solve --problem` reads it, instead of a cube and its goal",
            examples=[
                {
                    "start": [1, 0],
                    "goals": [[0, 1]],
                    "generators": [{"name": "s", "permutation": [1, 0]}],
                }
            ],
        ),
    ] = None
    max_length: Annotated[int | None, Field(description="look for no longer answer", ge=0, le=10_000)] = None
    timeout: Annotated[float | None, Field(description="seconds; see the limits of GET /api", gt=0)] = None
    certify: Annotated[bool, Field(description="write a certificate that the answer is a shortest one")] = (
        False
    )
    proof: Annotated[
        Literal["lrat", "search"] | None,
        Field(description="the kind of the certificate's proof; null chooses the cheaper one"),
    ] = None
    continues: Annotated[
        str | None,
        Field(
            description="the id of an ended search for the same cube, goal, turns and metric: this search starts from "
            "its proved bound and its answer, unless the server has forgotten it",
            max_length=100,
        ),
    ] = None


if TYPE_CHECKING:
    SolveRequest = _SolveRequest
else:
    # With the settings of all engines, except settings that name files or programs of the server.
    SolveRequest = create_model(
        "SolveRequest",
        __base__=_SolveRequest,
        __doc__=_SolveRequest.__doc__,
        **{setting.called: _field_of(setting) for setting in all_settings() if not setting.local},
    )
