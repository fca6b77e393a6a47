"""New games and shared deals: codes as people paste them, custom rules, a deal's own page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, text

from app.engine import DRAW, PRESETS, RECYCLE, Deal, Position, Setup
from app.settings import Settings
from app.store import MOST_GIVEN
from tests.support.effort import times
from tests.support.table import game_after, table_of
from tests.web.document import read
from tests.web.player import Page, Player

CODE = "PY1-N-AAAAAAS"
LONG = "PY1-N-" + "".join(map(str, Deal.numbered(18).cards))
LISTED = " ".join(map(str, Deal.numbered(18).cards))

FORGIVEN = {
    CODE: CODE,
    "py1-n-aaaaaas": CODE,
    "  PY1-N-AAAAAAS  ": CODE,
    "PY1 N AAAAAAS": CODE,
    "PY1NAAAAAAS": CODE,
    "P Y 1 - N - A A A A A A S": CODE,
    "PY1–N—AAAAAAS": CODE,
    "PY1-N-AAAAAAS.": CODE,
    "“PY1-N-AAAAAAS”,": CODE,
    "PY1-N-AAAAAA0": "PY1-N-AAAAAAO",
    "PY1-N-1AAAAAA": "PY1-N-IAAAAAA",
    "http://cards.example/d/PY1-N-AAAAAAS": CODE,
    "https://cards.example/sub/d/py1-n-aaaaaas?x=1#y": CODE,
    "Look: https://cards.example/d/PY1-N-AAAAAAS.": CODE,
    "PY1-X3-AAAAAAS": "PY1-P-AAAAAAS",
    "py1-xd3a-aaaaaas": "PY1-T-AAAAAAS",
    "PY1-XOD2AV-AAAAAAS": "PY1-XOD2AV-AAAAAAS",
    LONG: LONG,
    LONG.lower(): LONG,
    LISTED: LONG,
    f"{CODE} {LISTED}": CODE,
}


@pytest.mark.parametrize(("typed", "code"), FORGIVEN.items())
def test_a_code_is_read_as_people_paste_it(client: TestClient, typed: str, code: str) -> None:
    answer = client.post("/games", data={"code": typed}, follow_redirects=False)
    assert answer.status_code == 303
    page = Page(client.get(answer.headers["location"]))
    assert page.table == table_of(game_after(code))


WRONG = {
    "hello": "“hello” is neither a code nor a deal: no card was recognised.",
    "PY2-N-AAAAAAS": "PY2 codes are not known here. A code begins with PY1.",
    "PY1-Q-AAAAAAS": "“Q” are no rules.",
    "PY1-N-AAAAAA": "“AAAAAA” does not have the seven letters of a deal.",
    "PY1-N-AAAAAA5": "“AAAAAA5” is not a deal. It is written with the letters A to Z.",
    "PY1-N-AAAAAASS": "does not have the seven letters",
    LONG[:-2]: "A deal is 52 cards. Missing: 5S.",
    LONG[:-2] + "JD": "JD is there twice, as card 1 and as card 52. A deal is 52 different cards.",
    LONG[:-2] + "1X": "is not a card",
    "x" * 10_000: "too long to be a code or a deal.",
    "PY1-N-" + "A" * 10_000: "too long to be a code or a deal.",
    "\x00": "is neither a code nor a deal",
    "<script>alert(1)</script>": "“<script>alert(1)</script>” is neither a code nor a deal",
    "🂡🂢": "Only 2 cards were recognised. A deal is 52 cards.",
    "Pyramid": "“Pyramid” is neither a code nor a deal",
    LISTED.replace("6C", "^c"): "Card 2 of the deal, “^c”, is not a card.",
    f"{LISTED} Enjoy": "“Enjoy” is not a card.",
    f"Stock: {LISTED}": "not clear which cards are the pyramid and which the stock",
    f"PY1-N-AAAAAAJ {LISTED}": "The code PY1-N-AAAAAAJ and the cards are two different deals.",
    "PY1-N-AAAAAAJ or PY1-N-AAAAAAS": "These are two different codes.",
}


@pytest.mark.parametrize(("typed", "said"), WRONG.items())
def test_a_wrong_code_is_explained_and_stays_in_the_box(
    client: TestClient, typed: str, said: str
) -> None:
    answer = client.post("/games", data={"code": typed}, follow_redirects=False)
    assert answer.status_code == 422
    page = read(answer.text)
    box = page.one("input", id="code")
    assert box["value"] == typed[:4000].strip("\x00") or box["value"] == typed[:4000]
    assert (box["aria-invalid"], box["aria-describedby"]) == ("true", "code-fault")
    assert "set-cookie" not in answer.headers


def test_a_form_without_a_choice_says_what_to_choose(client: TestClient) -> None:
    for data in ({}, {"code": ""}, {"code": "   "}, {"rules": ""}):
        answer = client.post("/games", data=data, follow_redirects=False)
        assert answer.status_code == 422
        alert = read(answer.text).one(role="alert")
        assert alert.text == "Choose rules, or enter the code of a deal."


@pytest.mark.parametrize("rules", [*PRESETS, "n", "X1", "XOF2AV"])
def test_rules_alone_give_a_deal_by_chance(client: TestClient, rules: str) -> None:
    codes = set()
    for _ in range(3):
        answer = client.post("/games", data={"rules": rules})
        code = Page(answer).game["data-code"]
        assert Setup.parse(code).rules == Setup.parse(f"PY1-{rules}-AAAAAAA").rules
        codes.add(code)
    assert len(codes) == 3


def test_200_new_games_are_200_deals(client: TestClient) -> None:
    codes = set()
    count = times(200, least=60)
    for _ in range(count):
        answer = client.post("/games", data={"rules": "N"}, follow_redirects=False)
        page = client.get(answer.headers["location"])
        codes.add(Page(page).game["data-code"])
    assert len(codes) == count


@pytest.mark.parametrize(
    ("choices", "rules"),
    [
        ({"talon": "waste", "passes": "", "goal": "pyramid", "opening_waste": "1"}, "N"),
        ({"talon": "drawn", "passes": "1", "goal": "all"}, "S"),
        ({"talon": "open", "passes": "3", "goal": "pyramid"}, "M"),
        ({"talon": "open", "passes": "2", "goal": "all", "cover_pairs": "1"}, "XF2AV"),
        ({"passes": "1", "opening_waste": "1"}, "XO1"),
        ({}, "X"),
    ],
)
def test_the_five_choices_make_custom_rules(
    client: TestClient, choices: dict[str, str], rules: str
) -> None:
    page = Page(client.post("/games", data={"rules": "custom", **choices}))
    assert page.game["data-code"].split("-")[1] == rules


@pytest.mark.parametrize(
    "wrong",
    [
        {"talon": "both"},
        {"passes": "4"},
        {"passes": "0"},
        {"passes": "-1"},
        {"passes": "9" * 5000},
        {"goal": "none"},
    ],
)
def test_choices_that_are_none_are_refused(client: TestClient, wrong: dict[str, str]) -> None:
    answer = client.post("/games", data={"rules": "custom", **wrong}, follow_redirects=False)
    assert answer.status_code == 422
    assert "are no rules" in read(answer.text).one(role="alert").text


def test_the_form_of_new_games_leads_to_a_game(client: TestClient) -> None:
    page = read(client.get("/new").text)
    forms = page.all("form", action="/games")
    assert len(forms) == 3
    custom = next(form for form in forms if form.has(name="talon"))
    fields = custom.fields(custom.one("button"))
    assert Page(client.post("/games", data=fields)).game["data-code"].startswith("PY1-P-")
    presets = next(form for form in forms if form.has("button", name="rules"))
    assert [b["value"] for b in presets.all("button")] == list(PRESETS)
    for button in presets.all("button"):
        game = Page(client.post("/games", data=presets.fields(button))).game
        assert game["data-code"].split("-")[1] == button["value"]


# A shared deal


def test_a_shared_deal_shows_the_pyramid_and_play_begins_it(client: TestClient) -> None:
    page = read(client.get(f"/d/{CODE}").text)
    shown = page.one("section", class_="deal-shown")
    assert len(shown.all("li")) == 28
    assert shown.all("li")[0].text == (
        "Jack of diamonds, row 1, 1 of 1, covered by six of clubs and seven of hearts"
    )
    assert page.one("input", id="address")["value"] == f"http://testserver/d/{CODE}"
    form = page.one("form", action="/games")
    game = Page(client.post(form["action"], data=form.fields(form.one("button"))))
    assert game.table == table_of(game_after(CODE))


def test_a_friend_gets_the_same_cards_from_the_link(
    browsers: Callable[[], TestClient],
) -> None:
    mine = Player(browsers(), "PY1-M-QWERTYU")
    link = mine.page.root.one(data_action="share")["href"]
    friend = browsers()
    form = read(friend.get(link).text).one("form", action="/games")
    theirs = Page(friend.post(form["action"], data=form.fields(form.one("button"))))
    assert theirs.table == mine.page.table


@pytest.mark.parametrize(
    "path",
    [
        "/d/py1-n-aaaaaas",
        "/d/PY1NAAAAAAS",
        "/d/PY1 N AAAAAAS",
        "/d/PY1-N-AAAAAAS.",
        "/d/%20PY1-N-AAAAAAS%20",
        "/d/PY1–N–AAAAAAS",
        "/d/PY1-N-AAAAAAS/",
    ],
)
def test_another_spelling_of_a_code_leads_to_the_canonical_one(
    client: TestClient, path: str
) -> None:
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code == 301
    assert answer.headers["location"] == f"/d/{CODE}"
    assert client.get("/d/PY1-N-0000000", follow_redirects=False).headers["location"] == (
        "/d/PY1-N-OOOOOOO"
    )


@pytest.mark.parametrize(
    "path",
    ["/d/hello", "/d/PY2-N-AAAAAAS", "/d/PY1-N-AAAAAA5", "/d/", "/d/x/y", "/d/" + "A" * 9000],
)
def test_a_deal_that_there_is_not_is_explained(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    page = read(answer.text)
    assert page.one(role="alert").text
    assert page.one("input", id="code")["value"] == path.removeprefix("/d/")[:4000]


def test_looking_at_deals_and_pages_makes_and_counts_nothing(
    client: TestClient, settings: Settings
) -> None:
    for path in (
        f"/d/{CODE}",
        f"/d/{CODE}.png",
        "/",
        "/new",
        "/rules",
        "/rules/N",
        "/settings",
        "/healthz",
        "/d/nonsense",
        "/g/nonsense",
        "/nowhere",
    ):
        for headers in ({}, {"HX-Request": "true"}):
            assert "set-cookie" not in client.get(path, headers=headers).headers
            client.head(path, headers=headers)
    client.post("/games", data={"code": "nonsense"})
    client.post("/g/nonsense/moves", data={"move": "draw", "ply": "0"})
    engine = create_engine(settings.database_url)
    with engine.connect() as connection:
        for table in ("visitor", "game", "log"):
            count = connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()
            assert count == 0, table
    engine.dispose()


def test_looking_on_leaves_a_game_as_it_is(client: TestClient, settings: Settings) -> None:
    player = Player(client, CODE)
    player.do("KD")
    engine = create_engine(settings.database_url)

    def rows() -> list[object]:
        with engine.connect() as connection:
            return [
                list(connection.execute(text(f"SELECT * FROM {table}")))
                for table in ("visitor", "game", "log")
            ]

    before = rows()
    for path in ("/", player.path, f"{player.path}?pick=TC", f"/d/{CODE}", "/new", "/settings"):
        client.get(path)
        client.head(path)
    assert rows() == before
    engine.dispose()


@pytest.mark.parametrize("rules", PRESETS)
def test_a_shared_deal_names_no_card_of_the_stock(client: TestClient, rules: str) -> None:
    page = read(client.get(f"/d/PY1-{rules}-AAAAAAS").text)
    words = page.words.lower()
    for card in (
        "ace of clubs",
        "two of hearts",
        "five of spades",
        "a♣",
        "#ac\n",
        "#2h\n",
        "#5s\n",
    ):
        assert card not in words + "\n", card
    if rules != "N":
        assert "seven of diamonds" not in words


# Moves that a game begins with


def rows(client: TestClient) -> int:
    """How many rows the store has for anybody."""
    app: Any = client.app
    with app.state.site.store.database.reading() as connection:
        return sum(
            int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())
            for table in ("visitor", "game", "log")
        )


def round_and_round(count: int) -> list[str]:
    """So many moves that the rules allow: through the stock again and again."""
    position = Position.start(Setup.parse(CODE))
    moves = []
    for _ in range(count):
        move = DRAW if position.why_not(DRAW) is None else RECYCLE
        position = position.play(move)
        moves.append(str(move))
    return moves


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (round_and_round(501), "501 moves are more than a game can begin with; the most are 500."),
        (round_and_round(12_000), "12000 moves are more"),
        # As many as may be, and one of them is against the rules.
        ([*round_and_round(499), "QSKD"], ""),
        (["KD", "KD"], ""),
        (["KD", "nonsense"], ""),
    ],
    ids=["one too many", "far too many", "the last one wrong", "twice", "nonsense"],
)
def test_moves_too_many_or_not_allowed_are_refused_whole(
    client: TestClient, moves: list[str], said: str
) -> None:
    answer = client.post("/games", data={"code": CODE, "moves": " ".join(moves)})
    assert answer.status_code == 422
    assert said in read(answer.text).one("main").text
    assert rows(client) == 0
    assert not client.cookies


def test_a_game_can_begin_with_as_many_moves_as_are_allowed(client: TestClient) -> None:
    moves = " ".join(round_and_round(MOST_GIVEN))
    answer = client.post("/games", data={"code": CODE, "moves": moves})
    assert answer.status_code == 200
    assert read(answer.text).one(id="game")["data-ply"] == str(MOST_GIVEN)
