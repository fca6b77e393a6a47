"""What is said over the table when a game is won, stuck or given up, and what can be done then."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelView:
    """A panel over the table."""

    kind: str
    """`won`, `stuck` or `left`."""
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
) -> PanelView | None:
    """Return what is said of a game that has ended, `None` while it goes on.

    `url` is the game's. `best` is the player's best other win of the deal.
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
            actions=(
                _live("undo", f"{url}/undo", _("Undo the last move")),
                _live("back", f"{url}/back", _("Back to a win")),
                _again(words, url),
                _new(words, root),
                _review(words, url),
            ),
        )
    return None


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
