"""The folder of one long search: a plan, an append-only journal, and one coordinator at a time.

    folder    reads and writes the files at a path or a URL, and admits one coordinator
    journal   reads and writes the journal: the results of shares, line by line
    workers   runs parts of the search, and runs those again that are lost
    status    counts what a plan and its journal say

The journal is the only truth: a share counts for a length only if exactly one valid line says so.
`docs/shares.md` describes the files.
"""
