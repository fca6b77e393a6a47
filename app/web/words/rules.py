"""What is said about rule sets: their names, and what they are."""

from dataclasses import dataclass

from app.engine import Goal, Rules, Scoring, Talon

from .cards import CardWords


@dataclass(frozen=True, slots=True)
class RulesWords(CardWords):
    """The words for rule sets."""

    # Rules

    def rules_name(self, rules: Rules) -> str:
        """Return the name of a rule set."""
        _ = self.language.gettext
        return {
            "N": _("Classic"),
            "S": _("Strict"),
            "T": _("Strict with three passes"),
            "R": _("One pass"),
            "P": _("Three passes"),
            "C": _("Stacked pairs"),
            "M": _("Open stock"),
        }.get(rules.letter or "", _("Custom rules"))

    def rules_parts(self, rules: Rules) -> tuple[str, ...]:
        """Return what a rule set is, in phrases that each stand alone."""
        _, n = self.language.gettext, self.language.ngettext
        passes = rules.passes
        parts = [
            _("Clear the pyramid") if rules.goal is Goal.PYRAMID else _("Clear all 52 cards"),
            _("Any number of passes")
            if passes is None
            else n("{count} pass", "{count} passes", passes).format(count=passes),
            {
                Talon.WASTE: _("The waste top is in play"),
                Talon.DRAWN: _("The drawn card and the waste top are in play"),
                Talon.OPEN: _("The stock top lies open"),
            }[rules.talon],
        ]
        if rules.opening_waste:
            parts.append(_("One card on the waste at the start"))
        if rules.cover_pairs:
            parts.append(_("A card may be paired with the one that covers it"))
        return tuple(parts)

    def rules_summary(self, rules: Rules) -> str:
        """Return a rule set in one line."""
        return self.together(self.rules_parts(rules))

    def scoring(self, rules: Rules) -> str:
        """Return how points are counted, as a sentence."""
        _ = self.language.gettext
        return {
            Scoring.CARDS: _("10 points for each card of the pyramid."),
            Scoring.PAIRS: _("10 points a pair, 5 a king, 100 for clearing the pyramid."),
            Scoring.NONE: _("No points: moves and time count."),
        }[rules.scoring]
