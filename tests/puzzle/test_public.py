"""What a module of this floor promises in `__all__` is there, and says what it is for."""

import importlib
import inspect
import pkgutil

import pytest

import cubeproof.errors
import cubeproof.puzzle

MODULES = ["cubeproof.errors"] + [
    f"cubeproof.puzzle.{module.name}" for module in pkgutil.iter_modules(cubeproof.puzzle.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_exists_and_is_documented(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert len(set(module.__all__)) == len(module.__all__) > 0
    for public in module.__all__:
        thing = getattr(module, public)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert thing.__doc__, public


@pytest.mark.parametrize("name", MODULES)
def test_every_public_member_of_a_public_class_is_documented(name: str) -> None:
    module = importlib.import_module(name)
    for public in module.__all__:
        thing = getattr(module, public)
        if inspect.isclass(thing) and thing.__module__ == name:
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert value.__doc__, f"{public}.{member}"
