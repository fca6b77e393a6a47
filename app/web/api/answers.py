"""How a program is answered: the interface's shapes, and errors with the game they are about."""

from pydantic import BaseModel
from starlette.responses import Response

from app.engine import Reason
from app.store import StoredGame

from ..visit import Visit
from .models import Error, Fault, Game
from .solved import Pending


def json_error(
    visit: Visit,
    status: int,
    error: Reason | Fault,
    detail: str,
    stored: StoredGame | None = None,
) -> Response:
    """Answer a program with an error, and with the game that it is about."""
    game = None if stored is None else Game.of(stored, visit.site.now())
    return json_response(visit, Error(error=error, detail=detail, game=game), status=status)


def json_response(visit: Visit, value: BaseModel, *, status: int = 200) -> Response:
    """Answer a program with one of the shapes of the interface."""
    text = value.model_dump_json(by_alias=True)
    response = visit.finished(Response(text, status, media_type="application/json"))
    response.headers["Vary"] = "Authorization, Cookie, Accept-Language"
    return response


def not_yet(response: Response) -> Response:
    """Return an answer that says when to ask again."""
    response.headers["Retry-After"] = "1"
    return response


def pending(visit: Visit) -> Response:
    """Answer that what was asked is being found out."""
    _ = visit.language.gettext
    return not_yet(json_response(visit, Pending(detail=_("finding out …")), status=202))
