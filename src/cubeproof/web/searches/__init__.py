"""Searches of the server: each is a job that a worker process computes.

::

    job             Job, one search of the server             worker_pool     preloaded worker processes
    job_registry    JobRegistry, all searches                 worker_process  the program of such a process
    job_folders     the folders of searches                   worker_search   runs one search in it
    computations    short computations of routes

Look-ups in the table of the 2×2×2 take milliseconds: a few preloaded workers serve them in turn. Any other search has
a separate worker, which ends with it.
"""
