"""What Hypothesis draws from, and how many examples it tries.

The examples are the same in every run. `PYRAMID_TEST_EFFORT=20` tries twenty times as many, and
counts and plays correspondingly more where other tests go by it.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.engine import DEALS, DECK, PRESETS, Deal, Move, Position, Rules, Scoring, Setup
from tests.engine.play import ALL_RULES, wander
from tests.support.effort import times


def examples(count: int) -> settings:
    """Settings for a property: so many examples, the same ones every time."""
    return settings(
        max_examples=times(count),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


card = st.sampled_from(DECK)
numbered_deal = st.integers(0, DEALS - 1).map(Deal.numbered)
listed_deal = st.permutations(DECK).map(lambda cards: Deal(tuple(cards)))
deal = st.one_of(numbered_deal, listed_deal)
named_rules = st.sampled_from([*PRESETS.values(), *ALL_RULES])
setup = st.builds(Setup, named_rules, deal)

odd_rules = st.builds(
    replace,
    st.sampled_from(ALL_RULES),
    scoring=st.sampled_from(Scoring),
    undo_limit=st.sampled_from([None, 0, 1, 2, 5, 100]),
    undo_counts=st.booleans(),
    warns=st.booleans(),
)
"""Rules whose counting is not that of a preset."""

removal = st.lists(card, min_size=1, max_size=2, unique=True).map(lambda c: Move.remove(*c))


@st.composite
def lines(
    draw: st.DrawFn, rules: SearchStrategy[Rules] = named_rules, longest: int = 140
) -> tuple[Setup, tuple[Move, ...]]:
    """A setup and a line of legal moves."""
    chosen = Setup(draw(rules), draw(numbered_deal))
    walk = wander(
        Position.start(chosen),
        seed=draw(st.integers(0, 2**32)),
        actions=draw(st.integers(0, longest)),
    )
    return chosen, tuple(move for move, _ in walk)


@st.composite
def positions(draw: st.DrawFn, rules: SearchStrategy[Rules] = named_rules) -> Position:
    """A position that a game can come to."""
    chosen, line = draw(lines(rules))
    position = Position.start(chosen)
    for move in line:
        position = position.play(move)
    return position


_LETTERS = "PY1NSTRPCMXODFAV023456789TJQKACDHSpy1xodkqjtcdhs♣♦♥♠♤♡♢♧ \t\n-–—_~.,:;/?#%+'\"()[]{}"
_TRAPS = "ſßﬁﬀKİı١２\u200b\u00ad\ufe0f\ufe0e\ufeff\u2060\x00\ud800🂡"

texts = st.one_of(
    st.text(max_size=40),
    st.text(st.sampled_from(_LETTERS + _TRAPS), max_size=40),
    st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")),
)
"""Any text at all, often of the letters that the notations are made of."""


_stuffing = st.one_of(st.text(max_size=3), st.text(st.sampled_from(_LETTERS + _TRAPS), max_size=3))


@st.composite
def damaged(draw: st.DrawFn, whole: SearchStrategy[str]) -> str:
    """A right text with up to three places overwritten, cut out or stuffed."""
    text = draw(whole)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 3))
        stuff = draw(_stuffing)
        text = text[:at] + stuff + text[at + cut :]
    return text
