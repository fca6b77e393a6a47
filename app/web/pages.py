"""The pages around the table: home, rules, settings, health."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from app.engine import Card, Game, Move, NotationError, Rules, Setup
from app.i18n import LANGUAGES
from app.preferences import Preferences
from app.store import StoreUnavailable

from .deals import rules_choices
from .deps import CurrentSite, CurrentVisit
from .views import GameView, game_view, still_view

router = APIRouter()

Text = Annotated[str, Form()]

RECENT_GAMES = 5
"""How many earlier games the home page offers to go back to."""


@router.get("/")
def home(visit: CurrentVisit) -> Response:
    """Show the game to go on with, the presets and the box for a code."""
    going_on: GameView | None = None
    recent: tuple[GameView, ...] = ()
    if visit.visitor is not None:
        games, words, root = visit.site.store.games, visit.words, visit.site.root
        open_game = games.open_summary(visit.visitor.id)
        if open_game is not None:
            going_on = game_view(open_game, words=words, root=root)
        listed = games.recent(visit.visitor.id, RECENT_GAMES)
        views = (game_view(game, words=words, root=root) for game in listed)
        recent = tuple(view for view in views if going_on is None or view.url != going_on.url)
    return visit.page(
        "home.html", going_on=going_on, recent=recent, choices=rules_choices(visit.words)
    )


@router.get("/rules")
def all_rules(visit: CurrentVisit) -> Response:
    """Show what every rule set has in common, and each of them in a line."""
    return visit.page("rules.html", choices=rules_choices(visit.words))


@router.get("/rules/{letter}")
def one_rule_set(visit: CurrentVisit, letter: str) -> Response:
    """Show the rules of a preset, or of custom rules by their letters."""
    try:
        rules = Rules.parse(letter)
    except NotationError as error:
        raise HTTPException(404) from error
    if letter != str(rules):
        return visit.redirect(f"/rules/{rules}", status=301)
    return visit.page("rules_set.html", rules=rules, code=str(rules))


@router.get("/settings")
def show_settings(visit: CurrentVisit, saved: str = "") -> Response:
    """Show what can be chosen."""
    # Halfway through a game: free and covered cards, gaps, all four suits.
    sample = Game(Setup.parse("PY1-N-AAAAAAS"), tuple(map(Move.parse, ("KD", "TC3S", "draw"))))
    board = still_view(sample.position, words=visit.words, marked=(Card.parse("TS"),))
    return visit.page("settings.html", saved=bool(saved), sample=board)


@router.post("/settings")
def save_settings(
    visit: CurrentVisit,
    language: Text = "",
    theme: Text = "",
    letters: Text = "local",
    deck: Text = "",
    back: Text = "",
    warn: Text = "",
    four_colours: Text = "",
    explain_mistakes: Text = "",
    show_partners: Text = "",
    left_handed: Text = "",
    only_winnable: Text = "",
    shortcuts: Text = "",
) -> Response:
    """Keep the choices; one that is not on the page stays as its default."""
    chosen = {
        "language": language if language in LANGUAGES else "",
        "theme": theme,
        "letters": letters,
        "deck": deck,
        "back": back,
        "warn": warn,
        "four_colours": bool(four_colours),
        "explain_mistakes": bool(explain_mistakes),
        "show_partners": bool(show_partners),
        "left_handed": bool(left_handed),
        "only_winnable": bool(only_winnable),
        "shortcuts": bool(shortcuts),
        "coached": visit.preferences.coached,
    }
    visit.choose(Preferences.from_stored(chosen))
    return visit.redirect("/settings?saved=1")


@router.get("/healthz")
def health(site: CurrentSite) -> Response:
    """Answer 200 once the database has answered, else 503."""
    try:
        site.store.ping()
    except StoreUnavailable as error:
        return JSONResponse({"status": "unavailable", "why": str(error)}, 503)
    return JSONResponse({"status": "ok"})
