"""What is said about rule sets: their names, and what they are."""

from dataclasses import dataclass
from typing import Final

from app.engine import Goal, Rules, Scoring, Talon

from .cards import CardWords

WINNABLE_OF_100: Final = {"N": 67, "S": 7, "T": 66, "R": 9, "P": 66, "C": 83, "M": 66}
"""Of 100 deals by chance, how many can be won.

Measured by `python -m benchmarks.win_rates --deals 20000`: of each preset 20,000 numbered deals by
chance (seed 1), each solved to the end, none left open. N 66.72 %, S 6.82 %, T 66.16 %, R 9.49 %,
P 65.90 %, C 83.22 %, M 66.26 %; the standard error is 0.34 % at most.
"""


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

    def rules_sentence(self, rules: Rules) -> str:
        """Return what is particular about a preset in a plain sentence; nothing of custom rules."""
        _ = self.language.gettext
        return {
            "N": _("Clear the pyramid, and go through the stock as often as you like."),
            "S": _("All 52 cards must go, in one pass through the stock."),
            "T": _("All 52 cards must go, in three passes through the stock."),
            "R": _("Clear the pyramid in one pass; drawn card and waste are both in play."),
            "P": _("Clear the pyramid in three passes; each pair brings points."),
            "C": _("A card may go with the one card that still lies on it."),
            "M": _("The next card of the stock lies open and may be taken."),
        }.get(rules.letter or "", "")

    def chance(self, rules: Rules) -> str:
        """Return how many of 100 deals by chance can be won under a preset, as a sentence."""
        percent = WINNABLE_OF_100.get(rules.letter or "")
        if percent is None:
            return ""
        text = self.language.gettext("{percent} of 100 random deals can be won.")
        return text.format(percent=percent)

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
