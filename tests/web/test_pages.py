"""The pages around the table: home, rules, settings, health, and what is said when all fails."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.engine import PRESETS, Rules
from app.i18n import LANGUAGES
from app.main import create_app
from app.preferences import SETTINGS, Preferences
from app.settings import Settings
from app.web.words import Words
from tests.support.client import Client
from tests.support.table import game_after, golden_line, table_of
from tests.web.document import Element, read
from tests.web.player import HTMX, Page, Player

CODE = "PY1-N-AAAAAAS"


# Home


def test_the_first_game_is_one_click_away(client: TestClient) -> None:
    page = read(client.get("/").text)
    form = next(form for form in page.all("form") if form.has("button", name="rules"))
    button = form.one("button", value="N")
    assert Page(client.post(form["action"], data=form.fields(button))).table["status"] == "playing"


def test_a_newcomer_finds_one_large_play_and_the_other_ways_folded(client: TestClient) -> None:
    page = read(client.get("/").text)
    play = page.one("button", data_action="play")
    assert (play.text, play["value"]) == ("Play", "N")
    # A deal that can be won, unless chance was chosen.
    form = play.inside("form").fields(play)
    assert (form["rules"], form["winnable"]) == (["N"], ["1"])
    ways = page.one("details", class_="sheet other-ways")
    assert "open" not in ways
    assert [button["value"] for button in ways.all("button", name="rules")] == [*PRESETS]
    assert "83 of 100 random deals can be won." in ways.one("button", value="C").text
    client.post("/settings", data={"letters": "local"})
    form = read(client.get("/").text).one("button", data_action="play").inside("form").fields()
    assert "winnable" not in form


def test_who_has_played_goes_on_or_deals_again_under_the_same_rules(client: TestClient) -> None:
    player = Player(client, "PY1-S-AAAAAAS")
    player.do("KD")
    again = read(client.get("/").text).one("button", data_action="play")
    assert (again.text, again["value"]) == ("Deal again", "S")
    assert "Resume" in client.get("/").text
    player.post("leave")
    page = read(client.get("/").text)
    again = page.one("button", data_action="play")
    assert (again.text, again["value"]) == ("Deal again", "S")
    assert "primary" in again["class"].split()
    # The box for a code is the last of all.
    sections = [each.get("aria-label") for each in page.all("section")]
    assert sections[-1] == "A deal by its code"


def test_rules_of_ones_own_are_dealt_again_too(client: TestClient) -> None:
    client.post("/settings", data={"letters": "local"})
    Player(client, "PY1-XD3AV-AAAAAAS").do("draw")
    again = read(client.get("/").text).one("button", data_action="play")
    assert again["value"] == "XD3AV"
    fields = again.inside("form").fields(again)
    game = Page(client.post("/games", data=fields)).game
    assert game["data-code"].startswith("PY1-XD3AV-")


def test_every_preset_has_a_sentence_and_a_chance_and_others_have_none() -> None:
    words = Words(LANGUAGES["en"])
    for rules in PRESETS.values():
        assert words.rules_sentence(rules).endswith(".")
        assert words.chance(rules).endswith(" of 100 random deals can be won.")
    own = Rules.parse("XD3AV")
    assert (words.rules_sentence(own), words.chance(own)) == ("", "")


def test_a_code_can_be_typed_at_home(client: TestClient) -> None:
    form = read(client.get("/").text).one("input", name="code").inside("form")
    assert Page(client.post(form["action"], data={"code": CODE})).game["data-code"] == CODE


def test_home_offers_to_go_on_with_the_game_under_way(client: TestClient) -> None:
    assert "Resume" not in client.get("/").text
    player = Player(client, CODE)
    player.do("KD")
    page = read(client.get("/").text)
    resume = next(link for link in page.all("a") if link.text == "Resume")
    assert resume["href"] == player.path
    assert "27 cards left" in page.text


def test_home_finds_the_game_under_way_behind_many_newer_ones(client: TestClient) -> None:
    old = Player(client, CODE)
    old.do("KD")
    for number in range(8):
        Player(client, f"PY1-N-AAAAAA{'ABCDEFGH'[number]}").do("draw")
    # Taken up again: it is the one that is played now, whatever was begun since.
    Player(client, "PY1-N-AAAAAAZ").post("leave")
    old.look()
    old.do("draw")
    page = read(client.get("/").text)
    resume = next(link for link in page.all("a") if link.text == "Resume")
    assert resume["href"] == old.path


def test_a_game_that_was_only_dealt_can_be_gone_on_with(client: TestClient) -> None:
    player = Player(client, CODE)
    resume = [link["href"] for link in read(client.get("/").text).all("a") if link.text == "Resume"]
    assert resume == [player.path]


def test_home_lists_earlier_games_and_how_they_ended(client: TestClient) -> None:
    won = Player(client, CODE)
    won.skip(*golden_line(CODE))
    left = Player(client, "PY1-P-AAAAAAJ")
    left.do("draw")
    left.post("leave")
    page = read(client.get("/").text)
    rows = [[cell.text for cell in row.all("td")][:3] for row in page.all("tr") if row.has("td")]
    assert rows == [
        ["Three passes", "given up", "1"],
        ["Classic", "won", str(len(golden_line(CODE)))],
    ]
    assert [row.one("a")["href"] for row in page.all("tr") if row.has("td")] == [
        left.path,
        won.path,
    ]


def test_home_shows_nobody_elses_games(browsers: Callable[[], TestClient]) -> None:
    mine, other = browsers(), browsers()
    player = Player(mine, CODE)
    player.do("KD")
    Player(other, "PY1-P-AAAAAAJ").do("draw")
    assert player.path not in other.get("/").text


# Rules


@pytest.mark.parametrize("rules", [*PRESETS, "XD2A", "XOF2AV", "X"])
def test_every_rule_set_has_a_page_and_a_way_to_play_it(client: TestClient, rules: str) -> None:
    page = read(client.get(f"/rules/{rules}").text)
    assert page.one("h1").text
    form = page.one("button", name="rules").inside("form")
    game = Page(client.post(form["action"], data=form.fields(form.one("button")))).game
    assert game["data-code"].split("-")[1] == rules


def test_the_page_of_all_rules_leads_to_each(client: TestClient) -> None:
    page = read(client.get("/rules").text)
    links = {link["href"] for link in page.all("a") if link["href"].startswith("/rules/")}
    assert links == {f"/rules/{letter}" for letter in PRESETS}


def test_the_page_of_all_rules_says_what_codes_of_elsewhere_are_here(client: TestClient) -> None:
    said = read(client.get("/rules").text).text
    assert "PY1-N-AAAAAAS" in said
    assert "its other codes deal other cards here" in said


@pytest.mark.parametrize(("path", "to"), [("n", "N"), ("xd3a", "T"), ("x3", "P"), ("%20N", "N")])
def test_another_spelling_of_rules_leads_to_the_canonical_one(
    client: TestClient, path: str, to: str
) -> None:
    answer = client.get(f"/rules/{path}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (301, f"/rules/{to}")


@pytest.mark.parametrize("path", ["Q", "XX", "3", "N" * 5000, "%00", "é"])
def test_rules_that_there_are_not_are_not_found(client: TestClient, path: str) -> None:
    answer = client.get(f"/rules/{path}")
    assert answer.status_code == 404
    assert read(answer.text).one("h1").text == "Not found"


# Settings


def shown(client: TestClient) -> dict[str, list[str]]:
    """What the page of settings has chosen."""
    fields = read(client.get("/settings").text).one("form", action="/settings").fields()
    del fields["shown"]
    return fields


def as_fields(preferences: Preferences) -> dict[str, list[str]]:
    """The choices as the form of the page sends them."""
    chosen = preferences.stored()
    chosen.pop("coached")  # is no choice
    return {
        name: ["1" if value is True else str(value)]
        for name, value in chosen.items()
        if value is not False
    }


def test_settings_start_as_nobody_chose_them(client: TestClient) -> None:
    assert shown(client) == as_fields(Preferences())


def test_settings_are_kept_as_they_were_sent(client: TestClient) -> None:
    languages = [*LANGUAGES] * 4
    theme_of, letters_of, back_of, warn_of = (
        list(SETTINGS[name].options) for name in ("theme", "letters", "back", "warn")
    )
    for theme, letters, back, warn, language in zip(
        theme_of[1:],
        letters_of * 2,
        back_of[1:],
        (*warn_of, "always"),
        languages[:4],
        strict=True,
    ):
        chosen = Preferences(
            language=language,
            theme=theme,
            letters=letters,
            deck="classic",
            back=back,
            warn=warn,
            four_colours=True,
            left_handed=True,
            shortcuts=False,
        )
        answer = client.post("/settings", data=as_fields(chosen), follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == "/settings?saved=1"
        saved = read(client.get(answer.headers["location"]).text)
        assert saved.one("p", role="status", class_="notice").text == LANGUAGES[language].gettext(
            "Saved."
        )
        assert shown(client) == as_fields(chosen)


def test_each_choice_of_the_page_can_be_made_and_taken_back(client: TestClient) -> None:
    form = read(client.get("/settings").text).one("form", action="/settings")
    for box in form.all("input", type="checkbox"):
        before = shown(client)
        client.post("/settings", data=before | {box["name"]: ["1"]})
        assert shown(client).get(box["name"]) == ["1"]
        client.post("/settings", data={k: v for k, v in before.items() if k != box["name"]})
        assert box["name"] not in shown(client)
    for choice in form.all("input", type="radio"):
        client.post("/settings", data=shown(client) | {choice["name"]: [choice["value"]]})
        assert shown(client)[choice["name"]] == [choice["value"]]


@pytest.mark.parametrize(
    "wrong",
    [
        {"theme": "pink"},
        {"language": "xx"},
        {"letters": "greek"},
        {"back": "tartan"},
        {"warn": "sometimes"},
        {"theme": "x" * 10_000, "language": '"><script>'},
        {"nonsense": "1"},
    ],
)
def test_a_choice_that_is_none_stays_as_its_default(
    client: TestClient, wrong: dict[str, str]
) -> None:
    assert client.post("/settings", data=wrong, follow_redirects=False).status_code == 303
    assert shown(client) == {
        "language": [""],
        "theme": [""],
        "letters": ["local"],
        "deck": [""],
        "back": [""],
        "warn": [""],
    }


MARKS: list[tuple[dict[str, str], str, str | None]] = [
    ({"theme": "night"}, "data-theme", "night"),
    ({"theme": "contrast"}, "data-theme", "contrast"),
    ({}, "data-theme", None),
    ({"four_colours": "1"}, "data-suits", "four"),
    ({}, "data-suits", None),
    ({"back": "plum"}, "data-back", "plum"),
    ({}, "data-back", None),
    ({"left_handed": "1"}, "data-hand", "left"),
    ({}, "data-hand", None),
    ({"explain_mistakes": "1"}, "data-explain", ""),
    ({}, "data-explain", None),
    ({"show_partners": "1"}, "data-partners", ""),
    ({}, "data-partners", None),
    ({"shortcuts": "1"}, "data-no-keys", None),
    ({}, "data-no-keys", ""),
]


@pytest.mark.parametrize(("chosen", "mark", "value"), MARKS)
def test_a_choice_is_a_mark_on_every_page(
    client: TestClient, chosen: dict[str, str], mark: str, value: str | None
) -> None:
    player = Player(client, CODE)
    client.post("/settings", data=chosen)
    for path in ("/", "/new", "/rules", "/rules/N", "/settings", f"/d/{CODE}", player.path):
        html = read(client.get(path).text).one("html")
        assert html.attributes.get(mark) == value, path


def test_settings_change_nothing_in_a_game(client: TestClient) -> None:
    player = Player(client, CODE)
    player.do("KD")
    client.post("/settings", data={"theme": "night", "letters": "english", "left_handed": "1"})
    assert player.look().table == table_of(game_after(CODE, "KD"))


def test_settings_are_the_visitors_own(browsers: Callable[[], TestClient]) -> None:
    one, other = browsers(), browsers()
    one.post("/settings", data={"theme": "night"})
    other.post("/settings", data={"theme": "sand"})
    assert shown(one)["theme"] == ["night"]
    assert shown(other)["theme"] == ["sand"]


# Every page


@pytest.mark.parametrize(
    "path", ["/", "/new", "/rules", "/rules/S", "/settings", f"/d/{CODE}", "game", "/nowhere"]
)
def test_every_page_has_a_language_a_title_one_heading_and_one_main(
    client: TestClient, path: str
) -> None:
    if path == "game":
        path = Player(client, CODE).path
    page = read(client.get(path).text)
    assert page.one("html")["lang"] == "en"
    assert page.one("title").text
    assert page.one("h1").text
    main = page.one("main")
    skip = page.one("a", class_="skip")
    assert skip["href"] == f"#{main['id']}"
    assert page.one("meta", name="viewport")
    assert "user-scalable" not in page.one("meta", name="viewport")["content"]


def test_no_two_pages_have_the_same_title(client: TestClient) -> None:
    game = Player(client, CODE).path
    paths = ["/", "/new", "/rules", "/rules/S", "/rules/N", "/settings", f"/d/{CODE}", game]
    titles = [read(client.get(path).text).one("title").text for path in paths]
    assert len(set(titles)) == len(titles), titles


def test_every_link_of_every_page_leads_somewhere(client: TestClient) -> None:
    player = Player(client, CODE)
    player.do("KD")
    seen, waiting = set(), ["/", player.path]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        if "html" not in answer.headers["content-type"]:
            continue
        for link in read(answer.text).all("a", href=None):
            address = link["href"].partition("#")[0]
            if address and address not in seen | set(waiting):
                waiting.append(address)
    assert len(seen) > 12


def test_every_label_belongs_to_a_field_and_every_field_has_one(client: TestClient) -> None:
    for path in ("/", "/new", "/settings", f"/d/{CODE}"):
        page = read(client.get(path).text)
        ids = {element["id"]: element for element in page.all(id=None)}
        for label in page.all("label", for_=None):
            assert ids[label["for"]].tag in ("input", "select", "textarea")
        for field in page.all("input"):
            if field.get("type") != "hidden":
                assert is_labelled(field, page), field


def is_labelled(field: Element, page: Element) -> bool:
    """Whether a field is inside its label, or is named by one."""
    around = field.parent
    while around is not None and around.tag != "label":
        around = around.parent
    return around is not None or page.has("label", for_=field.get("id"))


# When the store cannot be used


@pytest.fixture
def broken(settings: Settings, client: TestClient) -> Player:
    """A player whose games cannot be reached for the moment; what they need is kept aside."""
    player = Player(client, CODE)
    player.do("KD")
    app = client.app
    app.state.site.store.close()  # type: ignore[attr-defined]
    for file in settings.data.glob("pyramid.db*"):
        shutil.move(file, settings.data / f"aside-{file.name}")
    (settings.data / "pyramid.db").mkdir()
    return player


def test_health_is_good_once_the_database_has_answered(client: TestClient) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok"}


def test_health_is_bad_without_a_database(broken: Player) -> None:
    answer = broken.client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["status"] == "unavailable"
    assert broken.client.head("/healthz").status_code == 503


def test_health_is_bad_before_the_tables_are_there(tmp_path: Path) -> None:
    with TestClient(create_app(Settings.read({"PYRAMID_DATA": str(tmp_path)}))) as client:
        assert client.get("/healthz").status_code == 503
        answer = client.post("/games", data={"rules": "N"})
        assert answer.status_code == 503


def test_without_a_database_every_page_says_so_and_nothing_is_lost(
    broken: Player, settings: Settings
) -> None:
    client = broken.client
    for method, path, data in [
        ("GET", "/", None),
        ("GET", broken.path, None),
        ("POST", f"{broken.path}/moves", {"move": "TC3S", "ply": "1"}),
        ("POST", "/games", {"rules": "N"}),
        ("POST", "/settings", {"theme": "night"}),
    ]:
        answer = client.request(method, path, data=data)
        assert answer.status_code == 503, path
        page = read(answer.text)
        assert page.one("h1").text == "Out of order for a moment"
        assert "Nothing is lost" in page.text
        assert str(settings.data) not in answer.text
        assert answer.headers["cache-control"] == "no-store"
        assert "set-cookie" not in answer.headers
    (settings.data / "pyramid.db").rmdir()
    for file in settings.data.glob("aside-*"):
        shutil.move(file, settings.data / file.name.removeprefix("aside-"))
    assert broken.look().table == table_of(game_after(CODE, "KD"))
    assert broken.do("TC3S").table == table_of(game_after(CODE, "KD", "TC3S"))


def test_without_a_database_htmx_is_answered_in_the_tables_place(broken: Player) -> None:
    answer = broken.client.post(
        f"{broken.path}/moves", data={"move": "TC3S", "ply": "1"}, headers=HTMX
    )
    assert answer.status_code == 503
    part = read(answer.text).one(id="game")
    assert part["data-status"] == "error"
    assert "<html" not in answer.text


NO_ROUTE: list[tuple[str, str, dict[str, str], int]] = [
    ("GET", "/nowhere", {}, 404),
    ("GET", "/static/nothing.css", {}, 404),
    ("PUT", "/rules", {}, 405),
    ("POST", "/games", {"Content-Length": "9999999"}, 413),
    ("POST", "/games", {"Origin": "https://elsewhere.example"}, 403),
]


@pytest.mark.parametrize(("method", "path", "headers", "status"), NO_ROUTE)
def test_an_error_without_a_route_has_the_colours_and_the_language_chosen(
    client: TestClient, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    client.post("/settings", data={"theme": "night", "language": "sv"})
    answer = client.request(method, path, headers=headers)
    assert answer.status_code == status
    html = read(answer.text).one("html")
    assert (html["data-theme"], html["lang"]) == ("night", "sv")
    # One who has chosen nothing is answered as before, and gets no cookie for it.
    stranger = Client(client.app).request(method, path, headers=headers)
    assert stranger.status_code == status
    assert "data-theme" not in read(stranger.text).one("html")
    assert "set-cookie" not in stranger.headers


@pytest.mark.parametrize(("method", "path", "headers", "status"), NO_ROUTE)
def test_an_error_page_needs_no_database(
    broken: Player, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    answer = broken.client.request(method, path, headers=headers)
    assert answer.status_code == status
    assert read(answer.text).one("h1").text


def test_a_store_that_fails_in_an_unknown_way_still_has_its_page(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/settings", data={"theme": "night"})

    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("app.store.visitors.Visitors.of_token", fail)
    careful = Client(client.app, raise_server_exceptions=False, cookies=client.cookies)
    for path, status, title in (
        ("/", 500, "Something went wrong"),
        ("/nowhere", 404, "Not found"),
    ):
        answer = careful.get(path)
        assert answer.status_code == status
        assert read(answer.text).one("h1").text == title
        assert "secret" not in answer.text
    careful.close()


def test_what_needs_no_database_is_served_without_one(broken: Player) -> None:
    stranger = Client(broken.client.app)
    for path in ("/rules", "/rules/N", "/new", f"/d/{CODE}", "/static/css/table.css"):
        assert stranger.get(path).status_code == 200, path
    stranger.close()


def test_a_fault_of_ours_is_told_in_a_page_without_its_inside(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client, CODE)
    client.post("/settings", data={"theme": "night"})

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("app.web.table.board.table_view", fail)
    careful = Client(client.app, raise_server_exceptions=False, cookies=client.cookies)
    for headers in ({}, HTMX):
        answer = careful.get(player.path, headers=headers)
        assert answer.status_code == 500
        assert answer.text.count('data-theme="night"') == (headers != HTMX)
        assert "The fault is here, not with you" in answer.text
        assert "secret" not in answer.text
        assert "default-src" in answer.headers["content-security-policy"]
    careful.close()


@pytest.mark.parametrize(
    ("letter", "pictures"),
    [
        ("N", ["free", "waste"]),
        ("T", ["free", "drawn"]),
        ("M", ["free", "open"]),
        ("C", ["free", "waste", "stacked"]),
    ],
)
def test_the_rules_are_shown_in_pictures_each_with_its_sentence(
    client: Client, letter: str, pictures: list[str]
) -> None:
    page = read(client.get(f"/rules/{letter}").text)
    shown = page.all("figure", data_picture=None)
    assert [each["data-picture"] for each in shown] == pictures
    for each in shown:
        assert each.one("figcaption").text.endswith(".")
        # What is drawn is told by the sentence.
        assert each.one(aria_hidden="true", class_=None).all("span", data_face=None)
