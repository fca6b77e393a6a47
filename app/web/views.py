"""View models: frozen values that hold all that a template may see of a game."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice

from app.analysis import Standing
from app.engine import (
    REDO,
    ROWS,
    UNDO,
    Card,
    Entry,
    Game,
    Kind,
    Position,
    Reason,
    Status,
    Talon,
)
from app.store import GameSummary, State, StoredGame

from .judgements import HintView, ParView, VerdictView, par_view, verdict_view
from .words import Words, clock


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A card as it is drawn and named."""

    code: str
    """`TC`"""
    place: str
    """`r7c2`, `stock`, `drawn`, `waste` or `removed`."""
    state: str
    """`free` or `covered`."""
    half: bool
    """Whether a covered card is covered by one card only."""
    blocked: bool
    """Whether choosing it does nothing now: it is covered, and no rule lets it go."""
    label: str
    picked: bool
    mark: str
    """`refused`, `hint`, or nothing."""


@dataclass(frozen=True, slots=True)
class StatView:
    """A counter: `moves`, `time`, `score`, `left` or `pass`."""

    key: str
    label: str
    value: str
    paused: bool = False
    """Whether the clock stands still, as nothing has been done for too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlView:
    """A control of the table: where it posts to and whether it does anything now."""

    url: str
    label: str
    key: str
    """Its key, as `aria-keyshortcuts` has it, or nothing."""
    enabled: bool = True
    ply: int | None = None
    """The board it acts on, where that matters."""
    live: bool = False
    """Whether the answer is this table again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionView:
    """What a panel offers: a link, or with `post` something that changes the game."""

    key: str
    url: str
    label: str
    sign: str
    post: bool = False
    live: bool = False
    text: str = ""
    """What is shared beside the address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelView:
    """What is said over the table when a game is won, stuck or given up."""

    kind: str
    """`won`, `stuck` or `left`."""
    title: str
    facts: tuple[StatView, ...] = ()
    lines: tuple[str, ...] = ()
    actions: tuple[ActionView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A game as the table shows it."""

    id: str
    url: str
    code: str
    ply: int
    status: str
    legal: str
    """Every legal move, with blanks between: the page knows no rules."""
    reason: str
    """Why the last action was refused, or nothing."""
    pick: str
    """The card that is picked, or nothing."""
    rules_name: str
    rules_url: str
    rows: tuple[tuple[CardView | None, ...], ...]
    stock_count: int
    draw: str
    """What the stock does: `draw`, `recycle`, or nothing."""
    draw_label: str
    """What a sighted player sees of the stock: its cards, or what a tap does."""
    passes_left_text: str
    """What an empty stock says: `2 passes left`, or nothing where passes are unlimited."""
    pass_text: str
    """`2/3` for the stock, or nothing where passes are unlimited."""
    stock_card: CardView | None
    has_drawn_slot: bool
    drawn: CardView | None
    waste: CardView | None
    under_waste: CardView | None
    waste_count: int
    waste_label: str
    removed_count: int
    removed_label: str
    removed_top: tuple[CardView, ...]
    in_play: str
    """Every card in play, in words."""
    stats: tuple[StatView, ...]
    seconds: int
    """Time used so far."""
    idle: float
    """Seconds since the last entry of the log."""
    running: bool
    """Whether the clock runs: from the first action to the end."""
    undo: ControlView
    redo: ControlView
    restart: ControlView
    new_url: str
    new_label: str
    new_key: str
    share_url: str
    verdict: VerdictView
    coach: str
    """What to try first, for somebody who plays for the first time, or nothing."""
    hint: HintView | None
    hint_url: str
    """Where the next step of a hint is."""
    par: ParView | None
    message: str
    message_kind: str
    """`info`, `refusal`, `hint` or `warning`."""
    said: str
    """The same for the ear: it goes into the live region."""
    panel: PanelView | None


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
    hint: HintView | None = None
    par: ParView | None = None
    best: GameSummary | None = None
    """The player's best other win of a deal that is won now."""
    explain: bool = True


KEPT_CARDS = 4096
"""How many cards are kept as they were drawn: about those of a hundred games."""
KEPT_ROWS = 1024
"""The same for rows, of each language."""


@lru_cache(maxsize=KEPT_CARDS)
def _card_view(
    card: Card,
    place: str,
    covers: tuple[Card, ...],
    waste: int,
    *,
    blocked: bool,
    picked: bool,
    mark: str,
    words: Words,
) -> CardView:
    """Return a card as it is drawn and named: most are as they were a move ago."""
    return CardView(
        code=str(card),
        place=place,
        state="covered" if covers else "free",
        half=len(covers) == 1,
        blocked=blocked,
        label=words.label(card, place, covers=covers, waste=waste),
        picked=picked,
        mark=mark,
    )


@dataclass(frozen=True, slots=True)
class _Painter:
    """Draws the cards of one position in the words of one visitor."""

    position: Position
    words: Words
    shown: Shown
    playable: frozenset[Card]
    """The cards of the legal moves."""

    def card(self, card: Card, place: str | None = None) -> CardView:
        place = place or self.position.place_of(card) or "removed"
        covers = self.position.covers_of(card)
        return _card_view(
            card,
            place,
            covers,
            len(self.position.waste) if place == "waste" else 0,
            blocked=bool(covers) and card not in self.playable,
            picked=card == self.shown.pick,
            mark=self._mark(card),
            words=self.words,
        )

    def _mark(self, card: Card) -> str:
        if card in self.shown.refused:
            return "refused"
        return "hint" if self.shown.hint and card in self.shown.hint.cards else ""

    def row(self, number: int) -> tuple[CardView | None, ...]:
        cards, pyramid = self.position.setup.deal.cards, self.position.pyramid
        first = number * (number - 1) // 2
        return tuple(
            self.card(cards[i], f"r{number}c{i - first + 1}") if pyramid >> i & 1 else None
            for i in range(first, first + number)
        )


def table_view(
    stored: StoredGame, *, words: Words, root: str, now: datetime, shown: Shown
) -> TableView:
    """Return the view of a stored game for one request.

    `root` is the path that the site is served under, without a slash at its end.
    """
    game, position = stored.game, stored.game.position
    _ = words.language.gettext
    legal = position.legal_moves()
    playable = frozenset(card for move in legal for card in move.cards)
    painter = _Painter(position, words, shown, playable)
    waste, stock = position.waste, position.stock
    message, said = _message(game, words, shown)
    removals = (move for move in reversed(game.line) if move.kind is Kind.REMOVE)
    removed = [card for move in islice(removals, 2) for card in move.cards][:2]
    url = f"{root}/g/{stored.id}"
    open_stock = stock[0] if stock and position.is_free(stock[0]) else None
    passes = game.setup.rules.passes
    return TableView(
        id=stored.id,
        url=url,
        code=game.code,
        ply=game.ply,
        status=stored.status.value,
        legal=" ".join(map(str, legal)),
        reason=shown.reason.value if shown.reason else "",
        pick=str(shown.pick or ""),
        rules_name=words.rules_name(game.setup.rules),
        rules_url=f"{root}/rules/{game.setup.rules}",
        rows=tuple(painter.row(number) for number in range(1, ROWS + 1)),
        stock_count=len(stock),
        draw="draw" if position.can_draw else "recycle" if position.can_recycle else "",
        draw_label=words.stock_label(game),
        passes_left_text="" if position.is_won else words.passes_left(game),
        pass_text=f"{game.pass_number}/{passes}" if passes else "",
        stock_card=painter.card(open_stock) if open_stock else None,
        has_drawn_slot=game.setup.rules.talon is Talon.DRAWN,
        drawn=painter.card(position.drawn) if position.drawn else None,
        waste=painter.card(waste[-1]) if waste else None,
        under_waste=painter.card(waste[-2]) if len(waste) > 1 else None,
        waste_count=len(waste),
        waste_label=words.waste_label(position),
        removed_count=position.removed_count,
        removed_label=words.removed_label(position),
        removed_top=tuple(painter.card(card, "removed") for card in reversed(removed)),
        in_play=words.in_play(position),
        stats=_stats(stored, words, now),
        seconds=int(stored.elapsed_at(now)),
        idle=round((now - stored.times[-1]).total_seconds(), 1) if stored.times else 0.0,
        running=stored.running,
        # Translators: under a sign on a phone: seven letters, like Redo, Restart, New and Hint.
        undo=_step(game, UNDO, f"{url}/undo", _("Undo"), "U Control+Z"),
        redo=_step(game, REDO, f"{url}/redo", _("Redo"), "R Control+Y"),
        restart=ControlView(
            url=f"{url}/restart", label=_("Restart"), key="", enabled=bool(game.log)
        ),
        new_url=f"{root}/new",
        new_label=_("New"),
        new_key="N",
        share_url=f"{root}/d/{game.code}",
        verdict=verdict_view(stored, shown.standing, words=words, root=root, asked=shown.asked),
        coach="" if shown.coached or shown.hint else words.first_step(game),
        hint=shown.hint,
        hint_url=f"{url}/hint?ply={game.ply}&step={shown.hint.next_step if shown.hint else 1}",
        par=_par(stored, shown, words, root),
        message=message,
        message_kind=_message_kind(shown),
        said=said,
        panel=_panel(stored, shown, words, url, root),
    )


def _par(stored: StoredGame, shown: Shown, words: Words, root: str) -> ParView | None:
    if stored.game.status is not Status.WON:
        return None
    return shown.par or par_view(stored, None, words=words, root=root)


def _message_kind(shown: Shown) -> str:
    if shown.reason or shown.fault:
        return "refusal"
    if shown.hint:
        return "warning" if shown.hint.lost else "hint"
    return "info"


def _step(game: Game, entry: Entry, url: str, label: str, key: str) -> ControlView:
    enabled = game.why_not(entry) is None
    return ControlView(url=url, label=label, key=key, enabled=enabled, ply=game.ply, live=True)


def _message(game: Game, words: Words, shown: Shown) -> tuple[str, str]:
    """Return the line on the table and the text for the live region."""
    if shown.fault:
        return shown.fault, shown.fault
    if shown.hint:
        return shown.hint.text, shown.hint.said
    if shown.taken_back:
        text = words.taken_back(shown.taken_back, game.position)
        return text, text
    if shown.reason is not None:
        covered = next((c for c in shown.refused if game.position.covers_of(c)), None)
        text = words.refusal(
            shown.reason, card=covered if shown.explain else None, position=game.position
        )
        return text, text
    said = words.change(game, short=False) if shown.acted else ""
    return words.change(game, short=True), said


def _stats(stored: StoredGame, words: Words, now: datetime) -> tuple[StatView, ...]:
    _ = words.language.gettext
    game = stored.game
    stats = [
        StatView("moves", _("Moves"), str(game.moves)),
        StatView(
            "time", _("Time"), clock(int(stored.elapsed_at(now))), paused=stored.paused_at(now)
        ),
    ]
    if game.score is not None:
        stats.append(StatView("score", _("Score"), str(game.score)))
    # Translators: over the number of cards that are left of the pyramid.
    stats.append(StatView("left", _("Left"), str(game.position.left)))
    if game.setup.rules.passes is not None:
        value = f"{game.pass_number}/{game.setup.rules.passes}"
        # Translators: over 2/3, the second of three passes through the stock.
        stats.append(StatView("pass", _("Pass"), value))
    return tuple(stats)


def _panel(stored: StoredGame, shown: Shown, words: Words, url: str, root: str) -> PanelView | None:
    """Return what is said when a game has ended, and what can be done then."""
    if stored.status is State.PLAYING:
        return None
    _ = words.language.gettext
    game = stored.game
    undo = ActionView(
        key="undo",
        url=f"{url}/undo",
        label=_("Undo the last move"),
        sign="undo",
        post=True,
        live=True,
    )
    again = ActionView(
        key="restart", url=f"{url}/restart", label=_("Same deal again"), sign="restart", post=True
    )
    back = ActionView(
        key="back",
        url=f"{url}/back",
        label=_("Back to a win"),
        sign="undo",
        post=True,
        live=True,
    )
    review = ActionView(key="review", url=f"{url}/review", label=_("Review"), sign="check")
    new = ActionView(key="new", url=f"{root}/new", label=_("New game"), sign="new")
    if game.status is Status.WON:
        share = ActionView(
            key="share",
            url=f"{root}/d/{game.code}",
            label=_("Share this deal"),
            sign="share",
            text=words.result(game, seconds=int(stored.elapsed), hints=stored.hints),
        )
        told = ("moves", "time", "score")
        return PanelView(
            kind="won",
            title=_("You have won"),
            facts=(
                *(stat for stat in _stats(stored, words, stored.times[-1]) if stat.key in told),
                StatView("hints", _("Hints"), str(stored.hints)),
            ),
            lines=(_beside(stored, shown.best, words),) if shown.best else (),
            actions=(new, again, review, share),
        )
    if stored.status is State.LEFT:
        return PanelView(
            kind="left",
            title=_("You gave this game up"),
            lines=(_("Any move takes it up again."),),
            actions=(new, again, review),
        )
    if game.status is Status.STUCK:
        return PanelView(
            kind="stuck",
            title=_("No more moves possible"),
            lines=(words.left(game.position),),
            actions=(undo, back, again, new, review),
        )
    return None


def _beside(stored: StoredGame, best: GameSummary, words: Words) -> str:
    """Return how a win compares with the player's best other one of the deal."""
    _, n = words.language.gettext, words.language.ngettext
    mine, other = ((game.moves, int(game.elapsed)) for game in (stored.summary, best))
    if mine < other:
        return _("This is your best win of this deal so far.")
    text = n(
        "Your best win of this deal: {count} move in {time}.",
        "Your best win of this deal: {count} moves in {time}.",
        best.moves,
    )
    return text.format(count=best.moves, time=clock(other[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class StillView:
    """A position that is only looked at: what every player sees of it, nothing of the stock."""

    code: str
    rules_name: str
    rules_summary: str
    rules_letter: str
    rows: tuple[tuple[CardView | None, ...], ...]
    stock_count: int
    stock_card: CardView | None
    drawn: CardView | None
    waste: CardView | None
    label: str
    """What lies where besides the pyramid, in words."""


def still_view(
    position: Position,
    *,
    words: Words,
    marked: tuple[Card, ...] = (),
    shows_stock: bool = True,
) -> StillView:
    """Return the view of a position to look at, with some of its cards marked.

    Without `shows_stock` the top of an open stock stays hidden, as before a game begins.
    """
    setup = position.setup
    shown = Shown(hint=HintView(text="", said="", cards=marked) if marked else None)
    painter = _Painter(position, words, shown, frozenset())
    stock, waste = position.stock, position.waste
    is_open = shows_stock and bool(stock) and position.is_free(stock[0])
    open_stock = stock[0] if is_open else None
    talon = [card for card in (open_stock, position.drawn, *waste[-1:]) if card is not None]
    return StillView(
        code=str(setup),
        rules_name=words.rules_name(setup.rules),
        rules_summary=words.rules_summary(setup.rules),
        rules_letter=str(setup.rules),
        rows=tuple(painter.row(number) for number in range(1, ROWS + 1)),
        stock_count=len(stock),
        stock_card=painter.card(open_stock) if open_stock else None,
        drawn=painter.card(position.drawn) if position.drawn else None,
        waste=painter.card(waste[-1]) if waste else None,
        label=". ".join(
            (words.stock_count(position), *(painter.card(card).label for card in talon))
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game as a list shows it."""

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
