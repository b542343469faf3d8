"""The chain engine: an answer to any start of any puzzle, by a chain of stabilisers with short words.

facts   its facts
engine  `ChainEngine`

The method is in `cubeproof.methods.chain`.
"""
