"""The optimal search with H48 pruning tables, after Sebastiano Tronto.

    search         length after length, shared out among threads
    deepening      all words of one length, depth first: the hot loop
    coset          the coset of the tables: its numbers, turns and symmetries
    table_builder  the pruning tables over that coset
    table_choice   which pruning table is used

`docs/h48.md` derives it.
"""
