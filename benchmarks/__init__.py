"""Measurements of the running program, each a module with a command line of its own."""
