"""The table: the page of a game, its actions, and what the solver says at it."""
