"""View models of what the solver says: verdict, hint, par."""

from dataclasses import dataclass, replace
from typing import Final

from app.analysis import Advice, Solution, Standing, Verdict
from app.engine import PYRAMID_CARDS, Card, Kind, Move, Reason, Status
from app.store import StoredGame

from .words import Words, capitalised

LAST_STEP: Final = 2
"""The step in which a hint tells the whole move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """Whether the game can still be won, in one of four wordings, or where to ask that."""

    kind: str
    """`winnable`, `lost` (it could be won before), `hopeless` (it never could), `unknown`,
    `pending` (being found out), `ask` (not asked for), or `none` (the game is over)."""
    text: str
    url: str
    """Where to ask, or to ask again while it is being found out."""
    polls: bool = False
    back_url: str = ""
    """Where a lost game can be taken back to."""
    said: str = ""
    """What is told unasked: that the game is lost."""

    @property
    def answer(self) -> str:
        """What is told whoever has asked."""
        return "" if self.polls or not self.text else capitalised(self.text) + "."


@dataclass(frozen=True, slots=True, kw_only=True)
class HintView:
    """A hint: what it says, the cards it points at, and where the next step of it is."""

    text: str
    said: str
    """The same for the ear: cards in words."""
    cards: tuple[Card, ...] = ()
    stock: bool = False
    """Whether it points at the stock."""
    next_step: int = 1
    poll_url: str = ""
    """Where to ask again while it is being found out."""
    lost: bool = False
    helped: bool = False
    """Whether it counts: a hint that names no winning move is no help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParView:
    """The fewest moves that the deal can be won in."""

    text: str
    poll_url: str = ""


def verdict_view(
    stored: StoredGame,
    standing: Standing | None,
    *,
    words: Words,
    root: str,
    attempt: int = 0,
    asked: bool,
) -> VerdictView:
    """Return the verdict on a position; `asked` says whether anybody wants it."""
    _ = words.language.gettext
    # A new address for each board and attempt: only a changed one is asked by the page.
    url = f"{root}/g/{stored.id}/verdict?ply={stored.ply}&attempt={attempt}"
    ended = stored.game.status is not Status.PLAYING
    if stored.game.position.is_won or (ended and standing is None):
        return VerdictView(kind="none", text="", url=url)
    if standing is None:
        if not asked:
            return VerdictView(kind="ask", text=_("Can it still be won?"), url=url)
        return VerdictView(kind="pending", text=_("finding out …"), url=url, polls=True)
    kind, text = standing_words(standing, words)
    lost = kind == "lost"
    return VerdictView(
        kind=kind,
        text=text,
        url=url,
        back_url=f"{root}/g/{stored.id}/back" if lost and stored.game.line else "",
        said=capitalised(text) + "." if kind in ("lost", "hopeless") else "",
    )


def standing_words(standing: Standing, words: Words) -> tuple[str, str]:
    """Return the kind of a verdict and its wording."""
    return verdict_words(standing.verdict, standing.at_start, words)


def verdict_words(verdict: Verdict, at_start: Verdict, words: Words) -> tuple[str, str]:
    """Return the kind of a verdict and its wording, of which there are four, kept apart."""
    _ = words.language.gettext
    if verdict is Verdict.WINNABLE:
        return "winnable", _("winnable")
    if verdict is Verdict.UNKNOWN:
        return "unknown", _("not known yet")
    if at_start is Verdict.LOST:
        return "hopeless", _("this deal cannot be won")
    return "lost", _("no longer winnable")


def hint_view(
    stored: StoredGame,
    advice: Advice | None,
    *,
    words: Words,
    root: str,
    step: int,
    attempt: int = 0,
) -> HintView:
    """Return the hint for a position, or that one is being looked for."""
    _ = words.language.gettext
    step = max(1, min(step, LAST_STEP))
    if stored.game.position.is_won:
        return _plain_hint(words.refusal(Reason.GAME_OVER, card=None, position=None))
    if advice is None:
        url = f"{root}/g/{stored.id}/hint?ply={stored.ply}&step={step}&attempt={attempt}"
        return replace(_plain_hint(_("Looking for a move …")), poll_url=url, next_step=step)
    if advice.standing.verdict is Verdict.LOST:
        return _lost_hint(advice, words)
    if advice.move is None:
        return _plain_hint(_("This was not found out in time."))
    proved = advice.standing.verdict is Verdict.WINNABLE
    if step < LAST_STEP and proved:
        where = advice.move.cards[:1]
        text, said = (
            " ".join((_("There is a winning move."), _look_at(advice.move, words, short=short)))
            for short in (True, False)
        )
        return HintView(
            text=text,
            said=said,
            cards=where,
            stock=not where,
            next_step=step + 1,
            helped=True,
        )
    first = "" if proved else _("Whether the game can be won is not known yet.") + " "
    text, said = (
        first + _move_words(advice.move, stored, words, short=short) for short in (True, False)
    )
    return HintView(
        text=text,
        said=said,
        cards=advice.move.cards,
        stock=not advice.move.cards,
        next_step=LAST_STEP,
        helped=proved,
    )


def _lost_hint(advice: Advice, words: Words) -> HintView:
    """Say that the game is lost; a draw is never advised then, only cards that can still go."""
    _, n = words.language.gettext, words.language.ngettext
    _kind, text = standing_words(advice.standing, words)
    parts = [capitalised(text) + "."]
    if advice.most:
        parts.append(
            n(
                "At most {count} more card can go.",
                "At most {count} more cards can go.",
                advice.most,
            ).format(count=advice.most)
        )
    elif advice.most == 0:
        parts.append(_("No card of the pyramid can go any more."))
    cards: tuple[Card, ...] = ()
    if advice.most and advice.move is not None and advice.move.kind is Kind.REMOVE:
        cards = advice.move.cards
    text, said = (" ".join(parts + _can_go(cards, words, short=short)) for short in (True, False))
    return HintView(text=text, said=said, cards=cards, lost=True)


def _can_go(cards: tuple[Card, ...], words: Words, *, short: bool) -> list[str]:
    if not cards:
        return []
    _ = words.language.gettext
    shown = words.shown(cards, short=short)
    return [_("{cards} can go without losing any of them.").format(cards=shown)]


def _plain_hint(text: str) -> HintView:
    """Return a hint that names no card."""
    return HintView(text=text, said=text)


def _look_at(move: Move, words: Words, *, short: bool) -> str:
    _ = words.language.gettext
    if move.kind is not Kind.REMOVE:
        return _("Look at the stock.")
    return _("Look at {card}.").format(card=words.named(move.cards[:1], short=short))


def _move_words(move: Move, stored: StoredGame, words: Words, *, short: bool) -> str:
    _ = words.language.gettext
    if move.kind is Kind.DRAW:
        return _("Draw a card.")
    if move.kind is Kind.RECYCLE:
        return _("Turn the waste over.")
    named = words.named(move.cards, short=short)
    if len(move.cards) == 1:
        return _("Take the king: {card}.").format(card=named)
    index = stored.game.setup.deal.index
    if all(index[card] < PYRAMID_CARDS for card in move.cards):
        return _("Take this pair of the pyramid: {cards}.").format(cards=named)
    return _("Take this pair: {cards}.").format(cards=named)


def par_view(
    stored: StoredGame, solution: Solution | None, *, words: Words, root: str, attempt: int = 0
) -> ParView:
    """Return the par of a deal that was won, or that it is being worked out."""
    _, n = words.language.gettext, words.language.ngettext
    if solution is None:
        return ParView(
            text=_("The fewest moves possible: being worked out …"),
            poll_url=f"{root}/g/{stored.id}/par?attempt={attempt}",
        )
    if solution.line is None or not solution.shortest:
        return ParView(text=_("The fewest moves possible: not found out in time."))
    fewest = len(solution.line)
    if stored.game.moves <= fewest:
        return ParView(text=_("Nobody can win this deal in fewer moves."))
    return ParView(
        text=n(
            "This deal can be won in {count} move.",
            "This deal can be won in {count} moves.",
            fewest,
        ).format(count=fewest)
    )
