"""What is done to games, by pages and JSON alike: nobody else makes or changes one."""

import secrets
from dataclasses import dataclass
from datetime import date
from typing import Final

from starlette.concurrency import run_in_threadpool

from app.analysis import Solution, Standing, Verdict
from app.engine import DEALS, UNDO, Deal, Entry, Game, IllegalMove, Move, Reason, Rules, Setup
from app.record import counts_for, is_by_hand
from app.store import MOST_GIVEN, Help, LogFull, Origin, Stale, State, StoredGame, deal_key

from .asking import solution_of
from .summing import class_of
from .visit import Seat, Visit
from .words import Hint

_FIGURES_WAIT: Final = 20.0
"""Seconds that an answer is waited for which only figures need."""


def random_setup(rules: Rules) -> Setup:
    """Return rules with a deal by chance, each of the numbered deals as likely as any other."""
    return Setup(rules, Deal.numbered(secrets.randbelow(DEALS)))


def begin(
    visit: Visit,
    setup: Setup,
    *,
    origin: Origin,
    given: tuple[Move, ...] = (),
    daily_date: date | None = None,
    challenge: str | None = None,
    winnable: bool | None = None,
    press: str = "",
) -> StoredGame:
    """Return a new game of the visitor; another open one of the same deal is left for it.

    `given` are moves that it begins with and that are not the player's own; `daily_date` is the day
    whose deal it was begun from, `challenge` the id of one it takes part in; `winnable` is what
    the solver has said of the deal, where it has. `press` is a key that only the form has which was
    sent: sent twice, it begins one game. Raises `IllegalMove` where the moves can't be made, and
    `LogFull` where they are too many.
    """
    # Before anybody is made a visitor for it.
    if len(given) > MOST_GIVEN:
        raise LogFull(MOST_GIVEN)
    Game(setup, given)
    games = visit.site.store.games
    pressed = games.by_press(press) if press else None
    if pressed is not None and visit.visitor is None:
        # Who came for the first time, and whose first answer was lost.
        visit.become(pressed[1])
    visitor = visit.identified()
    if pressed is not None and pressed[1] != visitor.id:
        press = ""
    stored = games.new(
        *(visitor.id, setup),
        origin=origin,
        given=given,
        daily_date=daily_date,
        challenge=challenge,
        winnable=winnable,
        press=press,
    )
    if challenge is not None and stored.challenge == challenge:
        visit.site.store.challenges.enter(challenge, stored)
    if stored.visitor_id != visitor.id:
        # The same form came twice at once, both times from nobody that was known.
        visit.become(stored.visitor_id)
    return stored


def restart(seat: Seat, *, press: str = "") -> StoredGame:
    """Return a new game of the same deal under the same rules; this one is left for it."""
    _find_out_afterwards(seat)
    return begin(
        seat.visit,
        seat.stored.game.setup,
        origin=Origin.RESTART,
        # A further attempt: it stands in the table as such.
        challenge=seat.stored.challenge,
        press=press,
    )


def take_up(seat: Seat) -> StoredGame:
    """Return a game that was given up as open again; another open one of its deal is left."""
    return seat.visit.site.store.games.take_up(seat.stored)


def leave(seat: Seat) -> StoredGame:
    """Return a game as given up by its player; it can be taken up again."""
    _find_out_afterwards(seat)
    return seat.visit.site.store.games.leave(seat.stored)


def count_hint(seat: Seat, hint: Hint) -> None:
    """Note what a hint has told, and count it once for each board if it told a winning move."""
    if hint.helped and seat.stored.status is State.LEFT:
        # Should it be taken up again, that was no hint in it but a look at how it is won.
        note_seen(seat.visit, seat.stored.game.setup, Help.SOLUTION)
    elif hint.helped:
        seat.visit.site.store.games.count_hint(seat.stored)
        note_help(seat, Help.HINT)
    elif hint.kind == "lost":
        note_help(seat, Help.VERDICT)


def note_help(seat: Seat, kind: Help) -> None:
    """Note what the player has been told before the end of a game, once for each kind."""
    seat.visit.site.store.games.note_help(seat.stored, kind)


def note_seen(visit: Visit, setup: Setup, kind: Help) -> None:
    """Note that a visitor has seen a solution or a review of a deal: it helps in all its games."""
    if visit.visitor is not None:
        visit.site.store.seen.note(visit.visitor.id, setup, kind)


def note_standing(seat: Seat, standing: Standing | None) -> None:
    """Keep with the games of a deal whether it can be won, once the solver has said so."""
    if standing is None or seat.stored.winnable is not None:
        return
    if standing.at_start is not Verdict.UNKNOWN:
        can_be_won = standing.at_start is Verdict.WINNABLE
        key = deal_key(seat.stored.game.setup)
        seat.visit.site.store.games.note_known(key, can_be_won, None)


def note_hopeless(seat: Seat) -> None:
    """Keep with the games of a deal that it cannot be won: none of a game's positions can."""
    if seat.stored.winnable is None:
        key = deal_key(seat.stored.game.setup)
        seat.visit.site.store.games.note_known(key, False, None)


def note_par(seat: Seat, solution: Solution | None) -> None:
    """Keep with the games of a deal its par, once it is proved."""
    if solution is not None and solution.actions is not None and seat.stored.par is None:
        key = deal_key(seat.stored.game.setup)
        seat.visit.site.store.games.note_known(key, True, solution.actions)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an entry: the game as it stands now, and why it was refused if it was."""

    stored: StoredGame
    reason: Reason | None = None
    full: bool = False
    """Whether nothing was entered as the log is as long as it may be."""


def enter(seat: Seat, entry: Entry, *, ply: int) -> Outcome:
    """Make one more entry in the log of a visitor's own game.

    `ply` is that of the board that the visitor had before them. Where the game has moved on
    since, here or in another process, nothing is entered, and the outcome has the board of now.
    """
    if ply != seat.stored.ply:
        return Outcome(seat.stored, Reason.STALE)
    try:
        game = seat.stored.game.enter(entry)
    except IllegalMove as illegal:
        return Outcome(seat.stored, illegal.reason)
    return _kept(seat, game)


def take_back(seat: Seat, count: int) -> Outcome:
    """Take several actions back at once, however far the rules let undo reach.

    Beyond their limit no undo leads, and so none that this game's log could have: there another
    game begins with the moves up to that position, which is practice as any such game. The reason
    is `UNDO_LIMIT` where those are more than a game may begin with.
    """
    game = seat.stored.game
    try:
        for _step in range(count):
            game = game.enter(UNDO)
    except IllegalMove as illegal:
        if illegal.reason is not Reason.UNDO_LIMIT:
            return Outcome(seat.stored, illegal.reason)
        return _gone_on_from(seat, count)
    outcome = _kept(seat, game)
    if outcome.reason is None and not outcome.full:
        # Afterwards: a game that was left is told nothing before it is open again.
        note_help(Seat(seat.visit, outcome.stored), Help.BACK)
    return outcome


def _gone_on_from(seat: Seat, count: int) -> Outcome:
    """Begin a game where the line of this one stood so many actions ago."""
    game = seat.stored.game
    # Pressed twice on one board, it begins one game.
    press = f"back {seat.stored.id} {seat.stored.ply}"
    given = game.line[: len(game.line) - count]
    try:
        begun = begin(
            seat.visit,
            game.setup,
            origin=Origin.CONTINUED if given else Origin.RESTART,
            given=given,
            winnable=True,
            press=press,
        )
    except LogFull:
        return Outcome(seat.stored, Reason.UNDO_LIMIT)
    for each in (seat.stored, begun):
        note_help(Seat(seat.visit, each), Help.BACK)
    return Outcome(begun)


def _kept(seat: Seat, game: Game) -> Outcome:
    """Keep what a game has become, unless it has moved on meanwhile."""
    try:
        after = seat.visit.site.store.games.append(seat.stored, game, ply=seat.stored.ply)
    except Stale:
        return Outcome(seat.visit.seat(seat.stored.id).stored, Reason.STALE)
    except LogFull:
        return Outcome(seat.stored, full=True)
    if after.status is State.WON:
        _find_out_afterwards(seat)
    if _counts_among_others(after):
        client = seat.visit.request.client
        seat.visit.site.store.ranked.enter(
            after, help_class=class_of(after).value, address=client.host if client else ""
        )
    return Outcome(after)


def _find_out_afterwards(seat: Seat) -> None:
    """Have the solver say of a deal whose game has ended what the figures want to know of it.

    Once the answer is sent, and where there is a solver that runs: nobody waits for that.
    """
    visit, setup = seat.visit, seat.stored.game.setup
    known = seat.stored.winnable is not None and seat.stored.par is not None
    if known or not visit.site.analysis.is_started:
        return

    async def find_out() -> None:
        solution = await solution_of(visit, setup, patience=_FIGURES_WAIT)
        if solution is None or solution.verdict is Verdict.UNKNOWN:
            return
        can_be_won = solution.verdict is Verdict.WINNABLE
        par = solution.actions if can_be_won else None
        note = visit.site.store.games.note_known
        await run_in_threadpool(note, deal_key(setup), can_be_won, par)

    visit.afterwards[str(setup)] = find_out


def _counts_among_others(stored: StoredGame) -> bool:
    """Whether a game is a win of a day's deal, in time, at the first attempt and by a person."""
    day, begun, won = stored.daily_date, stored.started_at, stored.finished_at
    if day is None or begun is None or won is None or stored.status is not State.WON:
        return False
    is_first = stored.origin is Origin.DAILY and stored.attempt == 1 and not stored.given
    return is_first and counts_for(day, begun, won) and is_by_hand(stored.times)
