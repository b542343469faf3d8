"""The optimal search with H48 pruning tables, after Sebastiano Tronto.

    search         searches length by length, in several threads
    deepening      the hot loop: all words of one length, depth first
    coset          the coset of the tables: its numbers, turns and symmetries
    table_builder  builds the pruning tables over that coset
    stored_tables  the facts of the stored tables, and the module of the compiled loops
    table_choice   chooses and loads the pruning table

`docs/h48.md` derives it.
"""
