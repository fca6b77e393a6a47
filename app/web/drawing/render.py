"""From view models to HTML: the templates, the cards drawn once, page or partial."""

import re
import secrets
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.engine import DECK
from app.i18n import LANGUAGES, SOURCE, Language
from app.preferences import Preferences

from .assets import Assets
from .boards import KEPT_CARDS, KEPT_ROWS, CardView


class Renderer:
    """The templates of the site, once for each language.

    `root` is the path that the site is served under, without a slash at its end.
    """

    def __init__(self, templates: Path, assets: Assets, *, root: str) -> None:
        self._assets = assets
        self._root = root

        def path(path: str) -> str:
            return root + path

        self.theme_colour: Final = _theme_colour(assets.text("css/tokens.css"))
        self._environments = {
            language.code: _environment(
                templates,
                language,
                asset=self.asset,
                path=path,
                new_key=_new_key,
                theme_colour=self.theme_colour,
            )
            for language in LANGUAGES.values()
        }
        # Most of a board's rendering would go into cards that are as they were a move ago.
        drawn = {
            "face": lru_cache(maxsize=len(DECK))(self._face),
            "card": lru_cache(maxsize=KEPT_CARDS)(self._card),
        }
        for environment in self._environments.values():
            row = lru_cache(maxsize=KEPT_ROWS)(partial(_row, environment))
            environment.filters.update(drawn, row=row)

    def render(
        self, template: str, *, language: Language, preferences: Preferences, **context: Any
    ) -> str:
        """Return a template filled in, in a language."""
        environment = self._environments[language.code]
        return environment.get_template(template).render(
            language=language, preferences=preferences, **context
        )

    def asset(self, name: str) -> str:
        """Return the address of a static file."""
        return f"{self._root}/static/{self._assets.hashed(name)}"

    def source(self, name: str) -> str:
        """Return the text of a static file."""
        return self._assets.text(name)

    def _face(self, code: str) -> Markup:
        """Return the inside of a card, which is the same in every language."""
        return Markup(self._macros().face(code))

    def _card(self, view: CardView) -> Markup:
        """Return a card in play; its words are all in the view."""
        return Markup(self._macros().card(view))

    def _macros(self) -> Any:
        return self._environments[SOURCE].get_template("_card.html").module


def _theme_colour(tokens: str) -> str:
    """Return the colour of the table by day, for what a browser or a device draws round it."""
    found = re.search(r"--table: light-dark\((#[0-9a-f]{6})", tokens)
    assert found is not None
    return found[1]


def _new_key() -> str:
    """Return a key that nobody can guess, for one form."""
    return secrets.token_hex(12)


def _row(environment: Environment, views: tuple[CardView | None, ...], number: int) -> Markup:
    """Return a row of the pyramid in the language of an environment."""
    module: Any = environment.get_template("_row.html").module
    return Markup(module.row(views, number))


def _environment(templates: Path, language: Language, **globals_: Any) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        # The files of a running server don't change, and looking costs something at every page.
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    installing: Any = environment
    installing.install_gettext_callables(
        language.gettext, language.ngettext, newstyle=True, pgettext=language.pgettext
    )
    environment.globals.update(globals_)
    return environment
