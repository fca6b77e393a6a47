"""Pyramid Solitaire, served: the engine, the solver, the store and the web table."""
