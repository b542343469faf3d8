"""Searches of words, without tables.

short_answers  all words up to a cost that takes a moment
bidirectional  all words up to a cost, from both ends, for any problem
frontier       the words from one end, by cost
codings        the states of a problem as codes of blocks
seen_states    which states are stored already
matches        which words of two ends may meet
face_words     rewrites words of face turns with the turns that a problem allows
turn_costs     the costs of the turns of the faces
"""
