"""Benchmarks of the engines and the server.

`make bench NAME=search` runs the suite `benchmarks/search.py`. The other files are programs; each says how to run it.
`make bench NAME=signature` compares the work of each method with stored counts (16 s of CPU).
"""
