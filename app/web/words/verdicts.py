"""From a verdict of the solver to words: the one place for table, deals, guide, review and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.analysis import Advice, Moment, Solution, Standing, Verdict
from app.engine import PYRAMID_CARDS, Card, Game, Kind, Move, Reason

from .faults import FaultWords
from .table import TableWords
from .told import PENDING, Hint, Told

LAST_STEP: Final = 2
"""The step in which a hint tells the whole move."""


@dataclass(frozen=True, slots=True)
class VerdictWords(TableWords, FaultWords):
    """The words for what the solver says."""

    # A position

    def standing(self, standing: Standing | None) -> Told:
        """Return whether a game can still be won, `None` standing for an answer on its way."""
        if standing is None:
            return Told(kind=PENDING, text=self.language.gettext("finding out …"))
        return self.verdict(standing.verdict, standing.at_start)

    def verdict(self, verdict: Verdict, at_start: Verdict) -> Told:
        """Return a verdict in one of four wordings, kept apart.

        Its kind is `winnable`, `lost` (it could be won before), `hopeless` (it never could) or
        `unknown`.
        """
        _ = self.language.gettext
        if verdict is Verdict.WINNABLE:
            told = ("winnable", _("winnable"), _("This game can be won."))
        elif verdict is Verdict.UNKNOWN:
            told = ("unknown", _("not known yet"), _("This is not known yet."))
        elif at_start is Verdict.LOST:
            told = ("hopeless", _("this deal cannot be won"), _("This deal cannot be won."))
        else:
            told = ("lost", _("no longer winnable"), _("This game can no longer be won."))
        kind, text, said = told
        return Told(kind=kind, text=text, said=said)

    def tried(self, standing: Standing | None) -> Told:
        """Return what became of the win with a move that was only tried."""
        _ = self.language.gettext
        if standing is None:
            return self.standing(None)
        kind, text = {
            Verdict.WINNABLE: ("winnable", _("This keeps the win.")),
            Verdict.LOST: ("lost", _("This loses: the deal can no longer be won.")),
            Verdict.UNKNOWN: ("unknown", _("not known yet")),
        }[standing.verdict]
        return Told(kind=kind, text=text)

    # A hint

    def hint(self, game: Game, advice: Advice | None, *, step: int) -> Hint:
        """Return a hint: in its first step that there is a winning move and where to look."""
        _ = self.language.gettext
        step = max(1, min(step, LAST_STEP))
        if game.position.is_won:
            return _plain("over", self.refusal(Reason.GAME_OVER, card=None, position=None))
        if advice is None:
            return _plain(PENDING, _("Looking for a move …"), next_step=step)
        if advice.standing.verdict is Verdict.LOST:
            return self._lost(advice)
        if advice.move is None:
            return _plain("hint", _("This was not found out in time."))
        proved = advice.standing.verdict is Verdict.WINNABLE
        if step < LAST_STEP and proved:
            return self._where_to_look(advice.move, step)
        first = "" if proved else _("Whether the game can be won is not known yet.") + " "
        text, said = (
            first + self._move_to_make(advice.move, game, short=short) for short in (True, False)
        )
        return Hint(
            kind="hint",
            text=text,
            said=said,
            cards=advice.move.cards,
            stock=not advice.move.cards,
            next_step=LAST_STEP,
            helped=proved,
        )

    def _where_to_look(self, move: Move, step: int) -> Hint:
        _ = self.language.gettext
        where = move.cards[:1]
        text, said = (
            " ".join((_("There is a winning move."), self._look_at(move, short=short)))
            for short in (True, False)
        )
        return Hint(
            kind="hint",
            text=text,
            said=said,
            cards=where,
            stock=not where,
            next_step=step + 1,
            helped=True,
        )

    def _look_at(self, move: Move, *, short: bool) -> str:
        _ = self.language.gettext
        if move.kind is not Kind.REMOVE:
            return _("Look at the stock.")
        return _("Look at {card}.").format(card=self.named(move.cards[:1], short=short))

    def _move_to_make(self, move: Move, game: Game, *, short: bool) -> str:
        _ = self.language.gettext
        if move.kind is Kind.DRAW:
            return _("Draw a card.")
        if move.kind is Kind.RECYCLE:
            return _("Turn the waste over.")
        named = self.named(move.cards, short=short)
        if len(move.cards) == 1:
            return _("Take the king: {card}.").format(card=named)
        index = game.setup.deal.index
        if all(index[card] < PYRAMID_CARDS for card in move.cards):
            return _("Take this pair of the pyramid: {cards}.").format(cards=named)
        return _("Take this pair: {cards}.").format(cards=named)

    def _lost(self, advice: Advice) -> Hint:
        """Say that the game is lost; a draw is never advised then, only cards that can still go."""
        _, n = self.language.gettext, self.language.ngettext
        parts = [self.standing(advice.standing).said]
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
        text, said = (
            " ".join([*parts, *self._can_go(cards, short=short)]) for short in (True, False)
        )
        return Hint(kind="lost", text=text, said=said, cards=cards)

    def _can_go(self, cards: tuple[Card, ...], *, short: bool) -> list[str]:
        if not cards:
            return []
        _ = self.language.gettext
        shown = self.shown(cards, short=short)
        return [_("{cards} can go without losing any of them.").format(cards=shown)]

    # A deal

    def deal(self, verdict: Verdict | None) -> Told:
        """Return whether a deal can be won, `None` standing for an answer on its way."""
        _ = self.language.gettext
        kind, text = {
            None: (PENDING, _("Finding out whether this deal can be won …")),
            Verdict.WINNABLE: ("winnable", _("This deal can be won.")),
            Verdict.LOST: ("hopeless", _("This deal cannot be won under these rules.")),
            Verdict.UNKNOWN: ("unknown", _("Whether this deal can be won is not known yet.")),
        }[verdict]
        return Told(kind=kind, text=text)

    def none_found(self) -> str:
        """Return what is said where no deal that can be won was found."""
        _ = self.language.gettext
        return _("No deal that can be won was found in time. Try again, or without that wish.")

    def solution(self, solution: Solution | None) -> Told:
        """Return what is said first of a deal that was given to be solved."""
        _ = self.language.gettext
        if solution is None:
            return Told(kind=PENDING, text=_("Being solved …"))
        if solution.verdict is Verdict.UNKNOWN:
            return Told(kind="unknown", text=_("This was not found out in time."))
        return self.deal(solution.verdict)

    def facts(self, solution: Solution | None) -> tuple[str, ...]:
        """Return what is proved of a deal, in sentences."""
        n = self.language.ngettext
        if solution is None:
            return ()
        if solution.line is None:
            if solution.most is None:
                return ()
            return (
                n(
                    "At most {count} card of the pyramid can go.",
                    "At most {count} cards of the pyramid can go.",
                    solution.most,
                ).format(count=solution.most),
            )
        count = len(solution.line)
        shortest = n(
            "The shortest win takes {count} move.", "The shortest win takes {count} moves.", count
        )
        some = n("A win in {count} move:", "A win in {count} moves:", count)
        turns = sum(move.kind is not Kind.REMOVE for move in solution.line)
        return (
            (shortest if solution.shortest else some).format(count=count),
            n(
                "{count} of them is a draw or a turn of the waste.",
                "{count} of them are draws and turns of the waste.",
                turns,
            ).format(count=turns),
        )

    def par(self, game: Game, solution: Solution | None) -> Told:
        """Return the par of a deal that was won."""
        _, n = self.language.gettext, self.language.ngettext
        if solution is None:
            return Told(kind=PENDING, text=_("The fewest moves possible: being worked out …"))
        if solution.line is None or not solution.shortest:
            return Told(kind="unknown", text=_("The fewest moves possible: not found out in time."))
        fewest = len(solution.line)
        if game.moves <= fewest:
            return Told(kind="par", text=_("Nobody can win this deal in fewer moves."))
        text = n(
            "This deal can be won in {count} move.",
            "This deal can be won in {count} moves.",
            fewest,
        )
        return Told(kind="par", text=text.format(count=fewest))

    # A game looked back on

    def review(self, moments: Sequence[Moment] | None) -> Told:
        """Say in a sentence where the win was lost, if it was there."""
        _, n = self.language.gettext, self.language.ngettext
        if moments is None:
            return Told(kind=PENDING, text=_("The game is being looked at …"))
        if not moments:
            return Told(kind="empty", text=_("No move was made."))
        if moments[0].before is Verdict.LOST:
            return Told(kind="hopeless", text=_("This deal could not be won from the start."))
        if any(Verdict.UNKNOWN in (moment.before, moment.after) for moment in moments):
            return Told(kind="unknown", text=_("Not all of this game was judged in time."))
        lost = [ply for ply, moment in enumerate(moments, 1) if moment.lost_the_win]
        if not lost:
            return Told(kind="kept", text=_("The win was never lost."))
        text = n(
            "You lost the win once, at move {plies}.",
            "You lost the win {count} times, at moves {plies}.",
            len(lost),
        ).format(count=len(lost), plies=self.listed(list(map(str, lost))))
        return Told(kind="lost", text=text)

    def judged(self, moment: Moment | None, *, won: bool) -> Told:
        """Return what an entry of a log did to the win.

        Its kind is `kept` (it can be won after it), `lost` (it lost the win), `won` (the game),
        `dead` (it was lost before) or `unknown`. An undo can lead from a lost game to a kept one.
        """
        _ = self.language.gettext
        if won:
            return Told(kind="won", text=_("Won."))
        if moment is None or moment.after is Verdict.UNKNOWN:
            return Told(kind="unknown", text="")
        if moment.after is Verdict.WINNABLE:
            back = moment.before is Verdict.LOST
            return Told(kind="kept", text=_("Winnable again.") if back else _("Still winnable."))
        if moment.before is Verdict.WINNABLE:
            return Told(kind="lost", text=_("This lost the win."))
        return Told(kind="dead", text=_("Could not be won any more."))


def _plain(kind: str, text: str, *, next_step: int = 1) -> Hint:
    """Return a hint that names no card."""
    return Hint(kind=kind, text=text, said=text, next_step=next_step)
