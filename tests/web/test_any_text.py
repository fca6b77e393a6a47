"""Whatever is sent, and whatever is played: a clear answer, never a crash, and one truth."""

from __future__ import annotations

import random
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine import REDO, UNDO, Game, Kind, Setup
from tests.engine.strategies import damaged, examples, texts
from tests.support.effort import times
from tests.support.table import game_after, table_of
from tests.web.document import read
from tests.web.player import HTMX, Page, Player

CODE = "PY1-N-AAAAAAS"
# One site and one visitor for all the examples of a test.
sixty = settings(
    examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
CODES = st.one_of(texts, damaged(st.sampled_from([CODE, f"http://cards.example/d/{CODE}"])))
MOVES = st.one_of(texts, damaged(st.sampled_from(["draw", "recycle", "KD", "TC3S", "7C7S"])))
PLIES = st.one_of(st.just("0"), texts, st.integers().map(str))


def sendable(text: str) -> str:
    """The text as a form can carry it: no half of a character."""
    return text.encode("utf-8", "replace").decode()


def answered(text: str, html: str) -> None:
    """Sees that a page is whole, short, and has taken nothing of the text as markup."""
    page = read(html)
    assert all("src" in script for script in page.all("script"))
    for alert in page.all(role="alert"):
        assert len(alert.text) < 400, text


@sixty
@given(text=CODES)
def test_any_text_as_a_code_gives_a_deal_or_says_what_is_wrong(
    client: TestClient, text: str
) -> None:
    answer = client.post("/games", data={"code": sendable(text)}, follow_redirects=False)
    assert answer.status_code in (303, 422)
    if answer.status_code == 422:
        assert read(answer.text).one(role="alert").text
        answered(text, answer.text)


@sixty
@given(text=CODES)
def test_any_text_as_an_address_is_a_page(client: TestClient, text: str) -> None:
    part = quote(sendable(text), safe="")
    for path in (f"/d/{part}", f"/d/{part}.png", f"/g/{part}", f"/rules/{part}"):
        answer = client.get(path, follow_redirects=False)
        assert answer.status_code in (200, 301, 303, 307, 404, 405), path
        if answer.status_code == 404:
            answered(text, answer.text)


@sixty
@given(move=MOVES, cards=st.lists(MOVES, max_size=3), pick=MOVES, ply=PLIES)
def test_any_text_as_a_move_is_made_or_says_what_is_wrong(
    client: TestClient, move: str, cards: list[str], pick: str, ply: str
) -> None:
    game = client.post("/games", data={"code": CODE}, follow_redirects=False).headers["location"]
    data = {
        "move": sendable(move),
        "cards": [sendable(card) for card in cards],
        "pick": sendable(pick),
        "ply": sendable(ply),
    }
    answer = client.post(f"{game}/moves", data=data, headers=HTMX, follow_redirects=False)
    assert answer.status_code in (200, 409, 422)
    shown, kept = Page(answer), Page(client.get(game))
    assert shown.table == kept.table
    if answer.status_code != 200:
        assert kept.table == table_of(game_after(CODE))
        assert shown.message
        assert len(shown.message) < 400


@pytest.mark.parametrize("number", range(times(3)))
@pytest.mark.parametrize("rules", ["N", "S", "T", "P", "C", "M", "XOD2AV"])
def test_a_game_by_chance_is_the_same_on_the_page_in_the_store_and_in_the_engine(
    client: TestClient, rules: str, number: int
) -> None:
    chance = random.Random(f"{rules} {number}")
    code = f"PY1-{rules}-{''.join(chance.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ') for _ in range(7))}"
    player = Player(client, code, htmx=True)
    game = Game(Setup.parse(code))
    for _ in range(times(50, least=15)):
        entry = by_chance(game, chance)
        if entry is None:
            break
        if entry in ("undo", "redo"):
            answer = player.post(entry, ply=str(game.ply))
        else:
            answer = player.post("moves", move=entry, ply=str(game.ply))
        game = game_after(code, *map(str, game.log), entry)
        assert answer.status_code == 200
        assert Page(answer).table == table_of(game)
    assert player.look().table == table_of(game)


def by_chance(game: Game, chance: random.Random) -> str | None:
    """An action by chance, removals more often, with undo and redo among them."""
    steps = [str(step) for step in (UNDO, REDO) if game.why_not(step) is None]
    if steps and chance.random() < 0.2:
        return chance.choice(steps)
    legal = game.position.legal_moves()
    removals = [move for move in legal if move.kind is Kind.REMOVE]
    if not legal:
        return None
    return str(chance.choice(removals if removals and chance.random() < 0.6 else legal))
