"""Any deal from anywhere, solved: read in every notation, its win step by step, and played."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.analysis import WORTH_KEEPING, Analysis
from app.analysis.questions import AskSolution, Question
from app.analysis.work import without_answer
from app.engine import PRESETS, Deal, Game, Move, Position, Setup, Status
from app.store import tables
from tests.support.client import Client
from tests.web.player import HTMX, Page, Player
from tests.web.solving import HOPELESS, PRINTED, game_of, settled, solver_of

CARDS = [str(card) for card in Deal.parse("AAAAAAS").cards]
TRIANGLE = "\n".join(
    [
        " " * (7 - row) + " ".join(CARDS[row * (row - 1) // 2 : row * (row + 1) // 2])
        for row in range(1, 8)
    ]
    + [" ".join(CARDS[28:])]
)
SIGNS = str.maketrans("CDHS", "♣♦♥♠")


@pytest.fixture
def client(solving_app: FastAPI) -> TestClient:
    """A new visitor of the module's site."""
    return Client(solving_app)


def solved(client: TestClient, address: str, *, partial: bool = False) -> Page:
    """The page of a solution, once it is there."""
    headers = HTMX if partial else {}
    return settled(
        lambda: Page(client.get(address, headers=headers)),
        lambda page: page.root.has(data_verdict="pending"),
    )


@pytest.mark.parametrize(
    ("typed", "rules", "code"),
    [
        ("PY1-N-AAAAAAS", "M", "PY1-N-AAAAAAS"),
        ("py1 m aaaaaas", "N", "PY1-M-AAAAAAS"),
        ("https://cards.example/d/PY1-S-AAAAAAG", "N", "PY1-S-AAAAAAG"),
        (" ".join(CARDS), "M", None),
        ("".join(CARDS).lower(), "M", None),
        (TRIANGLE, "M", None),
        (" ".join(c.replace("T", "10") for c in CARDS).translate(SIGNS), "M", None),
        ("ms:617", "M", str(Setup(PRESETS["M"], Deal.read("ms:617")))),
        ("pysol:123456", "S", str(Setup(PRESETS["S"], Deal.read("pysol:123456")))),
        ("ms:617", "XD2A", str(Setup(PRESETS["N"].parse("XD2A"), Deal.read("ms:617")))),
    ],
)
def test_a_deal_is_read_in_any_notation(
    client: TestClient, typed: str, rules: str, code: str | None
) -> None:
    listed = str(Setup(PRESETS["M"], Deal(Deal.parse("AAAAAAS").cards)))
    answer = client.get("/solve", params={"deal": typed, "rules": rules}, follow_redirects=False)
    assert answer.status_code == 303
    found = answer.headers["location"].removeprefix("/solve/")
    assert Setup.parse(found) == Setup.parse(code or listed)
    page = solved(client, answer.headers["location"])
    assert page.status == 200
    assert page.root.one(id="solution")["data-verdict"] in ("winnable", "hopeless")


def test_the_form_is_there_without_a_deal(client: TestClient) -> None:
    for address in ("/solve", "/solve?deal="):
        page = Page(client.get(address))
        assert page.status == 200
        assert not page.root.has(role="alert")
        assert len(page.root.all("input", type="radio", name="rules")) == len(PRESETS)
        # The example in the empty box can be typed as it stands: a line for each row, then one.
        example = page.root.one("textarea")["placeholder"]
        Deal.read(example)
        assert [len(line.split()) for line in example.splitlines()] == [1, 2, 3, 4, 5, 6, 7, 24]


def test_blanks_are_no_deal_and_that_is_said(client: TestClient) -> None:
    page = Page(client.get("/solve?deal=%20%0A"))
    assert page.status == 422
    assert "52" in page.root.one(role="alert").text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (" ".join(CARDS[:-1]), "Missing: 5S"),
        (" ".join([*CARDS[:-1], "JD"]), "JD"),
        ("JD 6C 7X", "Card 3 of the deal, “7X”, is not a card"),
        ("PY1-N-AAAA", "seven letters"),
        ("PY1-Q-AAAAAAS", "N S T R P C M"),
        ("ms:" + "9" * 30, "game number"),
        ("<script>alert(1)</script>", "alert"),
    ],
)
def test_what_cannot_be_read_is_explained_and_stays_in_the_box(
    client: TestClient, typed: str, said: str
) -> None:
    response = client.get("/solve", params={"deal": typed, "rules": "M"})
    page = Page(response)
    assert page.status == 422
    assert said in page.root.one(role="alert").text
    box = page.root.one("textarea")
    assert (box.text, box["aria-invalid"]) == (" ".join(typed.split()), "true")
    assert page.root.one("input", type="radio", checked=None)["value"] == "M"
    assert "<script>alert" not in response.text


def test_rules_that_are_none_are_explained(client: TestClient) -> None:
    page = Page(client.get("/solve", params={"deal": "ms:617", "rules": "Z"}))
    assert page.status == 422
    assert "“Z” are no rules" in page.root.one(role="alert").text
    assert page.root.one("textarea").text == "ms:617"


def test_an_address_that_is_no_code_shows_the_form_with_it(client: TestClient) -> None:
    page = Page(client.get("/solve/PY1-N-AAAA"))
    assert page.status == 404
    assert page.root.one("textarea").text == "PY1-N-AAAA"
    answer = client.get("/solve/py1-n-aaaaaas", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (301, "/solve/PY1-N-AAAAAAS")


@pytest.mark.parametrize("code", [PRINTED, "PY1-M-AAAAAAS", "PY1-S-AAAAAAG", "PY1-C-AAAAAAS"])
def test_the_shortest_win_is_shown_step_by_step_and_wins(client: TestClient, code: str) -> None:
    shortest = solver_of(code).shortest(Position.start(Setup.parse(code))).line
    assert shortest is not None
    page = solved(client, f"/solve/{code}")
    assert page.root.one(id="solved").text == "This deal can be won."
    assert f"The shortest win takes {len(shortest)} moves." in page.root.text
    steps = page.root.one("ol", class_="strip").all("li")
    assert len(steps) == len(shortest)
    game = Game(Setup.parse(code))
    for number in range(len(steps)):
        following = page.root.one(id="step-on")
        form = page.root.one("main").one("form").fields()
        assert form["moves"] == [" ".join(map(str, game.line))]
        faces = [
            each["data-face"] for each in page.root.one(class_="pyramid still").all(data_face=None)
        ]
        left = [
            str(c) for i, c in enumerate(game.setup.deal.pyramid) if game.position.pyramid >> i & 1
        ]
        assert faces == left
        page = solved(client, following["href"], partial=number % 2 == 0)
        page = page if number % 2 else solved(client, following["href"])
        moves = page.root.one("main").one("form").fields()["moves"][0].split()
        game = game.play(Move.parse(moves[-1]))
    assert page.root.one(id="step-on")["aria-disabled"] == "true"
    assert "href" not in page.root.one(id="step-on")
    assert (game.status, len(game.line)) == (Status.WON, len(shortest))


def test_a_deal_that_cannot_be_won_tells_how_many_cards_can_go(client: TestClient) -> None:
    page = solved(client, f"/solve/{HOPELESS}")
    assert page.root.one(id="solved").text == "This deal cannot be won under these rules."
    assert "At most 14 cards of the pyramid can go." in page.root.text
    assert not page.root.has("ol", class_="strip")
    assert page.root.has("button")


def test_the_deal_is_played_from_any_step(client: TestClient) -> None:
    page = solved(client, f"/solve/{PRINTED}?step=3")
    button = page.root.one("main").one("form").one("button")
    assert button.text == "Play from here"
    player = Player(client)
    player.page = page
    player.press(button)
    player.path = player.page.response.url.path
    line = solver_of(PRINTED).shortest(Position.start(Setup.parse(PRINTED))).line
    assert line is not None
    assert game_of(player).line == line[:3]
    page = solved(client, f"/solve/{PRINTED}")
    assert page.root.one("main").one("form").one("button").text == "Play this deal"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("step=-1", 200),
        ("step=9999999999999999999999", 200),
        ("attempt=-5", 200),
        ("step=x", 422),
        ("step=" + "9" * 5000, 422),
    ],
)
def test_numbers_that_no_page_sends_do_no_harm(client: TestClient, query: str, status: int) -> None:
    solved(client, f"/solve/{PRINTED}")
    assert client.get(f"/solve/{PRINTED}?{query}").status_code == status


def test_every_solver_line_is_taken_by_the_table_move_by_move(client: TestClient) -> None:
    for code in (PRINTED, "PY1-T-AAAAAAA", "PY1-M-AAAAAAH"):
        page = solved(client, f"/solve/{code}?step=999")
        moves = page.root.one("main").one("form").fields()["moves"][0].split()
        player = Player(client, code)
        for ply, move in enumerate(moves):
            answer = player.post("moves", move=move, ply=str(ply))
            assert answer.status_code == 303
        assert player.look().game["data-status"] == "won"


def test_while_it_is_solved_the_board_is_there_and_the_page_asks_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(_self: Analysis, _question: Question, **_options: Any) -> Any:
        return None

    code = "PY1-M-AAAAAXY"
    with monkeypatch.context() as late:
        late.setattr(Analysis, "ask", ask)
        page = Page(client.get(f"/solve/{code}"))
        part = Page(client.get(page.root.one(id="solution")["hx-get"], headers=HTMX))
    assert page.root.one(id="solved").text == "Being solved …"
    again = page.root.one("noscript").one("meta", http_equiv="refresh")["content"]
    assert again == f"1; url=/solve/{code}?attempt=1"
    assert part.root.one(id="solution")["hx-get"].endswith("attempt=2")
    # Without scripts the same address is asked for again, and then has the solution.
    assert not solved(client, f"/solve/{code}").root.has("meta", http_equiv="refresh")


def test_what_was_not_found_out_in_time_is_not_claimed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(_self: Analysis, question: Question, **_options: Any) -> Any:
        return without_answer(question)

    monkeypatch.setattr(Analysis, "ask", ask)
    page = Page(client.get("/solve/PY1-M-AAAAAXZ"))
    assert page.root.one(id="solved").text == "This was not found out in time."
    assert "can go" not in page.root.one("main").text
    assert "shortest" not in page.root.one("main").text


def test_head_is_answered_without_a_body(client: TestClient) -> None:
    for address in ("/solve", f"/solve/{PRINTED}", f"/solve?deal={quote(PRINTED)}"):
        response = client.head(address, follow_redirects=False)
        assert (response.status_code in (200, 303), response.content) == (True, b"")


@pytest.mark.parametrize(
    "code", ["PY1-M-AAAAABA", str(Setup(PRESETS["M"], Deal.read("ms:1000"))), "PY1-R-AAAAAAA"]
)
def test_what_took_long_is_kept_for_every_process(
    client: TestClient, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_self: Analysis, question: Question, **_options: Any) -> Any:
        raise AssertionError(f"asked again: {question}")

    monkeypatch.setattr("app.analysis.WORTH_KEEPING", 0.0)
    page = solved(client, f"/solve/{code}")
    # Another process has not been asked yet, and finds it in the store.
    monkeypatch.setattr(Analysis, "known", lambda _self, _question: None)
    monkeypatch.setattr(Analysis, "ask", never)
    again = Page(client.get(f"/solve/{code}"))
    assert again.root.one("main").text == page.root.one("main").text


def test_what_is_found_as_soon_again_is_not_kept_in_the_store(client: TestClient) -> None:
    app: Any = client.app
    store, analysis = app.state.site.store, app.state.site.analysis
    solved(client, "/solve/PY1-N-AAAAABB")
    assert analysis.known(AskSolution("PY1-N-AAAAABB")).seconds < WORTH_KEEPING
    with store.database.reading() as connection:
        kept = connection.execute(select(tables.answer.c.question)).scalars().all()
    assert not [key for key in kept if "AAAAABB" in key]
