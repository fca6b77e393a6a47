"""What a visitor can choose: each setting is described once, in its field.

Its form, what is kept of it, and whether a value can be one follow from that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from typing import Final, Self

from app.i18n import LANGUAGES


def N_(text: str) -> str:
    """Mark a text that is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How a setting is asked for; its texts are translated where they are shown.

    `options` are the values to choose from with their names, in their order, and none where it is
    switched on or off. `attribute` is the `data-…` of the page that follows it, and `shows` the
    value there of one that is switched on.
    """

    label: str
    help: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    attribute: str = ""
    shows: str = ""
    inverted: bool = False
    """Whether the attribute stands where it is off."""

    def takes(self, value: object) -> bool:
        """Whether a value can be one of it."""
        return value in self.options if self.options else isinstance(value, bool)


def _one_of(label: str, options: Mapping[str, str], *, attribute: str = "") -> str:
    """Describe a choice of one; the first option is the default."""
    setting = Setting(label=label, options=options, attribute=attribute)
    default: str = field(default=next(iter(options)), metadata={"setting": setting})
    return default


def _on_or_off(
    label: str,
    help: str,
    *,
    default: bool = False,
    attribute: str = "",
    shows: str = "",
    inverted: bool = False,
) -> bool:
    """Describe what is switched on or off."""
    setting = Setting(label=label, help=help, attribute=attribute, shows=shows, inverted=inverted)
    value: bool = field(default=default, metadata={"setting": setting})
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """A visitor's choices; each has a default that needs no choosing.

    An empty value stands for what follows from elsewhere: the browser, the device, the rules.
    """

    language: str = _one_of(
        N_("Language"),
        {"": N_("Automatic")} | {code: each.name for code, each in LANGUAGES.items()},
    )
    theme: str = _one_of(
        N_("Colours of the table"),
        {
            "": N_("Automatic"),
            "felt": N_("Felt"),
            "night": N_("Night"),
            "sand": N_("Sand"),
            "contrast": N_("High contrast"),
        },
        attribute="theme",
    )
    letters: str = _one_of(
        N_("Letters on the cards"), {"local": N_("Automatic"), "english": "A J Q K"}
    )
    deck: str = _one_of(
        N_("Court cards on wide screens"),
        {"": N_("Drawn for this table"), "classic": N_("Classic")},
    )
    back: str = _one_of(
        N_("Backs of the cards"),
        {
            "": N_("Automatic"),
            "navy": N_("Navy"),
            "forest": N_("Forest"),
            "plum": N_("Plum"),
            "plain": N_("Without a pattern"),
        },
        attribute="back",
    )
    warn: str = _one_of(
        N_("Tell me when a game can no longer be won"),
        {"": N_("Automatic"), "always": N_("Always"), "never": N_("Never")},
    )
    only_winnable: bool = _on_or_off(
        N_("Only deals that can be won"),
        N_("New games are dealt until one can be won; a deal from a code stays as it is."),
        default=True,
    )
    four_colours: bool = _on_or_off(
        N_("Four colours"), N_("Each suit in its own colour."), attribute="suits", shows="four"
    )
    explain_mistakes: bool = _on_or_off(
        N_("Explain mistakes"),
        N_("Say what covers a card when I tap a covered one."),
        attribute="explain",
    )
    show_partners: bool = _on_or_off(
        N_("Show partners"),
        N_("Mark what the chosen card can go with."),
        attribute="partners",
    )
    left_handed: bool = _on_or_off(
        N_("Left-handed"),
        N_("Stock and waste on the right, removed cards on the left."),
        attribute="hand",
        shows="left",
    )
    sounds: bool = _on_or_off(
        N_("Sounds"),
        N_("A short sound when cards are removed, drawn or refused, and when a game is won."),
        attribute="sounds",
    )
    vibrates: bool = _on_or_off(
        N_("Vibration"),
        N_("A phone that can vibrate does so when cards are removed."),
        attribute="vibrates",
    )
    shortcuts: bool = _on_or_off(
        N_("Keys"),
        N_("Play with single keys such as D for draw and U for undo."),
        default=True,
        attribute="no-keys",
        inverted=True,
    )
    coached: bool = False
    """No choice: whether the first steps have been shown."""

    @classmethod
    def from_stored(cls, stored: Mapping[str, object]) -> Self:
        """Return the choices that were kept; what can't be one any more is as nobody chose it."""
        known: dict[str, object] = {}
        for each in fields(cls):
            value = stored.get(each.name)
            if _takes(each, value):
                known[each.name] = value
        return cls(**known)  # type: ignore[arg-type]

    def stored(self) -> dict[str, str | bool]:
        """Return the choices as JSON values."""
        return asdict(self)

    @property
    def attributes(self) -> Iterator[tuple[str, str]]:
        """Yield the attributes of a page that follow from the choices, with their values."""
        for name, setting in SETTINGS.items():
            value = getattr(self, name)
            if not setting.attribute or bool(value) is setting.inverted:
                continue
            yield setting.attribute, value if setting.options else setting.shows

    def warns(self, *, by_rules: bool) -> bool:
        """Whether to say unasked that a game can no longer be won."""
        return self.warn == "always" or (not self.warn and by_rules)


def _takes(each: "Field[object]", value: object) -> bool:
    setting: Setting | None = each.metadata.get("setting")
    return setting.takes(value) if setting else isinstance(value, bool)


SETTINGS: Final[Mapping[str, Setting]] = {
    each.name: each.metadata["setting"] for each in fields(Preferences) if each.metadata
}
"""Every setting by its name, in the order in which they are asked for."""
