"""Searches of words, without tables.

short_words  all words of a few turns, for any goal and turns
meeting      all words up to a cost, from both ends, for any problem
both_ends    short words of face turns, from both ends
face_words   rewrites words of face turns with the turns that a problem allows
turn_costs   the costs of the turns of the faces
"""
