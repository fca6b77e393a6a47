"""Every way in reads a deal alike: the boxes, JSON, and the commands."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.batch import read_decks
from app.cli import main
from app.engine import PRESETS, Deal, NotationError, Setup
from tests.support.client import Client
from tests.web.document import read

CODE = "PY1-N-AAAAAAS"
CARDS = [str(card) for card in Deal.parse("AAAAAAS").cards]
PYRAMID, TALON = " ".join(CARDS[:28]), " ".join(CARDS[28:])
LISTED = "PY1-N-" + "".join(CARDS)

Entrance = Callable[[TestClient, str], str]
"""Gives the code of the deal that a text is read as, or what is said against it."""


def by_box(client: TestClient, text: str) -> str:
    answer = client.post("/games", data={"code": text})
    page = read(answer.text)
    return page.one(id="game")["data-code"] if answer.is_success else page.one(role="alert").text


def by_solve(client: TestClient, text: str) -> str:
    answer = client.get("/solve", params={"deal": text}, follow_redirects=False)
    if answer.status_code == 303:
        return answer.headers["location"].removeprefix("/solve/")
    return read(answer.text).one(role="alert").text


def by_new_game(client: TestClient, text: str) -> str:
    answer = client.post("/api/v1/games", json={"code": text}).json()
    return str(answer.get("code") or answer["detail"])


def by_solving(client: TestClient, text: str) -> str:
    answer = client.post("/api/v1/solve", json={"deal": text})
    found = answer.json()
    # While it is being solved the answer has no code yet; it was read, though.
    return str(found.get("code") or (LISTED if answer.status_code == 202 else found["detail"]))


def by_command(*words: str) -> str:
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = main(words)
    return errors.getvalue() if status else output.getvalue().split(",")[0].strip()


def by_convert(_client: TestClient, text: str) -> str:
    return by_command("convert", text)


def by_solve_command(_client: TestClient, text: str) -> str:
    return by_command("solve", text)


def by_decks(_client: TestClient, text: str) -> str:
    try:
        (setup,) = read_decks([text], PRESETS["N"])
    except NotationError as error:
        return str(error)
    return str(setup)


ENTRANCES: dict[str, Entrance] = {
    "box": by_box,
    "solve": by_solve,
    "new game": by_new_game,
    "solving": by_solving,
    "convert": by_convert,
    "solve command": by_solve_command,
    "decks": by_decks,
}


def printed(*words: str) -> str:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        assert main(["deal", CODE, *words]) == 0
    return output.getvalue().strip()


FORMS = {
    "cards": " ".join(CARDS),
    "stock first": f"Stock: {TALON} Tableau: {PYRAMID}",
    "heading": f"Pyramid Solitaire: {' '.join(CARDS)}",
    "zero for ten": "".join(CARDS).replace("T", "0"),
    "code and cards": f"{CODE} {PYRAMID} {TALON}",
    "printed as JSON": printed("--json"),
    "printed": " ".join(printed().split()),
}


@pytest.fixture
def shared(solving_app: object) -> TestClient:
    """A new visitor of a site that solves."""
    return Client(solving_app)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_every_entrance_reads_every_form(shared: TestClient, entrance: str, form: str) -> None:
    found = Setup.parse(ENTRANCES[entrance](shared, FORMS[form]))
    assert (str(found.rules), [str(card) for card in found.deal.cards]) == ("N", CARDS)


REFUSED = {
    "two deals": (f"PY1-N-AAAAAAJ {PYRAMID} {TALON}", "PY1-N-AAAAAAJ"),
    "a slip": (" ".join(CARDS).replace("6C", "^c"), "^c"),
    "a card twice": (" ".join(CARDS).replace("JD", "6C"), "6C is there"),
    "no pile": (f"Stock: {TALON} {PYRAMID}", "not clear which cards are the pyramid"),
    "no card": ("Pyramid", "no card was recognised"),
    "some cards": (PYRAMID, "28 cards"),
}


@pytest.mark.parametrize("form", REFUSED)
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_every_entrance_refuses_what_is_no_deal(
    shared: TestClient, entrance: str, form: str
) -> None:
    text, part = REFUSED[form]
    assert part in ENTRANCES[entrance](shared, text)


@pytest.mark.parametrize("entrance", ["box", "solve", "new game", "solving"])
def test_a_visitor_may_write_the_letters_of_their_language(
    shared: TestClient, entrance: str
) -> None:
    swedish = {"J": "Kn", "Q": "D", "A": "E"}
    signs = dict(zip("CDHS", "♣♦♥♠", strict=True))
    text = " ".join(swedish.get(card[0], card[0]) + signs[card[1]] for card in CARDS)
    shared.headers["Accept-Language"] = "sv"
    found = Setup.parse(ENTRANCES[entrance](shared, text))
    assert [str(card) for card in found.deal.cards] == CARDS


def test_a_deck_of_several_lines_is_read_from_a_file(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(printed(), encoding="utf-8")
    assert by_command("convert", str(deck)) == CODE
    deck.write_text(json.dumps({"rules": "M", "cards": CARDS}, indent=1), encoding="utf-8")
    assert by_command("convert", str(deck)) == LISTED.replace("-N-", "-M-")
