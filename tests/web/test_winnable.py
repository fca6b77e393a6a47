"""Only deals that can be won: for every preset and for odd rules; a shared deal is labelled."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.analysis import Analysis, Found
from app.engine import PRESETS, Position, Rules, Setup
from app.solver import Verdict
from tests.support.client import Client
from tests.web.player import HTMX, Page, Player
from tests.web.solving import HOPELESS, PRINTED, game_of, settled, solver_of

NONE_FOUND = "No deal that can be won was found in time. Try again, or without that wish."
ODD = ("XD2A", "XO1", "XF2AV", "XO3V", "XO1AV")
"""Custom rules under which from one in 700 to nearly all deals can be won."""


@pytest.fixture
def client(solving_app: FastAPI) -> TestClient:
    """A new visitor of the module's site."""
    return Client(solving_app)


@pytest.fixture
def none_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that finds no deal that can be won in time."""

    async def ask(_self: Analysis, _question: object, **_options: Any) -> Any:
        return Found(None)

    monkeypatch.setattr(Analysis, "ask", ask)


def begun(client: TestClient, **fields: str) -> Setup:
    """The deal of a game that is begun with a form's fields."""
    page = Page(client.post("/games", data=fields))
    assert page.status == 200, page.root.text
    return Setup.parse(page.game["data-code"])


def can_be_won(setup: Setup) -> bool:
    verdict = solver_of(str(setup)).verdict(Position.start(setup))
    return verdict is Verdict.WINNABLE


@pytest.mark.parametrize("letter", PRESETS)
def test_with_the_wish_every_deal_can_be_won(client: TestClient, letter: str) -> None:
    setups = [begun(client, rules=letter, winnable="1") for _ in range(4)]
    assert all(map(can_be_won, setups))
    assert {str(setup.rules) for setup in setups} == {letter}
    assert len(set(setups)) == 4


@pytest.mark.parametrize("letters", ODD)
def test_odd_rules_get_a_deal_that_can_be_won_too(client: TestClient, letters: str) -> None:
    rules = Rules.parse(letters)
    fields = {
        "rules": "custom",
        "winnable": "1",
        "talon": rules.talon.value,
        "passes": str(rules.passes or ""),
        "goal": rules.goal.value,
    }
    if rules.opening_waste:
        fields["opening_waste"] = "1"
    if rules.cover_pairs:
        fields["cover_pairs"] = "1"
    setup = begun(client, **fields)
    assert str(setup.rules) == letters
    assert can_be_won(setup)


def test_without_the_wish_any_deal_is_dealt(client: TestClient) -> None:
    # Under these rules one in fifteen can be won.
    assert not all(can_be_won(begun(client, rules="S")) for _ in range(12))


@pytest.mark.usefixtures("none_found")
@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "S", "winnable": "1"},
        {
            "rules": "custom",
            "winnable": "1",
            "talon": "open",
            "passes": "2",
            "goal": "all",
            "cover_pairs": "1",
        },
    ],
)
def test_where_none_is_found_in_time_that_is_said_and_nothing_is_lost(
    client: TestClient, fields: dict[str, str]
) -> None:
    player = Player(client, PRINTED)
    player.skip("KD")
    page = Page(client.post("/games", data=fields))
    assert page.status == 503
    assert page.root.one(role="alert").text == NONE_FOUND
    # The game that was open is the open one still.
    assert player.look().game["data-status"] == "playing"
    assert game_of(player).ply == 1
    if fields["rules"] == "custom":
        form = page.root.one("input", type="hidden", name="rules", value="custom").inside("form")
        shown = {name: values[0] for name, values in form.fields().items()}
        assert shown.pop("press")
        assert shown.pop("chosen") == "1"
        assert shown == fields


def test_the_setting_sets_the_wish_on_every_form(client: TestClient) -> None:
    def wishes() -> list[bool]:
        boxes = Page(client.get("/new")).root.all("input", name="winnable")
        boxes += Page(client.get("/")).root.all("input", name="winnable")
        boxes = [box for box in boxes if box["type"] == "checkbox"]
        assert len(boxes) == 3
        return ["checked" in box for box in boxes]

    def is_wished_unasked() -> list[bool]:
        forms = [Page(client.get("/")).root.one(data_action="play").inside("form")]
        forms.append(Player(client, PRINTED).page.game.one(data_action="new").inside("form"))
        return ["winnable" in form.fields() for form in forms]

    assert (wishes(), is_wished_unasked()) == ([True] * 3, [True] * 2)
    # Chance, for those who want it.
    client.post("/settings", data={"letters": "local"})
    assert (wishes(), is_wished_unasked()) == ([False] * 3, [False] * 2)
    client.post("/settings", data={"only_winnable": "1"})
    assert wishes() == [True] * 3


def test_what_was_wished_in_a_form_is_wished_for_the_next_deal_too(client: TestClient) -> None:
    def is_wished() -> bool:
        new = Player(client, PRINTED).page.game.one(data_action="new").inside("form")
        return "winnable" in new.fields()

    form = Page(client.get("/new")).root.one("button", value="N").inside("form")
    fields = {name: values[0] for name, values in form.fields().items()} | {"rules": "N"}
    for wished in (False, True):
        if not wished:
            del fields["winnable"]
        else:
            fields["winnable"] = "1"
        begun(client, **fields)
        assert is_wished() is wished
    # What asks for no choice changes none.
    begun(client, rules="N")
    assert is_wished()


def test_a_code_keeps_its_deal_whatever_is_wished(client: TestClient) -> None:
    client.post("/settings", data={"only_winnable": "1"})
    assert str(begun(client, code=HOPELESS, winnable="1")) == HOPELESS


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [
        (PRINTED, "winnable", "This deal can be won."),
        (HOPELESS, "hopeless", "This deal cannot be won under these rules."),
        ("PY1-S-AAAAAAG", "winnable", "This deal can be won."),
        ("PY1-S-AAAAAAA", "hopeless", "This deal cannot be won under these rules."),
    ],
)
def test_a_shared_deal_says_whether_it_can_be_won_and_is_never_refused(
    client: TestClient, code: str, kind: str, text: str
) -> None:
    def label(page: Page) -> Any:
        return page.root.one(id="deal-verdict")

    page = Page(client.get(f"/d/{code}"))
    if "hx-get" in label(page):
        assert label(page).text == "Finding out whether this deal can be won …"
        refresh = page.root.one("noscript").one("meta", http_equiv="refresh")["content"]
        assert refresh == f"1; url={label(page)['hx-get']}"
        part = settled(
            lambda: Page(client.get(label(page)["hx-get"], headers=HTMX)),
            lambda found: "hx-get" in label(found),
        )
        assert (label(part)["data-verdict"], label(part).text) == (kind, text)
        # Without scripts the same address leads back to the deal.
        page = Page(client.get(label(page)["hx-get"]))
    assert page.response.url.path == f"/d/{code}"
    assert (label(page)["data-verdict"], label(page).text) == (kind, text)
    asks = [each["content"] for each in page.root.all("meta", http_equiv="refresh")]
    assert not any("/verdict" in each for each in asks)
    assert str(begun(client, code=code)) == code


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/d/PY1-N-AAAA/verdict", 404),
        (f"/d/{PRINTED}/verdict?attempt=-3", 200),
        (f"/d/{PRINTED}/verdict?attempt=" + "9" * 40, 200),
        (f"/d/{PRINTED}/verdict?attempt=x", 422),
    ],
)
def test_addresses_that_no_page_has_do_no_harm(
    client: TestClient, address: str, status: int
) -> None:
    assert client.get(address).status_code == status
    assert client.get(address, headers=HTMX).status_code == status
