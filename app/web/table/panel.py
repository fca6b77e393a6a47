"""What is said over the table when a game is won, stuck, dead or given up, and what to do then."""

from dataclasses import dataclass, field

from app.analysis import Return
from app.engine import Game, Status
from app.store import GameSummary, Origin, State, StoredGame

from ..summing import class_of, over_par_of
from ..words import Again, Result, Told, Words, clock
from .stats import StatView, stats_view


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionView:
    """What a panel offers: a link, or with `post` something that changes or begins a game."""

    key: str
    url: str
    label: str
    sign: str
    post: bool = False
    live: bool = False
    """Whether the answer is this table again."""
    text: str = ""
    """What is shared beside the address."""
    rules: str = ""
    """The rules of the game that it deals."""
    winnable: bool = False
    """Whether that has to be one that can be won, whatever else is wished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayView:
    """What leads on from a game that can't go on: back to a win, or to another deal."""

    actions: tuple[ActionView, ...]
    again: Again | None = None
    """Where to ask which move lost the win, while that is being found out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelView:
    """A panel over the table."""

    kind: str
    """`won`, `stuck`, `dead` (only draws are left, and they lead to nothing) or `left`."""
    title: str
    facts: tuple[StatView, ...] = ()
    lines: tuple[str, ...] = ()
    par: Told | None = None
    """The fewest moves that the deal can be won in."""
    grade: Told | None = None
    """How hard the deal is."""
    way: WayView | None = None
    """What is offered before all else."""
    actions: tuple[ActionView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """What a win is beside the player's others."""

    best: GameSummary | None = None
    """Their best other win of the deal."""
    row: int = 0
    """Wins in a row up to this one."""
    grade: Told | None = None
    """How hard the deal is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What a panel is told of beside the game: `url` is the game's, `root` that of the site."""

    words: Words
    url: str
    root: str
    par: Told | None = None
    win: Win = field(default_factory=Win)
    hopeless: bool = False
    """Whether it is known that no position of the deal can be won."""
    way: Return | None = None
    """How far back a position lies that can be won, if that is known."""
    tells_way: bool = True
    """Whether the player wants to be told unasked which move lost the win."""
    attempt: int = 0


def is_at_its_end(game: Game) -> bool:
    """Whether a game that is not won can't go on: no move is left, or none that removes a card."""
    if game.status is Status.WON:
        return False
    return game.status is Status.STUCK or game.position.is_dead


def panel_view(stored: StoredGame, around: Around) -> PanelView | None:
    """Return what is said of a game that has ended or can't go on, `None` while it goes on."""
    words = around.words
    _ = words.language.gettext
    if stored.game.status is Status.WON:
        return _won(stored, around)
    if stored.status is State.LEFT:
        return PanelView(
            kind="left",
            title=_("You gave this game up"),
            lines=(_("Any move takes it up again."),),
            actions=(
                _live("resume", f"{around.url}/resume", _("Resume"), "play"),
                _new(stored, words, around.root),
                _restart(words, around.url),
                _review(words, around.url),
                *_challenge(stored, words, around.url),
            ),
        )
    if not is_at_its_end(stored.game):
        return None
    stuck = stored.game.status is Status.STUCK
    nothing = _("Whatever you draw, no card can be removed any more.")
    ways_on = (
        _live("undo", f"{around.url}/undo", _("Undo the last move"), "undo"),
        _restart(words, around.url),
        _new(stored, words, around.root),
    )
    return PanelView(
        kind="stuck" if stuck else "dead",
        title=_("No more moves possible") if stuck else _("Nothing more can go"),
        lines=(*(() if stuck else (nothing,)), words.left(stored.game.position)),
        way=way_view(stored, around),
        actions=(*ways_on, _review(words, around.url)) if stuck else ways_on,
    )


def way_view(stored: StoredGame, around: Around) -> WayView:
    """Return what helps most where a game can't go on as it is.

    There is no way back to a win in a deal that never had one: then another deal is offered.
    """
    words, found = around.words, around.way
    _ = words.language.gettext
    never = found is not None and found.complete and found.count is None
    if around.hopeless or never:
        other = ActionView(
            key="winnable",
            url=f"{around.root}/games",
            label=_("Deal one that can be won"),
            sign="new",
            post=True,
            rules=str(stored.game.setup.rules),
            winnable=True,
        )
        return WayView(actions=(other,))
    count = found.count if found and around.tells_way else None
    lost_by = stored.game.line[-count] if count else None
    how = ActionView(
        key="how",
        url=f"{around.root}/solve/{stored.game.code}",
        label=_("Show me how"),
        sign="hint",
    )
    back = _live("back", f"{around.url}/back", words.back_to_before(lost_by), "undo")
    again = None
    if found is None and around.tells_way:
        again = Again.at(f"{around.url}/way", around.attempt, ply=stored.ply)
    return WayView(actions=(back, how), again=again)


def _won(stored: StoredGame, around: Around) -> PanelView:
    words, url, win = around.words, around.url, around.win
    _ = words.language.gettext
    told = ("moves", "time", "score")
    return PanelView(
        kind="won",
        title=_("You have won"),
        facts=(
            *(stat for stat in stats_view(stored, words, stored.times[-1]) if stat.key in told),
            StatView("hints", _("Hints"), str(stored.hints)),
        ),
        lines=(
            *((_beside(stored.game, stored.summary, win.best, words),) if win.best else ()),
            *((words.wins_in_a_row(win.row),) if win.row > 1 else ()),
        ),
        grade=win.grade,
        par=around.par or words.par(stored.game, None).asked(f"{url}/par", 0),
        actions=(
            _new(stored, words, around.root),
            _review(words, url),
            ActionView(
                key="share",
                url=f"{around.root}/d/{stored.game.code}",
                label=_("Share this deal"),
                sign="share",
                text=words.result(_result(stored)),
            ),
            *_challenge(stored, words, url),
            _restart(words, url),
            _daily(stored, words, around.root),
            ActionView(key="rules", url=f"{around.root}/new", label=_("Other rules"), sign="rules"),
        ),
    )


def _result(stored: StoredGame) -> Result:
    return Result(
        game=stored.game,
        seconds=int(stored.elapsed),
        hints=stored.hints,
        help_class=class_of(stored),
        given=stored.given or 0,
        over_par=over_par_of(stored),
        day=stored.daily_date,
    )


def _beside(game: Game, mine: GameSummary, best: GameSummary, words: Words) -> str:
    """Return how a win compares with the player's best other one of the deal."""
    _, n = words.language.gettext, words.language.ngettext
    if (game.moves, int(mine.elapsed)) < (best.moves, int(best.elapsed)):
        text = n(
            "Your best of {count} game of this deal.",
            "Your best of {count} games of this deal.",
            mine.attempt or 1,
        )
        return text.format(count=mine.attempt or 1)
    text = n(
        "Your best win of this deal: {count} move in {time}.",
        "Your best win of this deal: {count} moves in {time}.",
        best.moves,
    )
    return text.format(count=best.moves, time=clock(int(best.elapsed)))


def _live(key: str, url: str, label: str, sign: str) -> ActionView:
    return ActionView(key=key, url=url, label=label, sign=sign, post=True, live=True)


def _restart(words: Words, url: str) -> ActionView:
    label = words.language.gettext("Restart")
    return ActionView(key="restart", url=f"{url}/restart", label=label, sign="restart", post=True)


def _challenge(stored: StoredGame, words: Words, url: str) -> tuple[ActionView, ...]:
    """Return the way to challenge others, unless it is not the player's own from the start."""
    if stored.given or stored.origin is Origin.IMPORTED or stored.started_at is None:
        return ()
    label = words.language.gettext("Challenge others")
    return (
        ActionView(key="challenge", url=f"{url}/challenge", label=label, sign="share", post=True),
    )


def _daily(stored: StoredGame, words: Words, root: str) -> ActionView:
    """Return the way to the day whose deal it was, or to today."""
    day = stored.daily_date
    return ActionView(
        key="daily",
        url=f"{root}/daily/{day.isoformat()}" if day else f"{root}/daily",
        label=words.language.gettext("Deal of the day"),
        sign="daily",
    )


def _review(words: Words, url: str) -> ActionView:
    label = words.language.gettext("Review")
    return ActionView(key="review", url=f"{url}/review", label=label, sign="check")


def _new(stored: StoredGame, words: Words, root: str) -> ActionView:
    """Return the next deal of the same rules."""
    return ActionView(
        key="new",
        url=f"{root}/games",
        label=words.language.gettext("Deal again"),
        sign="new",
        post=True,
        rules=str(stored.game.setup.rules),
    )
