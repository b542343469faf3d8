"""The earlier names of `engine_facts`, for engines of other packages."""

from cubeproof.contract.engine_facts import EngineFacts as Row
from cubeproof.contract.engine_facts import made_by

__all__ = ["Row", "made_by"]
