"""Searches of the server: each is a job that a worker process computes.

::

    job             Job, one search of the server             worker_pool     preloaded worker processes
    job_registry    JobRegistry, all searches                 worker_process  the program of such a process
    job_folders     the folders of searches                   worker_search   runs one search in it
    computations    short computations of routes

A 2×2×2 or a cross is looked up in a table, which takes milliseconds: a few preloaded workers serve these searches in
turn, and keep their tables. Any other search has a separate worker, which ends with it.
"""
