"""What is said about rules: their names, what they are, and what they refuse."""

from dataclasses import dataclass

from app.engine import SUM, Card, Goal, NotationError, Position, Reason, Rules, Scoring, Talon

from .cards import CardWords, capitalised


@dataclass(frozen=True, slots=True)
class RulesWords(CardWords):
    """The words for rule sets, for refusals, and for what can't be read."""

    # Refusals

    def refusal(self, reason: Reason, *, card: Card | None, position: Position | None) -> str:
        """Return why an action was refused; with a covered card given, what lies on it."""
        _ = self.language.gettext
        if reason is Reason.COVERED and card is not None and position is not None:
            covers = position.covers_of(card)
            if covers:
                return _("{card} is covered by {covers}.").format(
                    card=capitalised(self.name(card)), covers=self.cards(covers)
                )
        return {
            Reason.COVERED: _("This card is covered by another one."),
            Reason.SUM: _("The sum must be {sum}.").format(sum=SUM),
            Reason.NOT_IN_PLAY: _("This card is not in play."),
            Reason.UNDER_WASTE_TOP: _("Only the top card of the waste is in play."),
            Reason.NO_CARD_TO_DRAW: _("There is no card to draw."),
            Reason.NO_PASS_LEFT: _("There is no pass through the stock left."),
            Reason.STOCK_NOT_EMPTY: _("The waste can be turned over once the stock is empty."),
            Reason.GAME_OVER: _("This game is over."),
            Reason.NOTHING_TO_UNDO: _("There is nothing to undo."),
            Reason.NOTHING_TO_REDO: _("There is nothing to redo."),
            Reason.UNDO_LIMIT: _("Only the last 100 actions can be undone."),
            Reason.STALE: _("The game has moved on elsewhere; this is how it stands now."),
        }[reason]

    def fault(self, error: NotationError) -> str:
        """Return what is wrong with a text that was typed or pasted, and what would be right."""
        _ = self.language.gettext
        found = error.found
        return {
            "card": _("“{found}” is not a card. A card is a rank and a suit, such as TC or 10♣."),
            "move": _("“{found}” is not a move. Write draw, recycle, KD or TC3S."),
            "rules": _(
                "“{found}” are no rules. Write one of the letters N S T R P C M,"
                " or X with its letters, such as XD3A."
            ),
            "version": _("{found} codes are not known here. A code begins with PY1."),
            "code": _("“{found}” is not a deal code. A code looks like PY1-N-AAAAAAS."),
            "deal-letters": _("“{found}” is not a deal. It is written with the letters A to Z."),
            "deal-length": _("“{found}” does not have the seven letters of a deal."),
            "twice": _("{found}: more than once. A deal is 52 different cards."),
            "missing": _("A deal is 52 cards. Missing: {found}."),
            "too-long": _("This text is too long to be a code or a deal."),
            "game-number": _("{found} is not a game number."),
        }.get(error.kind, _("“{found}” was not understood.")).format(found=found)

    # Rules

    def rules_name(self, rules: Rules) -> str:
        """Return the name of a rule set."""
        _ = self.language.gettext
        return {
            "N": _("Pyramide"),
            "S": _("Strict"),
            "T": _("Strict, three passes"),
            "R": _("One pass"),
            "P": _("Three passes"),
            "C": _("Cover pairs"),
            "M": _("Open stock top"),
        }.get(rules.letter or "", _("Custom rules"))

    def rules_summary(self, rules: Rules) -> str:
        """Return a rule set in one line, part by part."""
        _, n = self.language.gettext, self.language.ngettext
        passes = (
            _("passes without limit")
            if rules.passes is None
            else n("{count} pass", "{count} passes", rules.passes).format(count=rules.passes)
        )
        parts = [
            _("clear the pyramid") if rules.goal is Goal.PYRAMID else _("clear all 52 cards"),
            passes,
            {
                Talon.WASTE: _("the waste top is in play"),
                Talon.DRAWN: _("the drawn card and the waste top are in play"),
                Talon.OPEN: _("the stock top lies open"),
            }[rules.talon],
        ]
        if rules.opening_waste:
            parts.append(_("one card on the waste at the start"))
        if rules.cover_pairs:
            parts.append(_("a card may be paired with the one that covers it"))
        return capitalised(" · ".join(parts))

    def scoring(self, rules: Rules) -> str:
        """Return how points are counted, as a sentence."""
        _ = self.language.gettext
        return {
            Scoring.CARDS: _("10 points for each card of the pyramid."),
            Scoring.PAIRS: _("10 points a pair, 5 a king, 100 for clearing the pyramid."),
            Scoring.NONE: _("No points: moves and time count."),
        }[rules.scoring]
