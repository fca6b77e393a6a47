"""What a visitor has chosen: one frozen value, kept as JSON with the visitor."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final, Self

THEMES: Final = ("", "felt", "night", "sand", "contrast")
"""The colours of the table; the empty one follows the device."""

WARNINGS: Final = ("", "always", "never")
"""When to tell that a game can no longer be won; the empty one is as the rules have it."""

LETTERS: Final = ("local", "english")
"""Card letters as the language has them (Kn, D, K), or the English J, Q, K."""

DECKS: Final = ("", "classic")
"""The court cards: drawn for this table, or the classic ones where there is room for them."""

BACKS: Final = ("", "navy", "forest", "plum", "plain")
"""The backs of the cards; the empty one goes with the colours of the table."""

_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": THEMES,
    "warn": WARNINGS,
    "letters": LETTERS,
    "deck": DECKS,
    "back": BACKS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """A visitor's choices; each has a default that needs no choosing.

    `language` is a language code, or empty for what the browser asks for. `coached` is no choice:
    it tells that the first steps have been shown.
    """

    language: str = ""
    theme: str = ""
    letters: str = "local"
    deck: str = ""
    back: str = ""
    warn: str = ""
    four_colours: bool = False
    explain_mistakes: bool = False
    show_partners: bool = False
    left_handed: bool = False
    only_winnable: bool = False
    shortcuts: bool = True
    coached: bool = False

    @classmethod
    def from_stored(cls, stored: Mapping[str, object]) -> Self:
        """Return the choices that were stored; one that is not known any more is left out."""
        known: dict[str, object] = {}
        for field in fields(cls):
            value = stored.get(field.name)
            choices = _CHOICES.get(field.name)
            if isinstance(value, type(field.default)) and (choices is None or value in choices):
                known[field.name] = value
        return cls(**known)  # type: ignore[arg-type]

    def stored(self) -> dict[str, str | bool]:
        """Return the choices as JSON values."""
        return asdict(self)

    def warns(self, *, by_rules: bool) -> bool:
        """Whether to say unasked that a game can no longer be won."""
        return self.warn == "always" or (not self.warn and by_rules)
