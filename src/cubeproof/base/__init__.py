"""Small modules that every package may use.

Start-up and Ctrl-C, polling, argument checks, lazy imports, Numba support, the language of the locale, and sentences
for errors of the operating system.
"""
