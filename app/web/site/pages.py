"""The pages around the table: home, rules, health."""

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from app.engine import NotationError, Rules
from app.store import GameSummary, State, StoreUnavailable

from ..deals.new import rules_choices
from ..visit import CurrentSite, CurrentVisit
from ..words import Words, clock

router = APIRouter()

RECENT_GAMES = 5
"""How many earlier games the home page offers to go back to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game as a list shows it."""

    id: str
    url: str
    code: str
    rules_name: str
    status: str
    result: str
    """How it stands, in words."""
    moves: int
    time: str
    left: int


def game_view(summary: GameSummary, *, words: Words, root: str) -> GameView:
    """Return one line of a visitor's history."""
    _ = words.language.gettext
    return GameView(
        id=summary.id,
        url=f"{root}/g/{summary.id}",
        code=str(summary.setup),
        rules_name=words.rules_name(summary.setup.rules),
        status=summary.status.value,
        result={
            State.PLAYING: _("under way"),
            State.STUCK: _("stuck"),
            State.WON: _("won"),
            State.LEFT: _("given up"),
        }[summary.status],
        moves=summary.moves,
        time=clock(int(summary.elapsed)),
        left=summary.pyramid_left,
    )


@dataclass(frozen=True, slots=True)
class AgainView:
    """The rules that a visitor has played last, to deal again under."""

    letter: str
    name: str


@router.get("/")
def home(visit: CurrentVisit) -> Response:
    """Show one large Play to a newcomer, else the game to go on with and the rules played last.

    Below are the other ways to play, earlier games, and the box for a code.
    """
    going_on: GameView | None = None
    again: AgainView | None = None
    recent: tuple[GameView, ...] = ()
    if visit.visitor is not None:
        games, words, root = visit.site.store.games, visit.words, visit.site.root
        open_game = games.open_summary(visit.visitor.id)
        if open_game is not None:
            going_on = game_view(open_game, words=words, root=root)
        listed = games.recent(visit.visitor.id, RECENT_GAMES)
        views = (game_view(game, words=words, root=root) for game in listed)
        recent = tuple(view for view in views if going_on is None or view.url != going_on.url)
        last = open_game or next(iter(listed), None)
        if last is not None:
            rules = last.setup.rules
            again = AgainView(str(rules), words.rules_name(rules))
    return visit.page(
        "home.html",
        going_on=going_on,
        again=again,
        recent=recent,
        choices=rules_choices(visit.words),
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


@router.get("/healthz")
def health(site: CurrentSite) -> Response:
    """Answer 200 once the database has answered, else 503."""
    try:
        site.store.ping()
    except StoreUnavailable as error:
        return JSONResponse({"status": "unavailable", "why": str(error)}, 503)
    return JSONResponse({"status": "ok"})
