"""What is said over the table when a game is won, stuck, dead or given up, and what to do then."""

from dataclasses import dataclass

from app.engine import Game, Status
from app.store import GameSummary, State, StoredGame

from ..words import Told, Words, clock
from .stats import StatView, stats_view


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionView:
    """What a panel offers: a link, or with `post` something that changes the game."""

    key: str
    url: str
    label: str
    sign: str
    post: bool = False
    live: bool = False
    """Whether the answer is this table again."""
    text: str = ""
    """What is shared beside the address."""
    fields: tuple[tuple[str, str], ...] = ()
    """What is sent to begin another game."""


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
    actions: tuple[ActionView, ...] = ()


def panel_view(
    stored: StoredGame,
    *,
    words: Words,
    url: str,
    root: str,
    par: Told | None,
    best: GameSummary | None,
    hopeless: bool,
) -> PanelView | None:
    """Return what is said of a game that has ended or can't go on, `None` while it goes on.

    `url` is the game's. `best` is the player's best other win of the deal; `hopeless` says that no
    position of the deal can be won.
    """
    _ = words.language.gettext
    if stored.game.status is Status.WON:
        return _won(stored, words, url, root, par, best)
    if stored.status is State.LEFT:
        return PanelView(
            kind="left",
            title=_("You gave this game up"),
            lines=(_("Any move takes it up again."),),
            actions=(_new(words, root), _again(words, url), _review(words, url)),
        )
    if stored.game.status is Status.STUCK:
        return PanelView(
            kind="stuck",
            title=_("No more moves possible"),
            lines=(words.left(stored.game.position),),
            actions=(*_ways_on(stored, words, url, root, hopeless), _review(words, url)),
        )
    if stored.game.position.is_dead:
        return PanelView(
            kind="dead",
            title=_("Nothing more can go"),
            lines=(
                _("Whatever you draw, no card can be removed any more."),
                words.left(stored.game.position),
            ),
            actions=_ways_on(stored, words, url, root, hopeless),
        )
    return None


def _ways_on(
    stored: StoredGame, words: Words, url: str, root: str, hopeless: bool
) -> tuple[ActionView, ...]:
    """Return what helps where a game can't go on as it is.

    There is no way back to a win in a deal that never had one: then another deal is offered.
    """
    _ = words.language.gettext
    back = _live("back", f"{url}/back", _("Back to a win"))
    other = ActionView(
        key="winnable",
        url=f"{root}/games",
        label=_("Deal one that can be won"),
        sign="new",
        post=True,
        fields=(("rules", str(stored.game.setup.rules)), ("winnable", "1")),
    )
    return (
        _live("undo", f"{url}/undo", _("Undo the last move")),
        other if hopeless else back,
        _again(words, url),
        _new(words, root),
    )


def _won(
    stored: StoredGame,
    words: Words,
    url: str,
    root: str,
    par: Told | None,
    best: GameSummary | None,
) -> PanelView:
    _ = words.language.gettext
    told = ("moves", "time", "score")
    return PanelView(
        kind="won",
        title=_("You have won"),
        facts=(
            *(stat for stat in stats_view(stored, words, stored.times[-1]) if stat.key in told),
            StatView("hints", _("Hints"), str(stored.hints)),
        ),
        lines=(_beside(stored.game, stored.summary, best, words),) if best else (),
        par=par or words.par(stored.game, None).asked(f"{url}/par", 0),
        actions=(
            _new(words, root),
            _again(words, url),
            _review(words, url),
            ActionView(
                key="share",
                url=f"{root}/d/{stored.game.code}",
                label=_("Share this deal"),
                sign="share",
                text=words.result(stored.game, seconds=int(stored.elapsed), hints=stored.hints),
            ),
        ),
    )


def _beside(game: Game, mine: GameSummary, best: GameSummary, words: Words) -> str:
    """Return how a win compares with the player's best other one of the deal."""
    _, n = words.language.gettext, words.language.ngettext
    if (game.moves, int(mine.elapsed)) < (best.moves, int(best.elapsed)):
        return _("This is your best win of this deal so far.")
    text = n(
        "Your best win of this deal: {count} move in {time}.",
        "Your best win of this deal: {count} moves in {time}.",
        best.moves,
    )
    return text.format(count=best.moves, time=clock(int(best.elapsed)))


def _live(key: str, url: str, label: str) -> ActionView:
    return ActionView(key=key, url=url, label=label, sign="undo", post=True, live=True)


def _again(words: Words, url: str) -> ActionView:
    label = words.language.gettext("Same deal again")
    return ActionView(key="restart", url=f"{url}/restart", label=label, sign="restart", post=True)


def _review(words: Words, url: str) -> ActionView:
    label = words.language.gettext("Review")
    return ActionView(key="review", url=f"{url}/review", label=label, sign="check")


def _new(words: Words, root: str) -> ActionView:
    label = words.language.gettext("New game")
    return ActionView(key="new", url=f"{root}/new", label=label, sign="new")
