"""What every request has: the site, the visitor with their choices, and their own game."""

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.analysis import Analysis
from app.engine import DEALS, Deal, Game, Move, Rules, Setup
from app.i18n import LANGUAGES, Language, negotiate
from app.preferences import Preferences
from app.settings import Settings
from app.store import Origin, Store, StoredGame, Visitor

from .render import Renderer
from .words import Words

COOKIE = "pyramid"
_COOKIE_SECONDS = 400 * 24 * 3600

_negotiated = lru_cache(maxsize=256)(negotiate)


@dataclass(frozen=True, slots=True)
class Site:
    """What the whole site shares: its settings, its store and its templates."""

    settings: Settings
    store: Store
    analysis: Analysis
    renderer: Renderer

    @property
    def root(self) -> str:
        """The path that the site is served under, without a slash at its end."""
        return self.settings.root_path

    @staticmethod
    def now() -> datetime:
        """Return the server's time."""
        return datetime.now(UTC)


def site_of(request: Request) -> Site:
    """Return the site that a request came to."""
    site: Site = request.app.state.site
    return site


CurrentSite = Annotated[Site, Depends(site_of)]


@dataclass(slots=True)
class Visit:
    """One request of a visitor, who has no row in the store until they do something."""

    request: Request
    site: Site
    visitor: Visitor | None
    preferences: Preferences
    new_token: str = field(default="", init=False)

    @property
    def language(self) -> Language:
        """The language chosen, else the one that the browser asks for."""
        chosen = LANGUAGES.get(self.preferences.language)
        accepted = self.request.headers.get("accept-language", "")
        return chosen or _negotiated(accepted[:1000], self.site.settings.language)

    @property
    def words(self) -> Words:
        """The words of the visitor's language and card letters."""
        return Words(self.language, self.preferences.letters == "local")

    @property
    def asker(self) -> str:
        """Who this is for the solver, which takes a few questions of each at a time."""
        if self.visitor is not None:
            return self.visitor.id
        return self.request.client.host if self.request.client else ""

    @property
    def base_url(self) -> str:
        """The address that people use for the site, without a slash at its end."""
        return self.site.settings.base_url or str(self.request.base_url).rstrip("/")

    @property
    def wants_partial(self) -> bool:
        """Whether only `#game` is to be answered; going back in history needs the whole page."""
        headers = self.request.headers
        return (
            headers.get("hx-request") == "true"
            and headers.get("hx-history-restore-request") != "true"
            and headers.get("hx-request-type", "partial") == "partial"
        )

    def identified(self) -> Visitor:
        """Return the visitor, a new one if there was none; the answer then sets the cookie."""
        if self.visitor is None:
            self.visitor, self.new_token = self.site.store.visitors.new(self.preferences.stored())
        return self.visitor

    def choose(self, preferences: Preferences) -> None:
        """Keep the visitor's choices."""
        self.preferences = preferences
        self.site.store.visitors.save_settings(self.identified().id, preferences.stored())

    def owned_game(self, game_id: str) -> StoredGame:
        """Return the visitor's own game: the one door to it. Raises 404 for any other id."""
        stored = None
        if self.visitor is not None:
            stored = self.site.store.games.owned(game_id, self.visitor.id)
        if stored is None:
            raise HTTPException(404)
        return stored

    def new_game(self, setup: Setup, *, origin: Origin, moves: tuple[Move, ...] = ()) -> StoredGame:
        """Return a new game, and leave another open one of the same deal under the same rules.

        `moves` are made in it at once. Raises `IllegalMove` if they can't be.
        """
        Game(setup, moves)
        games, visitor = self.site.store.games, self.identified()
        return games.new(visitor.id, setup, origin=origin, given=moves)

    # Answers

    def page(self, template: str, *, status: int = 200, **context: Any) -> Response:
        """Answer with a template."""
        html = self.site.renderer.render(
            template,
            language=self.language,
            preferences=self.preferences,
            words=self.words,
            letters=self.words.letters(),
            base_url=self.base_url,
            here=self.request.url.path,
            **context,
        )
        return self.finished(HTMLResponse(html, status))

    def redirect(self, path: str, *, status: int = 303) -> Response:
        """Answer with another address of this site, a path from its root."""
        return self.finished(RedirectResponse(self.site.root + path, status))

    def finished(self, response: Response) -> Response:
        """Return an answer with what each has that is made for one visitor."""
        response.headers["Vary"] = "HX-Request, Cookie, Accept-Language"
        response.headers["Cache-Control"] = "no-store"
        self.remember(response)
        return response

    def remember(self, response: Response) -> None:
        """Set the cookie of a visitor who is new."""
        if self.new_token:
            response.set_cookie(
                COOKIE,
                self.new_token,
                max_age=_COOKIE_SECONDS,
                path=self.site.root or "/",
                secure=urlsplit(self.base_url).scheme == "https",
                httponly=True,
                samesite="lax",
            )


def visit_with(request: Request, token: str) -> Visit:
    """Return the visit that a request is, with the visitor whose token that is, if any."""
    site = site_of(request)
    visitor = site.store.visitors.of_token(token) if token else None
    preferences = Preferences.from_stored(visitor.settings if visitor else {})
    visit = Visit(request, site, visitor, preferences)
    # For the answer to what goes wrong later: it then is in the visitor's language and colours.
    request.state.visit = visit
    return visit


def visit_of(request: Request) -> Visit:
    """Return the visit that a request is, with the visitor whose cookie it has."""
    return visit_with(request, request.cookies.get(COOKIE, ""))


CurrentVisit = Annotated[Visit, Depends(visit_of)]


def owned_game_of(game_id: str, visit: CurrentVisit) -> StoredGame:
    """Return the visitor's own game that a path names."""
    return visit.owned_game(game_id)


OwnedGame = Annotated[StoredGame, Depends(owned_game_of)]


def random_setup(rules: Rules) -> Setup:
    """Return rules with a deal by chance, each of the numbered deals as likely as any other."""
    return Setup(rules, Deal.numbered(secrets.randbelow(DEALS)))
