"""What is said where something is refused, or can't be read."""

from dataclasses import dataclass

from app.engine import PRESETS, SUM, Card, NotationError, Position, Reason

from .cards import CardWords, capitalised


@dataclass(frozen=True, slots=True)
class FaultWords(CardWords):
    """The words for refusals and for what can't be read."""

    def refusal(
        self,
        reason: Reason,
        *,
        card: Card | None,
        position: Position | None,
        pair: tuple[Card, ...] = (),
    ) -> str:
        """Return why an action was refused.

        With a covered card given, what lies on it; with the cards chosen, what they make.
        """
        _ = self.language.gettext
        if reason is Reason.COVERED and card is not None and position is not None:
            covers = position.covers_of(card)
            if covers:
                return _("{card} is covered by {covers}.").format(
                    card=capitalised(self.name(card)), covers=self.cards(covers)
                )
        return {
            Reason.COVERED: _("This card is covered by another one."),
            Reason.SUM: self._wrong_sum(pair),
            Reason.NOT_IN_PLAY: _("This card is not in play."),
            Reason.UNDER_WASTE_TOP: _("Only the top card of the waste is in play."),
            Reason.NO_CARD_TO_DRAW: _("There is no card to draw."),
            Reason.NO_PASS_LEFT: _("There is no pass through the stock left."),
            Reason.STOCK_NOT_EMPTY: _("The waste can be turned over once the stock is empty."),
            Reason.GAME_OVER: _("This game is over."),
            Reason.NOTHING_TO_UNDO: _("There is nothing to undo."),
            Reason.NOTHING_TO_REDO: _("There is nothing to redo."),
            Reason.UNDO_LIMIT: self._undo_limit(position),
            Reason.STALE: _("The game has moved on elsewhere; this is how it stands now."),
        }[reason]

    def _wrong_sum(self, pair: tuple[Card, ...]) -> str:
        """Return what two cards make, or what they should where they are not known."""
        _ = self.language.gettext
        if len(pair) != 2:
            return _("The sum must be {sum}.").format(sum=SUM)
        first, second = (card.value for card in pair)
        text = _("{first} + {second} = {total}, not {sum}.")
        return text.format(first=first, second=second, total=first + second, sum=SUM)

    def _undo_limit(self, position: Position | None) -> str:
        """Return how far undo reaches under the rules of a position."""
        limit = position.setup.rules.undo_limit if position else None
        if limit is None:
            return self.language.gettext("Undo reaches no further back.")
        return self.language.ngettext(
            "Only the last action can be undone.",
            "Only the last {count} actions can be undone.",
            limit,
        ).format(count=limit)

    def log_full(self, most: int) -> str:
        """Return that a game can go on no longer, as its log is as long as it may be."""
        return self.language.ngettext(
            "This game has gone on for {count} step, and can have no more. Begin it again.",
            "This game has gone on for {count} steps, and can have no more. Begin it again.",
            most,
        ).format(count=most)

    def given_too_many(self, count: int, most: int) -> str:
        """Return that a game can't begin with so many moves."""
        _ = self.language.gettext
        text = _("{count} moves are more than a game can begin with; the most are {most}.")
        return text.format(count=count, most=most)

    def fault(self, error: NotationError) -> str:
        """Return what is wrong with a text that was typed or pasted, and what would be right."""
        _ = self.language.gettext
        if error.kind == "card" and not error.places:
            return _(
                "“{found}” is not a card. A card is a rank and a suit, such as TC or 10♣."
            ).format(found=error.found)
        if error.kind == "few":
            count = int(error.found)
            return self.language.ngettext(
                "Only {count} card was recognised. A deal is 52 cards.",
                "Only {count} cards were recognised. A deal is 52 cards.",
                count,
            ).format(count=count)
        first, second = (*error.places, 0, 0)[:2]
        return {
            "card": _(
                "Card {first} of the deal, “{found}”, is not a card."
                " A card is a rank and a suit, such as TC or 10♣."
            ),
            "move": _("“{found}” is not a move. Write draw, recycle, KD or TC3S."),
            "rules": _(
                "“{found}” are no rules. Write one of the letters {letters},"
                " or X with its letters, such as XD3A."
            ),
            "version": _("{found} codes are not known here. A code begins with PY1."),
            "code": _("“{found}” is not a deal code. A code looks like PY1-N-AAAAAAS."),
            "codes": _("These are two different codes. Write only one."),
            "two-deals": _(
                "The code {found} and the cards are two different deals. Write only one of them."
            ),
            "deal-letters": _("“{found}” is not a deal. It is written with the letters A to Z."),
            "deal-length": _("“{found}” does not have the seven letters of a deal."),
            "nothing": _(
                "“{found}” is neither a code nor a deal: no card was recognised. A code looks like"
                " PY1-N-AAAAAAS; a deal is 52 cards, such as TC or 10♣."
            ),
            "twice": _(
                "{found} is there twice, as card {first} and as card {second}."
                " A deal is 52 different cards."
            ),
            "missing": _("A deal is 52 cards. Missing: {found}."),
            "piles": _(
                "It is not clear which cards are the pyramid and which the stock. Write Pyramid:"
                " before its 28 cards, row by row from the top, and Stock: before the other 24."
            ),
            "too-long": _("This text is too long to be a code or a deal."),
            "game-number": _("{found} is not a game number."),
        }.get(error.kind, _("“{found}” was not understood.")).format(
            found=error.found, first=first, second=second, letters=" ".join(PRESETS)
        )
