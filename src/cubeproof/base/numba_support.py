"""Compiled loops: Numba compiles them if it is installed, else Python runs them.

Importing Numba is slow, so only modules with such loops import this one, and only engines that run the loops
import those modules. Compiled code is stored on disk, beside the source or in the user's cache folder. If
neither can be written, for example on a full disk, the next program compiles the code again.

Numba compiles a loop again when its file changes, but not when only the file of a loop that it calls changes, although
the machine code contains both. So stored code also has a digest of all loops and constants that it contains.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast, get_args, get_type_hints

import numpy as np
from numpy.typing import DTypeLike, NDArray

from cubeproof.base.startup_signals import lacks_memory

_Loop = TypeVar("_Loop", bound=Callable[..., Any])
_Tables = TypeVar("_Tables", bound=tuple[Any, ...])

try:
    import numba
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core import cgutils, types
    from numba.core.caching import FunctionCache
    from numba.core.runtime.nrt import rtsys
    from numba.extending import intrinsic
except (ImportError, OSError) as _error:
    if lacks_memory(_error):
        # Numba is installed. The interpreter would need even more memory for the loops.
        raise MemoryError(str(_error)) from _error
    if not isinstance(_error, ImportError):
        raise
    numba = None  # type: ignore[assignment]

COMPILES = numba is not None
"""Whether Numba is installed, so that loops are compiled."""


def compiled(loop: _Loop) -> _Loop:
    """Compile a function of numbers and arrays; the machine code runs without the interpreter's lock.

    >>> @compiled
    ... def summed(numbers):
    ...     total = 0
    ...     for number in numbers:
    ...         total += number
    ...     return total
    >>> import numpy as np
    >>> int(summed(np.arange(5)))
    10
    """
    if not COMPILES:
        return loop
    dispatcher = numba.njit(loop, nogil=True, boundscheck=False)
    # RuntimeError: there is no folder for machine code.
    with suppress(RuntimeError):
        # The same as `cache=True`, with a cache that may fail.
        dispatcher._cache = _OptionalCache(loop)  # type: ignore[no-untyped-call]
    return cast(_Loop, dispatcher)


@dataclass(frozen=True, slots=True)
class TypedLoop:
    """A compiled loop with arguments of the types that searches pass; the values of the arguments do not matter.

    A loop is compiled for each combination of types, and the layout of an array and whether it is read-only belong to
    its type. So the types are stated once, beside the loop, for the code that compiles it before searches need it.

    >>> @compiled
    ... def total(numbers):
    ...     return numbers.sum()
    >>> loop = TypedLoop(total, (sample(np.int8),))
    >>> loop.compile()
    >>> loop.is_compiled, int(total(np.arange(5, dtype=np.int8)))
    (True, 10)
    >>> TypedLoop(total, (sample(np.int8, 2),)).is_compiled
    False
    """

    loop: Callable[..., Any]
    """The loop."""
    samples: tuple[Any, ...]
    """Arguments; see `sample` and `sample_tables`."""

    @property
    def is_compiled(self) -> bool:
        """Whether a call with these types compiles nothing: the machine code is in memory or on disk, or needless."""
        if not COMPILES:
            return True
        loop, types = cast(Any, self.loop), self._types
        if types in loop.overloads:
            return True
        with suppress(Exception):  # With a later Numba the loop is compiled again, or read from disk.
            index = loop._cache._cache_file._load_index()
            target = loop.targetctx.codegen().magic_tuple()
            digest = contents_digest(loop.py_func)
            return any((key[0], key[1], key[-1]) == (types, target, digest) for key in index)
        return False

    def compile(self) -> None:
        """Read the machine code for these types from disk, or compile it; without Numba, do nothing."""
        if COMPILES:
            cast(Any, self.loop).compile(self._types)

    @property
    def _types(self) -> tuple[Any, ...]:
        return tuple(map(numba.typeof, self.samples))


def sample(kind: DTypeLike, axes: int = 1) -> NDArray[Any]:
    """Return an array without elements, given its type of elements and its number of axes.

    >>> sample(np.int16, 2).shape
    (0, 0)
    """
    return np.zeros((0,) * axes, dtype=kind)


def sample_tables(tables: type[_Tables], /, **parts: Any) -> _Tables:
    """Return a named tuple of arrays without elements, and of numbers, as its annotations state.

    Args:
        tables: the class of the tuple, whose fields are annotated as arrays or as numbers.
        parts: for an array, its number of axes, by default 1; or a sample of any field.

    >>> from typing import NamedTuple
    >>> class Pair(NamedTuple):
    ...     left: NDArray[np.int8]
    ...     right: int
    >>> sample_tables(Pair, left=2)
    Pair(left=array([], shape=(0, 0), dtype=int8), right=0)
    """

    def part(name: str, hint: Any) -> Any:
        given = parts.get(name, 1)
        if hint in (bool, int, float) or not isinstance(given, int):
            return hint(0) if name not in parts else given
        return sample(get_args(get_args(hint)[1])[0], given)

    return tables(*(part(name, hint) for name, hint in get_type_hints(tables).items()))


def contents_digest(loop: Callable[..., Any]) -> str:
    """Return a digest of a Python function, the compiled functions that it calls, and their constants.

    >>> before = contents_digest(lambda: _Loop)
    >>> before == contents_digest(lambda: _Loop), before == contents_digest(lambda: (1, _Loop))
    (True, False)
    """
    digest = hashlib.sha256()
    for content in _contents(loop, set()):
        digest.update(content)
    return digest.hexdigest()


def _contents(loop: Callable[..., Any], visited: set[Callable[..., Any]]) -> Iterator[bytes]:
    visited.add(loop)
    codes = [loop.__code__]
    while codes:
        code = codes.pop()
        yield code.co_code
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                codes.append(constant)
            else:
                yield repr(constant).encode()
        for name in code.co_names:
            value = loop.__globals__.get(name)
            if isinstance(value, bool | int | float | str | tuple):
                yield f"{name} {value!r}".encode()
            elif (tobytes := getattr(value, "tobytes", None)) is not None:
                yield tobytes()
            elif (other := getattr(value, "py_func", None)) is not None and other not in visited:
                yield from _contents(other, visited)


def interpreted(loop: _Loop) -> _Loop:
    """Return the Python version of a loop and of the loops in its module that it calls: slow, without compiling.

    >>> @compiled
    ... def doubled(number):
    ...     return 2 * number
    >>> interpreted(doubled)(4)
    8
    """
    if not hasattr(loop, "py_func"):
        return loop
    names: dict[str, Any] = dict(loop.py_func.__globals__)
    for name, value in list(names.items()):
        if (plain := getattr(value, "py_func", None)) is not None:
            names[name] = FunctionType(plain.__code__, names, name, plain.__defaults__)
    plain = loop.py_func
    return cast(_Loop, names.get(plain.__name__) or FunctionType(plain.__code__, names, plain.__name__))


prefetch: Callable[[Any, Any], None]
"""Prefetch the cache line of an element of a byte array, without waiting for it."""

if COMPILES:

    class _OptionalCache(FunctionCache):
        """Numba's cache on disk; a full or broken disk only costs the time to compile again."""

        # An index of an earlier version also counts as broken: it may name classes that no longer exist.

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            # Loading needs only Numba's runtime; `super` also registers Numba's whole library, which takes 0.3 s.
            with suppress(Exception):  # A later Numba may need the library.
                rtsys.initialize(target_context)
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            try:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            except OSError:
                return None
            except Exception:  # noqa: BLE001 - any name in the index may fail to load
                with suppress(OSError):
                    self.flush()  # type: ignore[no-untyped-call]
                return None

        def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
            return (*super()._index_key(sig, codegen), contents_digest(self._py_func))  # type: ignore[no-untyped-call]

        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(OSError):
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]

    @intrinsic
    def _asked_for(context: Any, array: Any, index: Any) -> Any:
        del context

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
            call = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
                builder.module, kind, "llvm.prefetch.p0"
            )
            place = builder.bitcast(builder.gep(array.data, [arguments[1]]), cgutils.voidptr_t)
            # For reading (0), kept in all caches (3), data (1).
            builder.call(call, [place, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, index), generate

    prefetch = cast(Callable[[Any, Any], None], _asked_for)

else:

    def _not_asked_for(array: Any, index: Any) -> None:
        del array, index

    prefetch = _not_asked_for
