"""Coordinates of views and tables of distances, for any problem.

    coordinate  what a labelling shows of one orbit of pieces, as numbers that turns change
    explore     all states that some turns reach, counted by depth

This package knows no engine and no formula.
"""
