"""Products with tables of lower bounds only, although they are small."""

from collections.abc import Iterator

import pytest

__all__ = ["bounds_only"]


@pytest.fixture
def bounds_only() -> Iterator[None]:
    """Let no product have a table of all its coordinates; neither earlier nor later tests use the same tables."""
    from cubeproof.contract.workshop import Workshop
    from cubeproof.methods.products import plan

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "_EXACT", 1000)
        Workshop.default().close()
        yield
    Workshop.default().close()
