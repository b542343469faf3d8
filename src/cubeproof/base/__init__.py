"""Small modules that every package may use: start-up, polling, argument checks, lazy imports, Numba support, the language of the locale."""
