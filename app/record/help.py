"""Classes of help: what a result was reached with, fixed by what happened before the end."""

from enum import StrEnum


class HelpClass(StrEnum):
    """How a player came to a result, from the most of their own to the least."""

    ALONE = "alone"
    """No undo, and nothing from the solver."""
    OWN = "own"
    """Their own work, with undo."""
    HELPED = "helped"
    """A hint, a verdict, the way back to a win, or a solution or review of the deal."""


def help_class(*, helped: bool, undos: int) -> HelpClass:
    """Return the class of a game: whether its player was told anything, and undos in its log.

    >>> help_class(helped=False, undos=2)
    <HelpClass.OWN: 'own'>
    """
    if helped:
        return HelpClass.HELPED
    return HelpClass.OWN if undos else HelpClass.ALONE
