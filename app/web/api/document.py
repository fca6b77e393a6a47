"""How the JSON interface is described: texts and examples.

FastAPI's own page of this kind runs scripts of another host; ours is drawn from the same document,
which also lies at `/api/v1/openapi.json`. Its descriptions are English alone.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from pydantic import BaseModel

from app import engine, store
from app.analysis import Verdict
from app.engine import PRESETS, REDO, UNDO, Entry, Move, Setup
from app.i18n import LANGUAGES, SOURCE
from app.record import Fact, HelpClass, Outcome, Total, add_up, figures_of
from app.store import State

from ..words import Words
from .figures import Stats
from .models import (
    Deal,
    Error,
    Game,
    Games,
    GameSummary,
    NewGame,
    Presets,
    Rules,
)
from .solved import Daily, Graded, Hint, Moment, Review, Solution, Standing

API_PATH: Final = "/api/v1"
"""Where the interface lies, from the site's root."""

VERSION: Final = "1"

DESCRIPTION: Final = """\
Everything that can be done at the table, as JSON.

A new visitor's first game comes with a token: send it as `Authorization: Bearer …` with every \
later request. A browser that plays here already is known by its cookie instead. A game of another \
visitor is answered as if there were none.

A move, an undo or a redo names the board it is for by its `ply`. If the game has moved on since, \
nothing is done and the answer is 409 with the game as it stands now; so a request that is sent \
twice is done once.

Whatever is refused is answered with an error code, a sentence that says what would be right, and \
the game if the request was about one. The sentence is in the language of the visitor's settings, \
or of `Accept-Language`.

The face-down cards of the stock are in no answer about a game under way. A code names the whole \
deal, though, to whoever knows how deals are numbered: it is made to be shared.

What the solver has to find out first is answered with 202 and `Retry-After`: ask again then, and \
the answer is there as soon as it is known.
"""

TAGS: Final = (
    {"name": "games", "description": "Your own games: begin, look, play, give up."},
    {"name": "deals", "description": "Deals before they are played."},
    {"name": "rules", "description": "The rule sets."},
    {"name": "solver", "description": "Whether a game or a deal can be won, and how."},
)

_WHY: Final = {
    401: "The token is nobody's.",
    404: "There is no such game, or it is another visitor's.",
    409: "The game has moved on since that `ply`. Nothing has changed.",
    422: "A field is missing or wrong, a text is not understood, or the rules refuse the move."
    " Nothing has changed.",
    503: "There was no such deal in time. Nothing has changed; ask again.",
}


def answers(*errors: int) -> dict[int | str, dict[str, Any]]:
    """Return what a route answers when something is wrong, by status."""
    return {
        **{error: {"model": Error, "description": _WHY[error]} for error in errors},
        "default": {"model": Error, "description": "Anything else that went wrong."},
    }


def complete(document: dict[str, Any]) -> None:
    """Put into an OpenAPI document what FastAPI leaves out.

    That is the examples, whose nulls it would lose, and that a game can be begun without being
    known.
    """
    for methods in document["paths"].values():
        for operation in methods.values():
            example = _EXAMPLES[operation["operationId"]]
            good = next(s for s in operation["responses"] if s.startswith("2"))
            content = operation["responses"][good]["content"]["application/json"]
            content["example"] = example.model_dump(mode="json", by_alias=True)
            if "security" in operation and "404" not in operation["responses"]:
                operation["security"].append({})


# Examples: what the routes answer about one short game


_AT: Final = datetime(2025, 1, 1, 12, tzinfo=UTC)
_SETUP: Final = Setup.parse("PY1-N-AAAAAAS")
_KING: Final = Move.parse("KD")
_WIN: Final = (
    *("KD", *("draw",) * 17, "7C6S", "draw", "draw", "7S6D", "draw", "draw", "9D4H", "TC3S"),
    *("TD3H", "draw", "draw", "8D5S", "QCAD", "JS2C", "KH", "KC", "TS3D", "KS", "recycle"),
    *("draw", "7D6H", "9C4D", "8S5H", "QSAS", "7H6C", "draw", "draw", "JD2H"),
)


def _stored(*entries: Entry, status: State = State.PLAYING) -> store.StoredGame:
    return store.StoredGame(
        id="8mQ2vYtB5nKd1XwR",
        visitor_id="",
        game=engine.Game(_SETUP, entries),
        times=(_AT,) * len(entries),
        counted=timedelta(),
        status=status,
        created_at=_AT,
        finished_at=_AT if status is State.LEFT else None,
    )


_NEW: Final = NewGame.of(_stored(), _AT)
_MOVED: Final = Game.of(_stored(_KING), _AT)
_PRESET: Final = Rules.of(PRESETS["N"], Words(LANGUAGES[SOURCE]))

_FIGURES: Final = figures_of(
    Total.of(
        {
            "2026-12": add_up(
                [
                    Fact(
                        *("N", Outcome.WON, HelpClass.ALONE, True, 43, 2, 310, 280, 0, True),
                        *(0, 0, True, True, "2026-12-01", "2026-12-01", "2026-12-01"),
                    )
                ]
            ).sums
        }
    )
)

_EXAMPLES: Final[Mapping[str, BaseModel]] = {
    # The token is not one that anybody has.
    "new-game": _NEW.model_copy(update={"token": "pWm3ZTxzJ0b6kq1vY5cN8sR2dF4hL7gA9uE-iO_tQeM"}),
    "list-games": Games(games=[GameSummary.of(_stored(_KING).summary)], more=False),
    "read-game": _MOVED,
    "make-move": _MOVED,
    "undo": Game.of(_stored(_KING, UNDO), _AT),
    "redo": Game.of(_stored(_KING, UNDO, REDO), _AT),
    "restart": _NEW,
    "leave": Game.of(_stored(_KING, status=State.LEFT), _AT),
    "read-deal": Deal.of(_SETUP),
    "read-grade": Graded(code=str(_SETUP), slips=2.5, grade=3),
    "read-daily": Daily(date=date(2026, 12, 1), code="PY1-N-AAAAAAS", grade=2, par=46),
    "read-stats": Stats.of(_FIGURES),
    "list-rules": Presets(presets=[_PRESET]),
    "read-rules": _PRESET,
    "read-verdict": Standing(
        ply=1, verdict=Verdict.WINNABLE, deal=Verdict.WINNABLE, detail="winnable"
    ),
    "read-hint": Hint(
        ply=1,
        verdict=Verdict.WINNABLE,
        move="TC3H",
        most=27,
        detail="Take this pair of the pyramid: 10♣ + 3♥.",
    ),
    "read-review": Review(
        id="8mQ2vYtB5nKd1XwR",
        code=str(_SETUP),
        moments=[
            Moment(
                ply=1,
                entry="KD",
                before=Verdict.WINNABLE,
                after=Verdict.WINNABLE,
                better=None,
            )
        ],
    ),
    "solve": Solution(
        code=str(_SETUP),
        verdict=Verdict.WINNABLE,
        actions=len(_WIN),
        most=28,
        line=list(_WIN),
        detail="This deal can be won.",
    ),
}
"""What is answered, by operation."""
