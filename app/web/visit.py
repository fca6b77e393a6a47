"""What every request has: the site, the visitor with their choices, and a game of their own."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from starlette.background import BackgroundTask, BackgroundTasks
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.analysis import Analysis
from app.i18n import LANGUAGES, Language, negotiate
from app.preferences import Preferences
from app.settings import Settings
from app.store import Store, StoredGame, Visitor, is_id

from .cookies import cookie_name, set_token, tokens_in
from .drawing.render import Renderer
from .words import Words

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
    token: str = field(default="", init=False)
    """The token that a known visitor came with."""
    afterwards: dict[str, Callable[[], Awaitable[None]]] = field(default_factory=dict, init=False)
    """What is done once the answer is sent, by what it is about: once each."""
    kept_token: str = field(default="", init=False)
    """The token of a known visitor whose cookie is to be set again."""

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
        return base_url_of(self.request)

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
            self.visitor, self.new_token = self.site.store.visitors.new(
                self.preferences.stored(), device=self._device
            )
        return self.visitor

    def become(self, visitor_id: str) -> None:
        """Make this the visit of a visitor, with a token of its own; the answer sets the cookie."""
        self.new_token = self.site.store.visitors.new_token(visitor_id, device=self._device)
        self.visitor = self.site.store.visitors.of_token(self.new_token)

    @property
    def _device(self) -> str:
        return browser_of(self.request.headers.get("user-agent", ""))

    def choose(self, changes: Mapping[str, str | bool]) -> None:
        """Keep what the visitor has chosen anew."""
        self.preferences = replace(self.preferences, **changes)  # type: ignore[arg-type]
        self.site.store.visitors.save_settings(self.identified().id, changes)

    def open_game(self) -> str:
        """Return the address of the game that the visitor can go on with, or nothing."""
        if self.visitor is None:
            return ""
        found = self.site.store.games.open_summary(self.visitor.id)
        return f"{self.site.root}/g/{found.id}" if found else ""

    def seat(self, game_id: str) -> "Seat":
        """Return the visitor at a game of their own: the one door to it. Raises 404 for others."""
        stored = None
        if self.visitor is not None:
            stored = self.site.store.games.owned(game_id, self.visitor.id)
        if stored is None:
            raise HTTPException(404)
        # Kept for the answer to what goes wrong later.
        self.request.state.stored = stored
        return Seat(self, stored)

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
            # Asked by the pages that lead back to it, and by no other.
            open_game=self.open_game,
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
        if self.afterwards:
            response.background = BackgroundTasks(
                [BackgroundTask(task) for task in self.afterwards.values()]
            )
        return response

    def remember(self, response: Response) -> None:
        """Set the cookie of a visitor who is new, or whose cookie has to live on."""
        token = self.new_token or self.kept_token
        if token:
            name = cookie_name(self.site.settings, self.base_url)
            set_token(response, token, name=name, root=self.site.root, base_url=self.base_url)


def game_path(game_id: str, *, before: str = "") -> str:
    """Return the path of a game's page.

    `before` is the id of a game that can be gone back to, or two with a dot between: the second is
    meant where nothing was done in the first.
    """
    named = before and all(map(is_id, before.split(".", 1)))
    return f"/g/{game_id}?before={before}" if named else f"/g/{game_id}"


# In this order, as each but the last of a kind names the others too.
_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


def browser_of(user_agent: str) -> str:
    """Return what a browser and its system are called, as far as they say: `Firefox, Android`."""
    named = (
        next((name for mark, name in names.items() if mark in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, named))


def base_url_of(request: Request) -> str:
    """Return the address that people use for the site, without a slash at its end."""
    return site_of(request).settings.base_url or str(request.base_url).rstrip("/")


def visit_with(request: Request, token: str) -> Visit:
    """Return the visit that a request is, with the visitor whose token that is, if any."""
    visit = _visit(request, site_of(request).store.visitors.of_token(token) if token else None)
    visit.token = token
    return visit


def visit_of(request: Request) -> Visit:
    """Return the visit that a request is, with the visitor whose cookie it has."""
    site = site_of(request)
    name = cookie_name(site.settings, base_url_of(request))
    before = site.now()
    for token in tokens_in(request.headers, own_name=name):
        visitor = site.store.visitors.of_token(token)
        if visitor is not None:
            visit = _visit(request, visitor)
            visit.token = token
            if visitor.seen_at >= before:
                # It was noted just now that they were here. That happens once an hour, which is
                # often enough for their cookie to begin its life anew.
                visit.kept_token = token
            return visit
    return _visit(request, None)


def _visit(request: Request, visitor: Visitor | None) -> Visit:
    preferences = Preferences.from_stored(visitor.settings if visitor else {})
    visit = Visit(request, site_of(request), visitor, preferences)
    # For the answer to what goes wrong later: it then is in the visitor's language and colours.
    request.state.visit = visit
    return visit


CurrentVisit = Annotated[Visit, Depends(visit_of)]


@dataclass(frozen=True, slots=True)
class Seat:
    """A visitor at a game of their own."""

    visit: Visit
    stored: StoredGame
    lost: str = ""
    """The board on which the page has told them that the game is lost, as the page sends it."""


def seat_of(request: Request, game_id: str) -> Seat:
    """Return the visitor at the game that a path names.

    A page of the table calls this itself, in the thread that it runs in: as a dependency it would
    wait for one of its own, which costs a tenth of a move.
    """
    return visit_of(request).seat(game_id)


CurrentSeat = Annotated[Seat, Depends(seat_of)]
