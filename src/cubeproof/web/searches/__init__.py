"""Searches of the server: each is a job, which a worker process computes.

::

    job             Job, one search as the server sees it         worker_pool     the processes, loaded ahead of need
    job_registry    JobRegistry, all of them                      worker_process  what such a process does
    job_folders     where they write                              worker_search   what it does with one search
    computations    short ones, which routes leave to a worker

Look-ups in the table of the 2×2×2 take milliseconds: for them a few workers, loaded ahead, take one search after the
other. Any other search has a worker to itself, which ends with it.
"""
