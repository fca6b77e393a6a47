"""What others made of the deal of a day, shown to those who have finished theirs."""

from collections import Counter
from dataclasses import dataclass

from app.record import HelpClass, bars, better_than
from app.store import DailyGame
from app.store.ranked import Results

from ..words import Words


@dataclass(frozen=True, slots=True)
class BarView:
    """How many took so many strokes, by class of help."""

    label: str
    counts: tuple[int, ...]
    total: int
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OthersView:
    """The results of a day under one rule set."""

    letter: str
    name: str
    total: int
    most: int
    """How many the longest bar stands for."""
    at_par: str
    better: str
    classes: tuple[str, ...]
    bars: tuple[BarView, ...]


def others_view(
    letter: str, name: str, results: Results, mine: DailyGame | None, words: Words
) -> OthersView | None:
    """Return the results of a rule set; `mine` is the own win that counts, if there is one."""
    all_of: Counter[int] = Counter()
    for spread in results.values():
        all_of.update(spread)
    if not all_of:
        return None
    _ = words.language.gettext
    par = mine.par if mine else None
    found = bars({strokes - (par or 0): count for strokes, count in all_of.items()})
    own = None if mine is None else mine.ply - (par or 0)
    share = None if mine is None else better_than(mine.ply, all_of)
    at_par = "" if par is None else _("At par: {count} of {total}.")
    better = "" if share is None else _("You were better than {share}.")
    total = sum(all_of.values())
    views = []
    for bar in found:
        strokes = bar.value + (par or 0)
        counts = tuple(
            sum(
                number
                for each, number in results.get(help_class.value, {}).items()
                if each == strokes or (bar.is_and_more and each > strokes)
            )
            for help_class in HelpClass
        )
        is_own = own is not None and (own == bar.value or (bar.is_and_more and own > bar.value))
        views.append(BarView(_label(bar.value, bar.is_and_more, words), counts, bar.count, is_own))
    return OthersView(
        letter=letter,
        name=name,
        total=total,
        most=max(bar.count for bar in found),
        at_par=at_par.format(count=all_of.get(par or -1, 0), total=total),
        better=better.format(share=words.percent(share or 0)),
        classes=tuple(words.help_class(each) for each in HelpClass),
        bars=tuple(views),
    )


def _label(value: int, is_and_more: bool, words: Words) -> str:
    text = words.language.gettext("{count} and more")
    return text.format(count=value) if is_and_more else str(value)
