"""One long search in shares, with a journal: it continues after any interruption, on any machine.

    spaces    what can be searched in shares: the 3×3×3 by face turns, and problems with tables
    split     the shares: words of the first turns, one for each state
    planted   the control: a search for an answer that is known
    tasks     some shares for one length: what a worker gets and returns
    loading   reads the problem, and loads the tables of the plan
    division  makes the plan
    engine    the engine that coordinates a search
    estimate  the processor time of a search, from a sample of its shares

`docs/shares.md` describes the files and the guarantees.
"""
