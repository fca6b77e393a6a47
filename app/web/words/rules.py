"""What is said about rule sets: their names, and what they are."""

from dataclasses import dataclass

from app.engine import Goal, Rules, Scoring, Talon

from .cards import CardWords, capitalised


@dataclass(frozen=True, slots=True)
class RulesWords(CardWords):
    """The words for rule sets."""

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
