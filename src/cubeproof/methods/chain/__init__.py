"""An answer to any start of any permutation puzzle, by a chain of stabilisers with short words.

placements  the pieces of a problem as points, and where the pieces of the start have to go
elements    short words as permutations of the points, and products of them
levels      the levels of the chain: words that bring some pieces home and keep the earlier ones
answers     the answer: many beginnings at once, level by level
"""
