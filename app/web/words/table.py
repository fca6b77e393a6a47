"""What is said at the table: what lies where, and what has just happened."""

from dataclasses import dataclass

from app.engine import ROWS, Game, Kind, Move, Position, Reason, Step, Talon

from .cards import capitalised
from .rules import RulesWords


@dataclass(frozen=True, slots=True)
class TableWords(RulesWords):
    """The words for piles, moves and what they led to."""

    # Piles

    def stock_label(self, game: Game) -> str:
        """Return what a sighted player sees of the stock: its cards, or what a tap does."""
        _, n = self.language.gettext, self.language.ngettext
        position, passes = game.position, game.setup.rules.passes
        count = len(position.stock)
        if count and passes is None:
            return self.stock_count(position)
        if count:
            text = n(
                "Stock, {count} card, pass {number} of {passes}",
                "Stock, {count} cards, pass {number} of {passes}",
                count,
            )
            return text.format(count=count, number=game.pass_number, passes=passes)
        if position.can_recycle and passes is None:
            return _("Stock, empty, turn the waste over")
        if position.can_recycle:
            left = (passes or 0) - game.pass_number
            text = n(
                "Stock, empty, turn the waste over, {count} pass left",
                "Stock, empty, turn the waste over, {count} passes left",
                left,
            )
            return text.format(count=left)
        if position.why_not(Move(Kind.RECYCLE)) is Reason.NO_PASS_LEFT:
            return _("Stock, empty, no passes left")
        return _("Stock, empty")

    def stock_count(self, position: Position) -> str:
        """Return how many cards the stock has."""
        count = len(position.stock)
        return self.language.ngettext("Stock, {count} card", "Stock, {count} cards", count).format(
            count=count
        )

    def passes_left(self, game: Game) -> str:
        """Return `2 passes left`, `no passes left`, or nothing where passes are unlimited."""
        passes = game.setup.rules.passes
        if passes is None:
            return ""
        left = passes - game.pass_number
        if not left:
            return self.language.gettext("no passes left")
        return self.language.ngettext("{count} pass left", "{count} passes left", left).format(
            count=left
        )

    def waste_label(self, position: Position) -> str:
        """Return what a sighted player sees of the waste apart from its top card."""
        count = len(position.waste)
        return self.language.ngettext("Waste, {count} card", "Waste, {count} cards", count).format(
            count=count
        )

    def removed_label(self, position: Position) -> str:
        """Return how many cards have left the game."""
        count = position.removed_count
        return self.language.ngettext(
            "Removed, {count} card", "Removed, {count} cards", count
        ).format(count=count)

    def in_play(self, position: Position) -> str:
        """Return every card in play and where it lies, as a sentence for the ear."""
        _ = self.language.gettext
        places: dict[str, list[str]] = {}
        for card in position.in_play():
            place = position.place_of(card) or ""
            # A row is one place.
            place = place[:2] if place.startswith("r") else place
            places.setdefault(place, []).append(self.name(card))
        if not places:
            return _("No card is in play.")
        said = [self._in_place(place, self.listed(names)) for place, names in places.items()]
        return " ".join([_("In play:"), *said])

    def _in_place(self, place: str, cards: str) -> str:
        """Return which cards are in play at a place, as a sentence."""
        _ = self.language.gettext
        return {
            "drawn": _("Drawn card: {cards}."),
            "waste": _("Waste: {cards}."),
            "stock": _("Stock: {cards}."),
        }.get(place, _("Row {row}: {cards}.")).format(row=place[1], cards=cards)

    def row(self, number: int) -> str:
        """Return the name of a row of the pyramid, 1 to 7."""
        _ = self.language.gettext
        return _("Row {row} of {rows}").format(row=number, rows=ROWS)

    # What happened

    def change(self, game: Game, *, short: bool) -> str:
        """Return what the last entry of a game's log did; nothing before the first.

        `short` for the line on the table, with card signs; else in words, for the ear.
        """
        if not game.log:
            return ""
        entry = game.log[-1]
        if isinstance(entry, Step):
            return self._step(entry, game, short=short)
        return self._action(entry, game, short=short)

    def _step(self, step: Step, game: Game, *, short: bool) -> str:
        """Return what an undo or a redo did; for the ear with what lies there now."""
        _ = self.language.gettext
        undone = step is Step.UNDO
        move = game.undone[-1] if undone else game.line[-1]
        text = _("Taken back: {move}.") if undone else _("Done again: {move}.")
        parts = [text.format(move=self.move(move, short=short))]
        if short or (undone and move.kind is Kind.REMOVE):
            parts.append(self.left(game.position))
        elif undone:
            parts += [*self._talon(game.position), self._left_in_stock(game.position)]
        else:
            parts += self._outcome(move, game, short=False)
        return " ".join(parts)

    def _talon(self, position: Position) -> list[str]:
        """Return the drawn card and the top of the waste, each as a sentence."""
        there = {"drawn": position.drawn, "waste": position.waste[-1] if position.waste else None}
        return [self._in_place(place, self.name(card)) for place, card in there.items() if card]

    def first_step(self, game: Game) -> str:
        """Return what to try next in the first game of all, or nothing from its third move on."""
        _ = self.language.gettext
        steps = (
            _("Tap two free cards that make 13; a king goes alone."),
            _("No pair? Tap the arrow to turn the next card over.")
            if game.setup.rules.talon is Talon.OPEN
            else _("No pair? Tap the stock."),
            _("Undo takes a move back, and the bulb gives a hint."),
        )
        return steps[game.ply] if game.ply < len(steps) else ""

    def taken_back(self, count: int, game: Game) -> str:
        """Return that some actions were taken back at once, the last of which had lost the win."""
        text = self.language.ngettext(
            "{count} action taken back.", "{count} actions taken back.", count
        )
        parts = [text.format(count=count), self.left(game.position)]
        if game.undone and game.undone[-1].kind is Kind.REMOVE:
            lost_by = self.named(game.undone[-1].cards, short=True)
            parts.insert(1, self.language.gettext("{cards} lost the win.").format(cards=lost_by))
        return " ".join(parts)

    def back_to_before(self, lost_by: Move | None) -> str:
        """Return what leads to the last board that could be won; `lost_by` lost it, if known."""
        _ = self.language.gettext
        if lost_by is None:
            return _("Back to before the move that lost it")
        if lost_by.kind is Kind.DRAW:
            return _("Back to before the draw that lost it")
        if lost_by.kind is Kind.RECYCLE:
            return _("Back to before the waste was turned over, which lost it")
        cards = self.named(lost_by.cards, short=True)
        return _("Back to before {cards}, the move that lost it").format(cards=cards)

    def move(self, move: Move, *, short: bool) -> str:
        """Return a move in the middle of a sentence: `10♣ + 3♠`, `draw`, `turning the waste`."""
        _ = self.language.gettext
        if move.kind is Kind.DRAW:
            # Translators: an item of a list of moves, and what "Taken back: …" names.
            return _("draw")
        if move.kind is Kind.RECYCLE:
            return _("turning the waste over")
        return self.named(move.cards, short=short)

    def step(self, step: Step) -> str:
        """Return an undo or a redo in the middle of a list."""
        _ = self.language.gettext
        return _("undo") if step is Step.UNDO else _("redo")

    def _action(self, move: Move, game: Game, *, short: bool) -> str:
        _ = self.language.gettext
        parts = self._outcome(move, game, short=short)
        if move.kind is Kind.REMOVE:
            parts.insert(0, _("{cards} removed.").format(cards=self.shown(move.cards, short=short)))
        elif move.kind is Kind.RECYCLE:
            parts.insert(0, _("The waste is the stock again."))
        return " ".join(parts)

    def _outcome(self, move: Move, game: Game, *, short: bool) -> list[str]:
        """Return what the last action of a game's line has led to, as sentences."""
        _ = self.language.gettext
        before, after = game.positions[-2:]
        if move.kind is Kind.REMOVE:
            if after.is_won:
                return []  # what is free now, and that no card is left, is no news
            return [*self._uncovered(before, after, short=short), self.left(after)]
        if move.kind is Kind.RECYCLE:
            passes = game.setup.rules.passes
            if passes is None:
                return []
            text = _("Pass {number} of {passes}.")
            return [text.format(number=game.pass_number, passes=passes)]
        turned = after.drawn or (after.waste[-1] if after.waste else None)
        shown = self.shown((turned,) if turned else (), short=short)
        return [_("{card} drawn.").format(card=shown), self._left_in_stock(after)]

    def _left_in_stock(self, position: Position) -> str:
        count = len(position.stock)
        if not count:
            return self.language.gettext("The stock is empty.")
        return self.language.ngettext(
            "{count} card left in the stock.", "{count} cards left in the stock.", count
        ).format(count=count)

    def _uncovered(self, before: Position, after: Position, *, short: bool) -> list[str]:
        """Return what a removal has put in play, as a list of no sentence or one."""
        _, n = self.language.gettext, self.language.ngettext
        fresh = tuple(card for card in after.in_play() if not before.is_free(card))
        if not fresh:
            return []
        names = self.listed([self.sign(c) for c in fresh] if short else list(map(self.name, fresh)))
        return [
            n("{cards} is free.", "{cards} are free.", len(fresh)).format(cards=capitalised(names))
        ]

    def left(self, position: Position) -> str:
        """Return how many pyramid cards are left, as a sentence."""
        count = position.left
        return self.language.ngettext("{count} card left.", "{count} cards left.", count).format(
            count=count
        )
