"""Parts of work: tasks for threads and other machines, and the folder of work that takes days.

    executor         runs tasks in threads, with one stop flag
    remote, cluster  executors of other machines, and the connection to a Dask cluster
    ordered_results  yields the results of many tasks in the order of their items
    workers          runs the parts of one search, and runs those again that are lost
    folder           reads and writes the files at a path or a URL, and admits one coordinator
    plan, journal    the file that fixes the parts, and the results of parts, line by line
    status           counts what a plan and its journal say
    divided_run      one run in a folder: makes or compares the plan, runs tasks, records their results
    deepening        goes from length to length: the bound, the answers, the outcome at any stop

The journal is the only truth: a part counts for a length only if exactly one valid line says so.
`docs/shares.md` describes the files.
"""
