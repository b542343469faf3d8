"""Searches of words, without tables.

meeting      all words up to a cost, from both ends, for any problem
word_ends    the words from one end, by cost
matches      which words of two ends may meet
both_ends    short words of face turns, from both ends
face_words   rewrites words of face turns with the turns that a problem allows
turn_costs   the costs of the turns of the faces
"""
