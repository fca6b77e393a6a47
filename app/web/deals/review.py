"""A game looked back on: its board at any step, every entry judged, the line that wins."""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import Moment, Review
from app.engine import DRAW, Card, Entry, Game, Move, Position
from app.store import Help, State

from ..actions import note_seen
from ..asking import review_of
from ..drawing.boards import StillView, still_view
from ..visit import CurrentSeat, Seat
from ..words import Told, Words, capitalised, next_attempt

router = APIRouter()

SHORTEST_RUN: Final = 3
"""Draws in a row that are folded into one item of the strip."""
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
    """`kept` (it can be won after it), `lost` (it lost the win), `won` (the game), `dead` (it was
    lost before), or `unknown`. An undo can lead from a lost game to one that is `kept`."""
    judged: str
    """What that is, in words."""
    label: str
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class RunView:
    """Entries that stand together in the strip: one alone, or a run of draws that is folded up."""

    entries: tuple[EntryView, ...]
    text: str = ""
    """What a folded run is called, `Draw × 17`; empty for an entry that stands alone."""
    label: str = ""
    """What became of the win in all of it."""


@dataclass(frozen=True, slots=True)
class LossView:
    """An entry that lost the win, and where the line is that would have won."""

    text: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """The board after some entries of a log, what was done there and what would have won."""

    title: str
    ply: int
    last: int
    board: StillView
    verdict: str
    """What the solver says of it, in words; nothing before it has."""
    kind: str
    """That of the next entry, as entries have it; nothing after the last."""
    played: str
    """The next entry, as a sentence; nothing after the last."""
    lost: str
    """That the next entry lost the win, as a sentence; nothing where it did not."""
    instead: str
    """The move that would have kept the win in its place, as a sentence."""
    line: tuple[str, ...]
    """A line that would have won, where the next entry lost the win."""
    moves: str
    """The line up to it, for a game that goes on from here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewView:
    """A game looked back on."""

    game_url: str
    rules_name: str
    code: str
    summary: Told
    losses: tuple[LossView, ...]
    runs: tuple[RunView, ...]
    step: StepView
    first_url: str
    previous_url: str
    next_url: str
    last_url: str


@router.get("/g/{game_id}/review")
async def show_review(seat: CurrentSeat, attempt: int = 0) -> Response:
    """Show a finished game judged, with the board from which the win was lost, or its start."""
    return await _reviewed(seat, None, attempt)


@router.get("/g/{game_id}/replay/{ply}")
async def show_replay(seat: CurrentSeat, ply: int, attempt: int = 0) -> Response:
    """Show the same with the board after an entry of the log, 0 for the start."""
    return await _reviewed(seat, ply, attempt)


async def _reviewed(seat: Seat, ply: int | None, attempt: int) -> Response:
    _refuse_going_on(seat)
    if ply is not None and not 0 <= ply <= seat.stored.ply:
        raise HTTPException(404)
    found = await review_of(seat.visit, seat.stored.game, patience=REVIEW_PATIENCE)
    return await run_in_threadpool(_review_page, seat, found, ply, next_attempt(attempt))


def _refuse_going_on(seat: Seat) -> None:
    # While a game goes on, its review would be a hint that nobody counted.
    if seat.stored.status is State.PLAYING:
        raise HTTPException(404)


def _review_page(seat: Seat, found: Review | None, ply: int | None, attempt: int) -> Response:
    visit, game = seat.visit, seat.stored.game
    words = visit.words
    if found is not None:
        note_seen(seat.visit, seat.stored.game.setup, Help.REVIEW)
    url = f"{visit.site.root}/g/{seat.stored.id}"
    moments = found.moments if found else None
    here = f"{url}/review" if ply is None else f"{url}/replay/{ply}"
    ply = _first_loss(moments or ()) if ply is None else ply
    entries = _entries(game, moments, words, url)
    review = ReviewView(
        game_url=url,
        rules_name=words.rules_name(game.setup.rules),
        code=game.code,
        summary=words.review(moments).asked(here, attempt),
        losses=_losses(game, moments or (), words, url),
        runs=_runs(entries, game),
        step=_step(game, ply, moments, entries, words),
        first_url=f"{url}/replay/0" if ply else "",
        previous_url=f"{url}/replay/{ply - 1}" if ply else "",
        next_url=f"{url}/replay/{ply + 1}" if ply < len(game.log) else "",
        last_url=f"{url}/replay/{len(game.log)}" if ply < len(game.log) else "",
    )
    template = "_review.html" if visit.wants_partial else "review.html"
    return visit.page(template, review=review)


def _first_loss(moments: tuple[Moment, ...]) -> int:
    """Return the ply of the board from which the win was lost first, else that of the start."""
    return next((ply for ply, moment in enumerate(moments) if moment.better is not None), 0)


def _losses(
    game: Game, moments: tuple[Moment, ...], words: Words, url: str
) -> tuple[LossView, ...]:
    """Return where the win was lost, with the boards from which it was there."""
    _ = words.language.gettext
    return tuple(
        LossView(
            _("Before move {ply}, {entry}: what would have won").format(
                ply=ply, entry=_said(entry, words, short=True)
            ),
            f"{url}/replay/{ply - 1}",
        )
        for ply, (entry, moment) in enumerate(zip(game.log, moments, strict=False), 1)
        if moment.better is not None
    )


def _said(entry: Entry, words: Words, *, short: bool) -> str:
    return words.move(entry, short=short) if isinstance(entry, Move) else words.step(entry)


def _entries(
    game: Game, moments: tuple[Moment, ...] | None, words: Words, url: str
) -> tuple[EntryView, ...]:
    entries = []
    going = Game(game.setup)
    for ply, entry in enumerate(game.log, 1):
        after = going.enter(entry)
        moment = moments[ply - 1] if moments else None
        judged = words.judged(moment, won=after.position.is_won)
        told = capitalised(_said(entry, words, short=False))
        # Translators: an item of a list: the third entry of a log was a draw.
        label = words.language.gettext("{ply}. {entry}.").format(ply=ply, entry=told)
        entries.append(
            EntryView(
                ply=ply,
                url=f"{url}/replay/{ply}",
                text=capitalised(_said(entry, words, short=True)),
                kind=judged.kind,
                judged=judged.text,
                label=f"{label} {judged.text}".strip(),
            )
        )
        going = after
    return tuple(entries)


def _runs(entries: tuple[EntryView, ...], game: Game) -> tuple[RunView, ...]:
    """Return the entries of a log with the longer runs of draws, alike for the win, as one each."""

    def alike(entry: EntryView) -> tuple[str, int]:
        is_draw = game.log[entry.ply - 1] == DRAW
        # What is no draw stands alone, beside its like as well.
        return entry.kind, 0 if is_draw else entry.ply

    runs: list[RunView] = []
    for _key, group in groupby(entries, alike):
        together = tuple(group)
        if len(together) < SHORTEST_RUN:
            runs += (RunView((entry,)) for entry in together)
        else:
            text = f"{together[0].text} × {len(together)}"
            runs.append(RunView(together, text, together[-1].judged))
    return tuple(runs)


def _step(
    whole: Game,
    ply: int,
    moments: tuple[Moment, ...] | None,
    entries: tuple[EntryView, ...],
    words: Words,
) -> StepView:
    """Return the board after some entries, with the next one and the better one marked."""
    _ = words.language.gettext
    game = Game(whole.setup, whole.log[:ply])
    moment = moments[ply] if moments and ply < len(moments) else None
    line = tuple(map(Move.parse, ((moment.better if moment else None) or "").split()))
    following = whole.log[ply] if ply < len(whole.log) else None
    next_entry = entries[ply] if following is not None else None
    return StepView(
        title=_("After {ply} of {last}").format(ply=ply, last=len(whole.log)),
        ply=ply,
        last=len(whole.log),
        board=_marked_board(game.position, following, line, words),
        verdict=_standing_words(game.position, ply, moments, words),
        kind=next_entry.kind if next_entry else "",
        played=_("Played next: {move}.").format(move=next_entry.text) if next_entry else "",
        lost=_("This lost the win.") if line else "",
        instead=_("Better: {move}.").format(move=words.move(line[0], short=True)) if line else "",
        line=tuple(words.move(move, short=True) for move in line),
        moves=" ".join(map(str, game.line)),
    )


def _marked_board(
    position: Position, following: Entry | None, line: tuple[Move, ...], words: Words
) -> StillView:
    """Return a board with the cards of the next entry marked, and those of a better one."""
    played = following if isinstance(following, Move) else None
    marks: dict[Card | None, str] = {}
    for move, mark in ((played, "lost" if line else "hint"), (line[0] if line else None, "better")):
        # A draw and a turn of the waste are marked at the stock, for which `None` stands.
        for card in (move.cards or (None,)) if move else ():
            marks[card] = "lost better" if card in marks else mark
    return still_view(position, words=words, marks=marks)


def _standing_words(
    position: Position, ply: int, moments: tuple[Moment, ...] | None, words: Words
) -> str:
    if moments is None or position.is_won or not moments:
        return ""
    verdict = moments[ply].before if ply < len(moments) else moments[-1].after
    return words.verdict(verdict, moments[0].before).text
