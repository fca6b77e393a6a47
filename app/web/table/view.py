"""The table as a value: all that its template may see of a game, grouped as it uses it."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from app.analysis import Return, Standing, Verdict
from app.engine import REDO, UNDO, Card, Entry, Game, Kind, Reason, Talon
from app.store import PAUSE, GameSummary, StoredGame

from ..drawing.boards import CardView, Painter, open_stock_card
from ..words import Again, Hint, Told, Words
from .kept import KeptView, kept_view, to_go_back_to
from .panel import Around, PanelView, Win, panel_view
from .stats import StatView, stats_view
from .verdict import VerdictView, verdict_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one request adds to a game: the picked card, and why an action was refused."""

    pick: Card | None = None
    reason: Reason | None = None
    refused: tuple[Card, ...] = ()
    fault: str = ""
    """What was wrong with a request that was not understood, in words."""
    acted: bool = False
    """Whether the last entry of the log is news, to be said."""
    taken_back: int = 0
    """How many actions were taken back at once."""
    coached: bool = True
    """Whether the first steps have been shown to this visitor."""
    asked: bool = False
    """Whether the verdict is wanted."""
    standing: Standing | None = None
    hint: Hint | None = None
    par: Told | None = None
    win: Win | None = None
    """What a win is beside the player's others."""
    explain: bool = True
    lost_since: int | None = None
    """The board from which on it was told that the game is lost, if it still is."""
    before: GameSummary | None = None
    """The game that can be gone back to, until something is done in this one."""
    way: Return | None = None
    """How far back a position lies that can be won, if that is known."""
    attempt: int = 0
    tells_way: bool = True
    """Whether it is told unasked which move lost the win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StockView:
    """The stock."""

    count: int
    does: str
    """What a tap does: `draw`, `recycle`, or nothing."""
    label: str
    """What a sighted player sees of it: its cards, or what a tap does."""
    note: str
    """What an empty one says: `2 passes left`, or nothing where passes are unlimited."""
    pass_text: str
    """`2/3`, or nothing where passes are unlimited."""
    card: CardView | None
    """Its top card, where the rules lay it open."""
    hinted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WasteView:
    """The waste: its top card and the one under it."""

    count: int
    label: str
    card: CardView | None
    under: CardView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedView:
    """The cards that have left the game, with the last two of them."""

    count: int
    label: str
    top: tuple[CardView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """What lies on the table. `drawn` is the card in the slot that some rules have for it."""

    rows: tuple[tuple[CardView | None, ...], ...]
    in_play: str
    """Every card in play, in words."""
    is_new: bool
    """Whether this is a deal that nothing has been done with."""
    stock: StockView
    has_drawn_slot: bool
    drawn: CardView | None
    waste: WasteView
    removed: RemovedView


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """The clock, for the page to go on with."""

    seconds: int
    """Time used so far."""
    idle: float
    """Seconds since the last entry of the log."""
    pause: int
    """Seconds without an entry after which time no longer counts."""
    running: bool
    """Whether it runs: from the first action to the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsView:
    """What has just happened: a line for the eye, and words for the live region."""

    text: str
    kind: str
    """`info`, `refusal`, `hint` or `warning`."""
    said: str
    coach: str
    """What to try first, for somebody who plays for the first time, or nothing."""
    again: Again | None
    """Where a hint is asked for once more."""
    fresh: bool
    """Whether this is a deal to which there is nothing to say but what else could be played."""
    kept: KeptView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlView:
    """A control of the table: where it leads and whether it does anything now."""

    url: str
    label: str
    key: str
    """Its key, as `aria-keyshortcuts` has it, or nothing."""
    enabled: bool = True
    ply: int | None = None
    """The board it acts on, where that matters."""
    live: bool = False
    """Whether the answer is this table again."""
    rules: str = ""
    """The rules of the game that it deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlsView:
    """The controls under the board."""

    undo: ControlView
    redo: ControlView
    hint: ControlView
    restart: ControlView
    new: ControlView


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A game as the table shows it."""

    url: str
    code: str
    ply: int
    status: str
    legal: str
    """Every legal move, with blanks between: the page knows no rules."""
    undoes: str
    """What an undo brings back: `draw`, `recycle`, or each card with its place, `TC@r7c2`."""
    reason: str
    """Why the last action was refused, or nothing."""
    pick: str
    """The card that is picked, or nothing."""
    rules: str
    """The letters of the rules."""
    rules_name: str
    share_url: str
    before: str
    """What can be gone back to from a game that is dealt now, by its id as in `game_path`."""
    board: BoardView
    stats: tuple[StatView, ...]
    clock: ClockView
    news: NewsView
    verdict: VerdictView
    controls: ControlsView
    panel: PanelView | None

    @property
    def again(self) -> Again | None:
        """Where a page without scripts asks for what the solver has not said yet."""
        par = self.panel.par if self.panel else None
        way = self.panel.way if self.panel else None
        return (
            self.news.again
            or (way.again if way else None)
            or self.verdict.told.again
            or (par.again if par else None)
        )


def table_view(
    stored: StoredGame, *, words: Words, root: str, now: datetime, shown: Shown
) -> TableView:
    """Return the view of a stored game for one request.

    `root` is the path that the site is served under, without a slash at its end.
    """
    game = stored.game
    legal = game.position.legal_moves()
    painter = Painter(
        position=game.position,
        words=words,
        playable=frozenset(card for move in legal for card in move.cards),
        picked=shown.pick,
        refused=shown.refused,
        hinted=shown.hint.cards if shown.hint else (),
    )
    url = f"{root}/g/{stored.id}"
    return TableView(
        url=url,
        code=game.code,
        ply=game.ply,
        status=stored.status.value,
        legal=" ".join(map(str, legal)),
        undoes=_undoes(game),
        reason=shown.reason.value if shown.reason else "",
        pick=str(shown.pick or ""),
        rules=str(game.setup.rules),
        rules_name=words.rules_name(game.setup.rules),
        share_url=f"{root}/d/{game.code}",
        before=to_go_back_to(stored, shown.before),
        board=_board(game, words, shown, painter),
        stats=stats_view(stored, words, now),
        clock=ClockView(
            seconds=int(stored.elapsed_at(now)),
            idle=round((now - stored.times[-1]).total_seconds(), 1) if stored.times else 0.0,
            pause=int(PAUSE.total_seconds()),
            running=stored.running,
        ),
        news=_news(stored, words, shown, root),
        verdict=verdict_view(
            stored,
            shown.standing,
            words=words,
            url=url,
            asked=shown.asked,
            since=shown.lost_since,
        ),
        controls=_controls(stored, words, shown, url, root),
        panel=panel_view(stored, around(stored, shown, words=words, root=root)),
    )


def _undoes(game: Game) -> str:
    if game.why_not(UNDO) is not None:
        return ""
    move, before = game.line[-1], game.positions[-2]
    if move.kind is not Kind.REMOVE:
        return move.kind.value
    return " ".join(f"{card}@{before.place_of(card)}" for card in move.cards)


def around(stored: StoredGame, shown: Shown, *, words: Words, root: str) -> Around:
    """Return what the panel of a game is told of beside it."""
    return Around(
        words=words,
        url=f"{root}/g/{stored.id}",
        root=root,
        par=shown.par,
        win=shown.win or Win(),
        hopeless=stored.winnable is False or _is_hopeless(shown.standing),
        way=shown.way,
        tells_way=shown.tells_way,
        attempt=shown.attempt,
    )


def _is_hopeless(standing: Standing | None) -> bool:
    """Whether it is known that the deal could not be won from its start."""
    return standing is not None and standing.at_start is Verdict.LOST


def _board(game: Game, words: Words, shown: Shown, painter: Painter) -> BoardView:
    position = game.position
    waste = position.waste
    removals = (move for move in reversed(game.line) if move.kind is Kind.REMOVE)
    removed = [card for move in islice(removals, 2) for card in move.cards][:2]
    return BoardView(
        rows=painter.rows(),
        in_play=words.in_play(position),
        is_new=not (game.ply or shown.pick or shown.reason or shown.hint),
        stock=_stock(game, words, shown, painter),
        has_drawn_slot=game.setup.rules.talon is Talon.DRAWN,
        drawn=painter.some(position.drawn),
        waste=WasteView(
            count=len(waste),
            label=words.waste_label(position),
            card=painter.some(waste[-1] if waste else None),
            under=painter.some(waste[-2] if len(waste) > 1 else None),
        ),
        removed=RemovedView(
            count=position.removed_count,
            label=words.removed_label(position),
            top=tuple(painter.card(card, "removed") for card in reversed(removed)),
        ),
    )


def _stock(game: Game, words: Words, shown: Shown, painter: Painter) -> StockView:
    position, passes = game.position, game.setup.rules.passes
    return StockView(
        count=len(position.stock),
        does="draw" if position.can_draw else "recycle" if position.can_recycle else "",
        label=words.stock_label(game),
        note="" if position.is_won else words.passes_left(game),
        pass_text=f"{game.pass_number}/{passes}" if passes else "",
        card=painter.some(open_stock_card(position)),
        hinted=bool(shown.hint and shown.hint.stock),
    )


def _controls(stored: StoredGame, words: Words, shown: Shown, url: str, root: str) -> ControlsView:
    _ = words.language.gettext
    game = stored.game
    step = shown.hint.next_step if shown.hint else 1
    return ControlsView(
        # Translators: under a sign on a phone: seven letters, like Redo, Restart, New and Hint.
        undo=_step(game, UNDO, f"{url}/undo", _("Undo"), "U Control+Z"),
        redo=_step(game, REDO, f"{url}/redo", _("Redo"), "R Control+Y"),
        hint=ControlView(
            url=f"{url}/hint?ply={game.ply}&step={step}",
            label=_("Hint"),
            key="H",
            enabled=not game.position.is_won,
            live=True,
        ),
        restart=ControlView(
            url=f"{url}/restart", label=_("Restart"), key="", enabled=bool(game.log)
        ),
        new=ControlView(url=f"{root}/games", label=_("New"), key="N", rules=str(game.setup.rules)),
    )


def _step(game: Game, entry: Entry, url: str, label: str, key: str) -> ControlView:
    enabled = game.why_not(entry) is None
    return ControlView(url=url, label=label, key=key, enabled=enabled, ply=game.ply, live=True)


def _news(stored: StoredGame, words: Words, shown: Shown, root: str) -> NewsView:
    game = stored.game
    text, said = _message(game, words, shown)
    kept = kept_view(stored, shown.before, words=words, root=root)
    coach = "" if shown.coached or shown.hint else words.first_step(game)
    quiet = not (shown.fault or shown.reason or shown.hint or shown.pick)
    fresh = quiet and stored.started_at is None and bool(kept or not (text or coach))
    kind = "info"
    if shown.reason or shown.fault:
        kind = "refusal"
    elif shown.hint:
        kind = "warning" if shown.hint.kind == "lost" else "hint"
    return NewsView(
        text="" if fresh else text,
        kind=kind,
        said=said,
        coach=coach,
        again=shown.hint.again if shown.hint else None,
        fresh=fresh,
        kept=kept,
    )


def _message(game: Game, words: Words, shown: Shown) -> tuple[str, str]:
    """Return the line on the table and the text for the live region."""
    if shown.fault:
        return shown.fault, shown.fault
    if shown.hint:
        return shown.hint.text, shown.hint.said
    if shown.taken_back:
        text = words.taken_back(shown.taken_back, game)
        return text, text
    if shown.reason is not None:
        covered = next((c for c in shown.refused if game.position.covers_of(c)), None)
        text = words.refusal(
            shown.reason,
            card=covered if shown.explain else None,
            position=game.position,
            pair=shown.refused,
        )
        return text, text
    said = words.change(game, short=False) if shown.acted else ""
    return words.change(game, short=True), said
