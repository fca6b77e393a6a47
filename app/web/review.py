"""A game looked back on: every entry judged, any past position, the line that would have won."""

from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import AskReview, Moment, Verdict
from app.engine import Game, Move, Position, Step
from app.store import State, StoredGame

from .deps import CurrentVisit, OwnedGame, Visit
from .judgements import verdict_words
from .views import StillView, still_view
from .words import Words, capitalised

router = APIRouter()

REVIEW_PATIENCE: Final = 3.0
"""Seconds that a review is waited for before the page says that it is on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """One entry of a log in the strip: what was done, and what that did to the win."""

    ply: int
    url: str
    text: str
    """In short: `10♣ + 3♠`, `draw`."""
    kind: str
    """`kept`, `lost` (it lost the win), `won` (the game), `dead` (it was lost before),
    `step` (an undo or a redo), or `unknown`."""
    label: str
    """All of it in words."""
    current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewView:
    """A game looked back on."""

    game_url: str
    rules_name: str
    code: str
    summary: str
    entries: tuple[EntryView, ...]
    pending: bool
    poll_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """One past position of a game."""

    title: str
    board: StillView
    verdict: str
    """What the solver says of it, in words; nothing before it has."""
    ply: int
    last: int
    previous_url: str
    next_url: str
    code: str
    moves: str
    """The line up to it, for a game that goes on from here."""
    better: tuple[str, ...]
    """A line that would have won, where the next entry lost the win."""


@router.get("/g/{game_id}/review")
async def show_review(visit: CurrentVisit, stored: OwnedGame, attempt: int = 0) -> Response:
    """Show the log of a finished game as a strip of judged entries."""
    _refuse_going_on(stored)
    moments = await _moments(visit, stored)
    review = _review_view(visit, stored, moments, attempt=attempt + 1)
    template = "_review.html" if visit.wants_partial else "review.html"
    return visit.page(template, review=review)


@router.get("/g/{game_id}/replay/{ply}")
async def show_replay(visit: CurrentVisit, stored: OwnedGame, ply: int) -> Response:
    """Show the position after an entry of a finished game's log, 0 for the start."""
    _refuse_going_on(stored)
    if not 0 <= ply <= stored.ply:
        raise HTTPException(404)
    moments = await _moments(visit, stored)
    return visit.page("replay.html", replay=_replay_view(visit, stored, ply, moments))


def _refuse_going_on(stored: StoredGame) -> None:
    # While a game goes on, its review would be a hint that nobody counted.
    if stored.status is State.PLAYING:
        raise HTTPException(404)


async def _moments(visit: Visit, stored: StoredGame) -> tuple[Moment, ...] | None:
    log = tuple(map(str, stored.game.log))
    moments: tuple[Moment, ...] | None = await visit.site.analysis.ask(
        AskReview(stored.game.code, log), asker=visit.asker, patience=REVIEW_PATIENCE
    )
    return moments


def _review_view(
    visit: Visit, stored: StoredGame, moments: tuple[Moment, ...] | None, *, attempt: int
) -> ReviewView:
    words, root = visit.words, visit.site.root
    game = stored.game
    url = f"{root}/g/{stored.id}"
    return ReviewView(
        game_url=url,
        rules_name=words.rules_name(game.setup.rules),
        code=game.code,
        summary=_summary(moments, words),
        entries=_entries(game, moments, words, url),
        pending=moments is None,
        poll_url=f"{url}/review?attempt={attempt}",
    )


def _summary(moments: tuple[Moment, ...] | None, words: Words) -> str:
    """Say in a sentence where the win was lost, if it was there."""
    _, n = words.language.gettext, words.language.ngettext
    if moments is None:
        return _("The game is being looked at …")
    if not moments:
        return _("No move was made.")
    if moments[0].before is Verdict.LOST:
        return _("This deal could not be won from the start.")
    lost = [ply for ply, moment in enumerate(moments, 1) if moment.better is not None]
    if not lost:
        return _("The win was never lost.")
    return n(
        "The win was lost once, by entry {plies}.",
        "The win was lost {count} times, by the entries {plies}.",
        len(lost),
    ).format(count=len(lost), plies=words.listed(list(map(str, lost))))


def _entries(
    game: Game, moments: tuple[Moment, ...] | None, words: Words, url: str
) -> tuple[EntryView, ...]:
    entries = []
    going = Game(game.setup)
    for ply, entry in enumerate(game.log, 1):
        after = going.enter(entry)
        moment = moments[ply - 1] if moments else None
        kind = _kind(entry, moment, after)
        if isinstance(entry, Move):
            text, spoken = words.move(entry, short=True), words.move(entry, short=False)
        else:
            text = spoken = words.step(entry)
        entries.append(
            EntryView(
                ply=ply,
                url=f"{url}/replay/{ply}",
                text=text,
                kind=kind,
                label=f"{ply}. {capitalised(spoken)}. {_kind_words(kind, words)}".strip(),
            )
        )
        going = after
    return tuple(entries)


def _kind(entry: Move | Step, moment: Moment | None, after: Game) -> str:
    if after.position.is_won:
        return "won"
    if isinstance(entry, Step):
        return "step"
    if moment is None or Verdict.UNKNOWN in (moment.before, moment.after):
        return "unknown"
    if moment.after is Verdict.WINNABLE:
        return "kept"
    return "lost" if moment.before is Verdict.WINNABLE else "dead"


def _kind_words(kind: str, words: Words) -> str:
    _ = words.language.gettext
    return {
        "kept": _("Still winnable."),
        "lost": _("This lost the win."),
        "won": _("Won."),
        "dead": _("Could not be won any more."),
    }.get(kind, "")


def _replay_view(
    visit: Visit, stored: StoredGame, ply: int, moments: tuple[Moment, ...] | None
) -> ReplayView:
    words, root = visit.words, visit.site.root
    _ = words.language.gettext
    game = Game(stored.game.setup, stored.game.log[:ply])
    following = stored.game.log[ply] if ply < stored.ply else None
    marked = following.cards if isinstance(following, Move) else ()
    url = f"{root}/g/{stored.id}/replay"
    moment = moments[ply] if moments and ply < len(moments) else None
    better = moment.better if moment else None
    return ReplayView(
        title=_("After {ply} of {last}").format(ply=ply, last=stored.ply),
        board=still_view(game.position, words=words, marked=marked),
        verdict=_standing_words(game.position, ply, moments, words),
        ply=ply,
        last=stored.ply,
        previous_url=f"{url}/{ply - 1}" if ply else "",
        next_url=f"{url}/{ply + 1}" if ply < stored.ply else "",
        code=game.code,
        moves=" ".join(map(str, game.line)),
        better=tuple(words.move(move, short=True) for move in better or ()),
    )


def _standing_words(
    position: Position, ply: int, moments: tuple[Moment, ...] | None, words: Words
) -> str:
    if moments is None or position.is_won or not moments:
        return ""
    verdict = moments[ply].before if ply < len(moments) else moments[-1].after
    return verdict_words(verdict, moments[0].before, words)[1]
