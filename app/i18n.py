"""Languages: their catalogues, and which one a visitor gets."""

import gettext
import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE: Final = "en"
"""The language that the texts in code and templates are written in."""

CATALOGUES: Final = Path(__file__).parent / "locale"

_RANGE = re.compile(
    r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*"
)


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code, its name in itself, and its texts."""

    code: str
    name: str
    texts: gettext.NullTranslations

    def gettext(self, message: str) -> str:
        """Return a text in this language."""
        return self.texts.gettext(message)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the text that goes with a count in this language."""
        return self.texts.ngettext(singular, plural, count)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text in this language, told apart from an equal one by its context."""
        return self.texts.pgettext(context, message)


def _read(code: str, file: Path) -> Language:
    with file.open("rb") as source:
        catalogue = read_po(source, locale=code)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Language(code, _own_name(code), gettext.GNUTranslations(compiled))


def _own_name(code: str) -> str:
    name = Locale.parse(code).get_display_name(code) or code
    return name[0].upper() + name[1:]


def _load(folder: Path) -> Mapping[str, Language]:
    languages = {SOURCE: Language(SOURCE, _own_name(SOURCE), gettext.NullTranslations())}
    for file in sorted(folder.glob("*.po")):
        languages[file.stem] = _read(file.stem, file)
    return languages


LANGUAGES: Final = _load(CATALOGUES)
"""Every language by its code: English, and one for each catalogue in `app/locale`."""


def negotiate(accepted: str, otherwise: str = SOURCE) -> Language:
    """Return the language that an `Accept-Language` header asks for most.

    A header that asks for none of ours, or that is not understood, gives `otherwise`.
    """
    wanted: list[tuple[float, str]] = []
    for part in accepted[:1000].split(","):
        found = _RANGE.fullmatch(part.strip())
        if found and float(found[2] or 1) > 0:
            wanted.append((-float(found[2] or 1), found[1].lower()))
    # Stable: of equally wanted languages the one that is named first.
    for _, code in sorted(wanted, key=lambda want: want[0]):
        if code in LANGUAGES:
            return LANGUAGES[code]
    return LANGUAGES[otherwise]
