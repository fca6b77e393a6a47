"""What is said about cards, moves and rules, in a visitor's language."""

from dataclasses import dataclass
from functools import lru_cache

from app.engine import (
    RANKS,
    ROWS,
    SUM,
    Card,
    Game,
    Goal,
    Kind,
    Move,
    NotationError,
    Position,
    Reason,
    Rules,
    Scoring,
    Step,
    Talon,
)
from app.i18n import LANGUAGES, Language

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language, with card letters of the language or the English ones."""

    language: Language
    local_letters: bool = True

    # Cards

    def rank(self, card: Card) -> str:
        """Return what stands on the card: `10`, or a letter such as `Kn`."""
        return _rank(card.rank, self.language.code, self.local_letters)

    def letters(self) -> dict[str, str]:
        """Return what stands on aces and court cards, by their English letter."""
        return {RANKS[rank - 1]: self.rank(Card(rank, "S")) for rank in (1, 11, 12, 13)}

    def sign(self, card: Card) -> str:
        """Return the card in short: `10♣`."""
        return self.rank(card) + SUIT_SIGNS[card.suit]

    def name(self, card: Card) -> str:
        """Return the card's name in the middle of a sentence: `ten of clubs`."""
        return _name(card.rank, card.suit, self.language.code)

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Return the names of one card or two, joined."""
        return self.listed([self.name(card) for card in cards])

    def listed(self, names: list[str]) -> str:
        """Return names joined as in a sentence."""
        if len(names) < 2:
            return "".join(names)
        _ = self.language.gettext
        return _("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])

    def label(self, card: Card, place: str, *, covers: tuple[Card, ...], waste: int) -> str:
        """Return what a sighted player sees of a card: name, place, free or covered by what.

        `place` is as positions have it, or `removed`; `waste` is how many cards the waste has.
        """
        _ = self.language.gettext
        name = capitalised(self.name(card))
        if place == "drawn":
            return _("{card}, drawn card").format(card=name)
        if place == "waste":
            return self._counted_label(name, waste)
        if place == "stock":
            return _("{card}, top of the stock").format(card=name)
        if place == "removed":
            return _("{card}, removed").format(card=name)
        row = int(place[1])
        column = int(place[3])
        if not covers:
            return _("{card}, row {row}, {column} of {row}, free").format(
                card=name, row=row, column=column
            )
        return _("{card}, row {row}, {column} of {row}, covered by {covers}").format(
            card=name, row=row, column=column, covers=self.cards(covers)
        )

    def _counted_label(self, name: str, count: int) -> str:
        return self.language.ngettext(
            "{card}, top of the waste, {count} card",
            "{card}, top of the waste, {count} cards",
            count,
        ).format(card=name, count=count)

    # Piles

    def pass_of(self, game: Game) -> str:
        """Return `pass 2 of 3`, or nothing where passes are unlimited."""
        passes = game.setup.rules.passes
        if passes is None:
            return ""
        _ = self.language.gettext
        return _("pass {number} of {passes}").format(number=game.pass_number, passes=passes)

    def stock_label(self, game: Game) -> str:
        """Return what a sighted player sees of the stock: its cards, or what a tap does."""
        _ = self.language.gettext
        position = game.position
        count = len(position.stock)
        passes = self.pass_of(game)
        if count:
            text = self.stock_count(position)
            return f"{text}, {passes}" if passes else text
        if position.can_recycle:
            text = _("Stock, empty, turn the waste over")
            left = self.passes_left(game)
            return f"{text}, {left}" if left else text
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
        texts = {
            "drawn": _("drawn card: {cards}"),
            "waste": _("waste: {cards}"),
            "stock": _("stock: {cards}"),
        }
        said = [
            texts.get(place, _("row {row}: {cards}")).format(row=place[1], cards=self.listed(names))
            for place, names in places.items()
        ]
        return _("In play: {places}.").format(places="; ".join(said))

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

    def shown(self, cards: tuple[Card, ...], *, short: bool) -> str:
        """Return cards at the start of a sentence: as signs if `short`, else in words."""
        named = self.named(cards, short=short)
        return named if short else capitalised(named)

    def named(self, cards: tuple[Card, ...], *, short: bool) -> str:
        """Return cards in the middle of a sentence: as signs if `short`, else in words."""
        return " + ".join(map(self.sign, cards)) if short else self.cards(cards)

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
        _ = self.language.gettext
        texts = (
            (_("drawn card: {cards}"), position.drawn),
            (_("waste: {cards}"), position.waste[-1] if position.waste else None),
        )
        return [
            capitalised(text.format(cards=self.name(card))) + "." for text, card in texts if card
        ]

    def result(self, game: Game, *, seconds: int, hints: int) -> str:
        """Return how a game was won, in two lines to be sent to others: no card is named."""
        _, n = self.language.gettext, self.language.ngettext
        undos = sum(entry is Step.UNDO for entry in game.log)
        figures = (
            n("{count} move", "{count} moves", game.moves).format(count=game.moves),
            _("time {time}").format(time=clock(seconds)),
            n("{count} hint", "{count} hints", hints).format(count=hints),
            n("{count} undo", "{count} undos", undos).format(count=undos),
        )
        title = _("Pyramid Solitaire")
        result = _("Won: {figures}.").format(figures=", ".join(figures))
        return f"{title}: {self.rules_name(game.setup.rules)}, {game.code}\n{result}"

    def first_step(self, game: Game) -> str:
        """Return what to try next in the first game of all, or nothing from its third move on."""
        _ = self.language.gettext
        steps = (
            _("Tap two free cards that make 13; a king goes alone."),
            _("No pair? Tap the stock."),
            _("Undo takes a move back, and the bulb gives a hint."),
        )
        return steps[game.ply] if game.ply < len(steps) else ""

    def taken_back(self, count: int, position: Position) -> str:
        """Return that some actions were taken back at once."""
        text = self.language.ngettext(
            "{count} action taken back.", "{count} actions taken back.", count
        )
        return " ".join((text.format(count=count), self.left(position)))

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
            passes = self.pass_of(game)
            return [f"{capitalised(passes)}."] if passes else []
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
                "“{found}” are no rules. Write one of the letters N S T R P C M,"
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
            found=error.found, first=first, second=second
        )

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

    def row(self, number: int) -> str:
        """Return the name of a row of the pyramid, 1 to 7."""
        _ = self.language.gettext
        return _("Row {row} of {rows}").format(row=number, rows=ROWS)


def capitalised(text: str) -> str:
    """Return a text with its first letter as at the start of a sentence."""
    return text[:1].upper() + text[1:]


def clock(seconds: int) -> str:
    """Return a time as `1:43`, or `1:02:03` from an hour on."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@lru_cache(maxsize=1024)
def _rank(rank: int, language: str, local: bool) -> str:
    p = LANGUAGES[language].pgettext if local else lambda _context, letter: letter
    letters = {
        # Translators: one letter or two, as cards have them where the language is spoken.
        1: p("card letter", "A"),
        11: p("card letter", "J"),
        12: p("card letter", "Q"),
        13: p("card letter", "K"),
    }
    return letters.get(rank, str(rank))


@lru_cache(maxsize=1024)
def _name(rank: int, suit: str, language: str) -> str:
    _ = LANGUAGES[language].gettext
    ranks = (
        _("ace"),
        _("two"),
        _("three"),
        _("four"),
        _("five"),
        _("six"),
        _("seven"),
        _("eight"),
        _("nine"),
        _("ten"),
        _("jack"),
        _("queen"),
        _("king"),
    )
    suits = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}
    # Translators: in the middle of a sentence; put them in your order, in one word if need be.
    return _("{rank} of {suit}").format(rank=ranks[rank - 1], suit=suits[suit])
