"""Sessions with SAT solvers, and searches of formulas in them."""
