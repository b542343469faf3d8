"""An answer to any start of any permutation puzzle, by a chain of stabilisers with short words.

placements  the pieces of a problem as points, and the points of the pieces in the start
elements    short words as permutations of the points, and products of them
levels      the levels of the chain: words that place some pieces and keep those of earlier levels
answers     the answer: all short words as its start, level by level
"""
