"""An example engine: `test_toy_engine.py` puts this folder beside the engines, and one line into the registry."""
