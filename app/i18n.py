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
    r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*"
)


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code (`sv`, `pt-BR`: as in HTML), its name in itself, and its texts."""

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
        catalogue = read_po(source, locale=Locale.parse(code, sep="-"))
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Language(code, _own_name(code), gettext.GNUTranslations(compiled))


def _own_name(code: str) -> str:
    locale = Locale.parse(code, sep="-")
    name = locale.get_display_name(locale) or code
    return name[0].upper() + name[1:]


def load(folder: Path) -> Mapping[str, Language]:
    """Read every catalogue of a folder, `pt_BR.po` say, and return the languages by their codes."""
    languages = {SOURCE: Language(SOURCE, _own_name(SOURCE), gettext.NullTranslations())}
    for file in sorted(folder.glob("*.po")):
        code = file.stem.replace("_", "-")
        languages[code] = _read(code, file)
    return languages


LANGUAGES: Final = load(CATALOGUES)
"""Every language by its code: English, and one for each catalogue in `app/locale`."""


def negotiate(
    accepted: str, otherwise: str = SOURCE, *, languages: Mapping[str, Language] = LANGUAGES
) -> Language:
    """Return the language that an `Accept-Language` header asks for most.

    One of a country or script that we don't have is answered by the language itself (RFC 4647,
    "Lookup"): `sv-FI` by `sv`. A header that asks for none of ours, or that is not understood,
    gives `otherwise`.
    """
    wanted: list[tuple[float, str]] = []
    for part in accepted[:1000].split(","):
        found = _RANGE.fullmatch(part.strip())
        if found and float(found[2] or 1) > 0:
            wanted.append((-float(found[2] or 1), found[1].lower()))
    ours = {code.lower(): language for code, language in languages.items()}
    # Stable: of equally wanted languages the one that is named first.
    for _, code in sorted(wanted, key=lambda want: want[0]):
        subtags = code.split("-")
        for length in range(len(subtags), 0, -1):
            language = ours.get("-".join(subtags[:length]))
            if language:
                return language
    return languages[otherwise]
