"""From view models to HTML: the templates, the cards drawn once, page or partial."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.engine import DECK, Card
from app.i18n import LANGUAGES, SOURCE, Language
from app.preferences import Preferences

from .assets import Assets


class Renderer:
    """The templates of the site, once for each language.

    `root` is the path that the site is served under, without a slash at its end.
    """

    def __init__(self, templates: Path, assets: Assets, *, root: str) -> None:
        def asset(name: str) -> str:
            return f"{root}/static/{assets.hashed(name)}"

        def path(path: str) -> str:
            return root + path

        self._environments = {
            language.code: _environment(templates, language, asset=asset, path=path)
            for language in LANGUAGES.values()
        }
        # A third of a board's rendering would go into the same 52 insides again and again.
        self.face = lru_cache(maxsize=len(DECK))(self._face)

    def render(
        self, template: str, *, language: Language, preferences: Preferences, **context: Any
    ) -> str:
        """Return a template filled in, in a language."""
        environment = self._environments[language.code]
        return environment.get_template(template).render(
            language=language, preferences=preferences, **context
        )

    def _face(self, card: Card) -> Markup:
        """Return the inside of a card, which is the same in every language."""
        module: Any = self._environments[SOURCE].get_template("_card.html").module
        return Markup(module.face(str(card)))


def _environment(templates: Path, language: Language, **globals_: Any) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    installing: Any = environment
    installing.install_gettext_callables(
        language.gettext, language.ngettext, newstyle=True, pgettext=language.pgettext
    )
    environment.globals.update(languages=tuple(LANGUAGES.values()), **globals_)
    return environment
