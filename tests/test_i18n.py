"""Languages: every catalogue is whole and right, and every page speaks one language alone."""

from __future__ import annotations

import ast
import gettext
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from babel import Locale
from babel.dates import get_date_format, get_day_names, get_month_names
from babel.messages import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from app import paths, web
from app.engine import DECK, Card, Game, Kind, Move, Reason, Setup
from app.i18n import CATALOGUES, LANGUAGES, SOURCE, Language, load, negotiate
from app.main import create_app
from app.preferences import SETTINGS
from app.settings import Settings
from app.store import Store
from app.web.drawing.render import Renderer
from app.web.words import Words, capitalised
from tests.support.client import Client
from tests.support.project import ROOT
from tests.support.table import golden_line
from tests.web.document import Element, read
from tests.web.player import HTMX, Player

CODES = sorted(path.stem for path in CATALOGUES.glob("*.po"))

PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%%")
CLOSING = (".", ":", "?", "!", "…")

# Texts that are the same word in both languages; a new one is looked at before it is added here.
ALIKE = {
    "nl": {
        "A",
        "Code",
        "Codes",
        "Hint",
        "Hints",
        "Later",
        "Menu",
        "Open",
        "Parameters",
        "Status",
        "Type",
        "{count} hint",
    },
    "sv": {"K", "Median", "Pyramid", "Sand", "Start", "Status"},
}

# Catalogues


@cache
def texts_in_use() -> Catalog:
    """Every text of the code and the templates, gathered as `make messages` gathers them."""
    folders = [str(ROOT / "app"), str(ROOT / "templates")]
    with TemporaryDirectory() as folder:
        file = Path(folder, "messages.pot")
        options = ["--mapping-file", str(ROOT / "pyproject.toml"), "--output-file", str(file)]
        command: Any = CommandLineInterface()
        command.run(["pybabel", "--quiet", "extract", *options, *folders])
        with file.open("rb") as source:
            return read_po(source)


def catalogue(code: str) -> Catalog:
    """A catalogue as it lies in its file."""
    with (CATALOGUES / f"{code}.po").open("rb") as source:
        return read_po(source, locale=code)


def messages(texts: Catalog) -> dict[tuple[str, str], Message]:
    """The texts of a catalogue by context and English text, without the header."""
    return {(each.context or "", forms(each.id)[0]): each for each in texts if each.id}


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """Singular and plural of a text that has both, else the text alone."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def test_english_swedish_and_dutch_are_there() -> None:
    names = {code: language.name for code, language in LANGUAGES.items()}
    assert names == {"en": "English", "nl": "Nederlands", "sv": "Svenska"}


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_holds_the_texts_in_use_and_no_others(code: str) -> None:
    used, held = messages(texts_in_use()), messages(catalogue(code))
    assert len(used) > 200
    assert sorted(used.keys() - held.keys()) == [], "missing: make messages, then translate"
    assert sorted(held.keys() - used.keys()) == [], "no longer used: make messages"
    assert list(catalogue(code).obsolete) == []
    for key, message in held.items():
        assert forms(message.id) == forms(used[key].id), "a plural that is none, or none that is"


@pytest.mark.parametrize("code", CODES)
def test_every_text_of_a_catalogue_is_translated_and_none_is_a_guess(code: str) -> None:
    for key, message in messages(catalogue(code)).items():
        assert all(forms(message.string)), f"not translated: {key}"
        assert not message.fuzzy, f"to be looked at: {key}"


@pytest.mark.parametrize("code", CODES)
def test_a_translation_has_the_placeholders_of_its_english_text(code: str) -> None:
    held = catalogue(code)
    for key, message in messages(held).items():
        assert list(message.check(held)) == [], key
        wanted = [set(PLACEHOLDER.findall(form)) for form in forms(message.id)]
        found = [set(PLACEHOLDER.findall(form)) for form in forms(message.string)]
        # "once" may do without its count, "many times" may not.
        assert found[-1] == wanted[-1], key
        for each in found:
            assert set.intersection(*wanted) <= each <= set.union(*wanted), key


@pytest.mark.parametrize("code", CODES)
def test_a_translation_begins_and_ends_as_its_english_text_does(code: str) -> None:
    for key, message in messages(catalogue(code)).items():
        english = forms(message.id)[0]
        for form in forms(message.string):
            edges = [(text[0] == " ", text[-1] == " ") for text in (english, form)]
            assert edges[0] == edges[1], key
            ends = [text[-1] if text.endswith(CLOSING) else "" for text in (english, form)]
            assert ends[0] == ends[1], key
            assert english[:1].isupper() == form[:1].isupper() or english[0] in "“{%", key


@pytest.mark.parametrize("code", CODES)
def test_what_is_the_same_in_english_is_known_to_be(code: str) -> None:
    same = {
        english
        for (_, english), message in messages(catalogue(code)).items()
        if english in forms(message.string)
        # What is all placeholders has no words to be translated.
        and re.search(r"[^\W\d]", PLACEHOLDER.sub("", english))
    }
    assert same == ALIKE.get(code, set())


@pytest.mark.parametrize("code", CODES)
def test_the_plural_rule_of_a_catalogue_is_that_of_its_language(code: str) -> None:
    held = catalogue(code)
    rule = get_plural(code)
    assert (held.num_plurals, held.plural_expr) == (rule.num_plurals, rule.plural_expr)
    for key, message in messages(held).items():
        if message.pluralizable:
            assert len(forms(message.string)) == rule.num_plurals, key


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_changes_only_with_its_texts(code: str) -> None:
    text = (CATALOGUES / f"{code}.po").read_text(encoding="utf-8")
    assert re.findall(r"^#: .*:\d+.*$", text, re.MULTILINE) == [], "line numbers change daily"
    assert "#~" not in text


@pytest.mark.parametrize(
    ("code", "one", "many"),
    [
        ("en", "1 pass left", "2 passes left"),
        ("sv", "1 varv kvar", "2 varv kvar"),
        ("nl", "nog 1 ronde", "nog 2 rondes"),
    ],
)
def test_a_count_takes_the_form_that_goes_with_it(code: str, one: str, many: str) -> None:
    def said(count: int) -> str:
        text = LANGUAGES[code].ngettext("{count} pass left", "{count} passes left", count)
        return text.format(count=count)

    assert [said(count) for count in (1, 2)] == [one, many]
    for count in (0, 5, 11, 21, 101):
        assert said(count) == many.replace("2", str(count))


# Which language


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("sv", "sv"),
        ("SV-se", "sv"),
        ("nl-BE,nl;q=0.9,en;q=0.8", "nl"),
        ("fr, sv;q=0.5, nl;q=0.7", "nl"),
        ("nl;q=0.5, sv;q=0.5", "nl"),
        ("en-GB, sv", "en"),
        ("sv;q=0, nl;q=0.1", "nl"),
        ("sv;q=0.000", "en"),
        ("de, fr;q=0.9", "en"),
        ("*", "en"),
        ("*, sv;q=0.5", "sv"),
        ("", "en"),
        (" , ;q=1, sv;q=2, sv;q=, ...", "en"),
        ("<script>, sv ; q=0.3", "sv"),
        ("svenska", "en"),
        ("x" * 100_000 + ", sv", "en"),
    ],
)
def test_a_visitor_gets_the_language_that_their_browser_asks_for_most(
    accepted: str, code: str
) -> None:
    assert negotiate(accepted).code == code


def test_a_site_may_have_another_language_of_its_own() -> None:
    assert negotiate("", "sv").code == "sv"
    assert negotiate("de", "nl").code == "nl"
    assert negotiate("en", "nl").code == "en"


def test_a_language_of_one_country_is_one_more_file(tmp_path: Path) -> None:
    for name in ("pt_BR", "pt", "zh_Hant"):
        header = f'msgid ""\nmsgstr "Language: {name}\\n"\n\n'
        text = f'msgid "Undo"\nmsgstr "{name}"\n'
        (tmp_path / f"{name}.po").write_text(header + text, encoding="utf-8")
    languages = load(tmp_path)
    assert list(languages) == ["en", "pt", "pt-BR", "zh-Hant"]
    assert languages["pt-BR"].name.startswith("Português")
    for accepted, undo in (
        ("pt-BR", "pt_BR"),
        ("PT-br;q=0.5, en;q=0.4", "pt_BR"),
        ("pt-PT", "pt"),
        ("pt", "pt"),
        ("zh-Hant-TW", "zh_Hant"),
        ("zh-CN", "Undo"),
        ("br", "Undo"),
    ):
        assert negotiate(accepted, languages=languages).gettext("Undo") == undo


# Cards

NAMES = {
    "en": (
        ("clubs", "diamonds", "hearts", "spades"),
        "ace two three four five six seven eight nine ten jack queen king",
        "{rank} of {suit}",
    ),
    "sv": (
        ("klöver", "ruter", "hjärter", "spader"),
        "ess två tre fyra fem sex sju åtta nio tio knekt dam kung",
        "{suit} {rank}",
    ),
    "nl": (
        ("klaver", "ruiten", "harten", "schoppen"),
        "aas twee drie vier vijf zes zeven acht negen tien boer vrouw heer",
        "{suit}{rank}",
    ),
}
LETTERS = {"en": "A J Q K", "sv": "E Kn D K", "nl": "A B V H"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_has_its_name(code: str) -> None:
    words = Words(LANGUAGES[code])
    suits, names, order = NAMES[code]
    ranks = names.split()
    for card in DECK:
        name = order.format(rank=ranks[card.rank - 1], suit=suits["CDHS".index(card.suit)])
        assert words.name(card) == name
    assert len({words.name(card) for card in DECK}) == 52


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_has_its_letter_and_its_suit(code: str) -> None:
    ace, jack, queen, king = LETTERS[code].split()
    ranks = [ace, *map(str, range(2, 11)), jack, queen, king]
    words = Words(LANGUAGES[code])
    for card in DECK:
        sign = "♣♦♥♠"["CDHS".index(card.suit)]
        assert words.sign(card) == ranks[card.rank - 1] + sign
    assert words.letters() == {"A": ace, "J": jack, "Q": queen, "K": king}
    assert len({words.sign(card) for card in DECK}) == 52


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_prefers_english_letters_gets_them_and_keeps_the_names(code: str) -> None:
    words = Words(LANGUAGES[code], local_letters=False)
    assert "".join(words.letters().values()) == "AJQK"
    assert words.sign(Card.parse("QC")) == "Q♣"
    assert words.name(Card.parse("QC")) == Words(LANGUAGES[code]).name(Card.parse("QC"))


def test_the_letters_of_every_language_are_drawn() -> None:
    drawn = set(
        re.findall(r'^  "(.)": \(', (ROOT / "templates" / "_sprite.html").read_text(), re.MULTILINE)
    )
    for language in LANGUAGES.values():
        for letter in Words(language).letters().values():
            assert set(letter) <= drawn, (language.code, letter)


# Sentences

CODE = "PY1-N-AAAAAAS"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "en",
            [
                "King of diamonds removed. 27 cards left.",
                "Ten of clubs and three of spades removed. Ten of spades is free. 25 cards left.",
                "Ace of clubs drawn. 22 cards left in the stock.",
                "Taken back: draw. Waste: seven of diamonds. 23 cards left in the stock.",
            ],
        ),
        (
            "sv",
            [
                "Ruter kung togs bort. 27 kort kvar.",
                "Klöver tio och spader tre togs bort. Spader tio ligger fritt. 25 kort kvar.",
                "Klöver ess drogs. 22 kort kvar i talongen.",
                "Ångrat: dra kort. Kasthög: ruter sju. 23 kort kvar i talongen.",
            ],
        ),
        (
            "nl",
            [
                "Ruitenheer verwijderd. Nog 27 kaarten.",
                "Klavertien en schoppendrie verwijderd. Schoppentien is vrij. Nog 25 kaarten.",
                "Klaveraas getrokken. Nog 22 in de voorraad.",
                "Terug: kaart trekken. Aflegstapel: ruitenzeven. Nog 23 in de voorraad.",
            ],
        ),
    ],
)
def test_what_happened_is_told_in_whole_sentences(code: str, said: list[str]) -> None:
    words = Words(LANGUAGES[code])
    game = Game(Setup.parse(CODE))
    found = []
    for move in ("KD", "TC3S", "draw"):
        game = game.play(Move.parse(move))
        found.append(words.change(game, short=False))
    found.append(words.change(game.undo(), short=False))
    assert found == said


@pytest.mark.parametrize(
    ("code", "free", "covered"),
    [
        (
            "en",
            "Seven of clubs, row 7, 1 of 7, free",
            "Queen of clubs, row 6, 1 of 6, covered by seven of clubs and ten of clubs",
        ),
        (
            "sv",
            "Klöver sju, rad 7, 1 av 7, ligger fritt",
            "Klöver dam, rad 6, 1 av 6, täcks av klöver sju och klöver tio",
        ),
        (
            "nl",
            "Klaverzeven, rij 7, 1 van 7, vrij",
            "Klavervrouw, rij 6, 1 van 6, bedekt door klaverzeven en klavertien",
        ),
    ],
)
def test_a_card_is_read_out_as_it_lies(code: str, free: str, covered: str) -> None:
    words = Words(LANGUAGES[code])
    seven, ten, queen = map(Card.parse, ("7C", "TC", "QC"))
    assert words.label(seven, "r7c1", covers=(), waste=1) == free
    assert words.label(queen, "r6c1", covers=(seven, ten), waste=1) == covered


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_refusal_is_a_sentence(code: str) -> None:
    words = Words(LANGUAGES[code])
    said = {reason: words.refusal(reason, card=None, position=None) for reason in Reason}
    assert len(set(said.values())) == len(Reason)
    for text in said.values():
        assert text == capitalised(text)
        assert text.endswith(".")


# A language of one's own: each text stands in brackets, so what has none is seen

MARKED = "eo"
"""A real language, so that dates can be written in it, that has no catalogue here."""


class Marks(gettext.NullTranslations):
    """A translation that puts every text into brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


READ_OUT = ("alt", "aria-description", "aria-label", "placeholder", "title")
SPOKEN_BY_SCRIPT = ("data-copied", "data-failed", "data-in-play", "data-title")
OF_A_PREVIEW = {"og:title", "og:description", "og:site_name", "og:image:alt", "description"}


def texts_of(page: Element, language: str) -> Iterator[str]:
    """All that a person is told in a page's own language: texts, names and previews.

    Left out is what says that it is in another language, and what a machine reads or has on it.
    """
    yield from _texts(page, language, language)


def _texts(element: Element, spoken: str, wanted: str) -> Iterator[str]:
    spoken = element.get("lang", spoken)
    if element.tag in ("style", "script", "svg", "code", "kbd"):
        return
    if spoken == wanted:
        for name in (*READ_OUT, *SPOKEN_BY_SCRIPT):
            if element.get(name):
                yield element[name]
        if {element.get("name"), element.get("property")} & OF_A_PREVIEW:
            yield element["content"]
    if any(isinstance(each, Element) and each.get("class") == "whole" for each in element.content):
        # A sentence in which some words are kept on one line: it is one text all the same.
        if spoken == wanted:
            yield element.text
        return
    for each in element.content:
        if isinstance(each, Element):
            yield from _texts(each, spoken, wanted)
        elif spoken == wanted and each.strip():
            yield " ".join(each.split())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """The site with its languages and the one that marks its texts."""
    languages = cast("dict[str, Language]", LANGUAGES)
    languages[MARKED] = Language(MARKED, "⟦Esperanto⟧", Marks())
    folder = tmp_path_factory.mktemp("languages")
    store = Store(f"sqlite:///{folder / 'pyramid.db'}")
    store.migrate()
    store.close()
    with pytest.MonkeyPatch.context() as patch:
        # Not one that other tests have kept: it knows nothing of the language added here.
        patch.setattr("app.main.Renderer", Renderer)
        app = create_app(Settings.read({"PYRAMID_DATA": str(folder)}))
    try:
        yield app
    finally:
        app.state.site.analysis.close()
        app.state.site.store.close()
        del languages[MARKED]


def visitor(site: FastAPI, language: str) -> TestClient:
    """Somebody whose browser asks for a language."""
    return Client(site, headers={"Accept-Language": language})


def tour(site: FastAPI, language: str) -> Iterator[tuple[str, Element]]:
    """Every page and every state of the table, by name."""
    for code, actions in (
        (CODE, ()),
        (CODE, ("KD", "TC3S")),
        (CODE, ("draw",)),
        (CODE, ("draw", "undo")),
        (CODE, ("draw", "undo", "redo")),
        ("PY1-S-AAAAAAS", ("draw", "draw")),
        ("PY1-M-AAAAAAS", ("draw",)),
        ("PY1-P-AAAAAAJ", ("draw",) * 24),
        ("PY1-P-AAAAAAJ", ("draw",) * 24 + ("recycle",)),
        ("PY1-R-AAAAAAJ", ("draw",) * 24),
        (CODE, golden_line(CODE)),
    ):
        player = Player(visitor(site, language), code)
        yield f"{code} after {len(actions)} actions", player.skip(*actions).root
    yield from _refusals(site, language)
    yield from _advice(site, language)
    yield from _addresses(site, language)


def _refusals(site: FastAPI, language: str) -> Iterator[tuple[str, Element]]:
    client = visitor(site, language)
    path = Player(client, CODE).path
    for sent in (
        {"move": "7C7S", "ply": "0"},
        {"move": "QC", "ply": "0"},
        {"move": "recycle", "ply": "0"},
        {"move": "nothing", "ply": "0"},
        {"move": "draw", "ply": "9"},
        {"move": "draw"},
        {"ply": "0"},
    ):
        for headers in ({}, HTMX):
            answer = client.post(f"{path}/moves", data=sent, headers=headers)
            yield f"refused {sent}", read(answer.text)
    yield "nothing to undo", read(client.post(f"{path}/undo", data={"ply": "0"}).text)
    for code in ("", "PY2-N-AAAAAAS", "PY1-N-AAA", "PY1-N-AAAAAA1?", "KD KD", "TC", "ms:x"):
        yield f"code {code}", read(client.post("/games", data={"code": code}).text)
    client.post(f"{path}/leave")
    yield "given up", read(client.get(path).text)
    yield "earlier games", read(client.get("/").text)
    yield "not there", read(client.get("/nothing-here").text)
    yield "not so", read(client.post("/rules").text)
    yield "too large", read(client.post("/games", content=b"x" * 100_000).text)
    elsewhere = {"Origin": "https://elsewhere.example"}
    yield "from elsewhere", read(client.post("/games", headers=elsewhere).text)


def _advice(site: FastAPI, language: str) -> Iterator[tuple[str, Element]]:
    """What the solver says at the table."""
    for code in (CODE, "PY1-N-AAAAAAJ"):
        player = Player(visitor(site, language), code)
        for question in ("verdict", "hint?step=1", "hint?step=2"):
            yield from answers(player.client, f"{player.path}/{question}", f"{question} of {code}")


def answers(client: TestClient, address: str, name: str = "") -> Iterator[tuple[str, Element]]:
    """A page, and the parts of it that come later, once they have come."""
    name = name or address
    answer = client.get(address)
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return
    page = read(answer.text)
    yield name, page
    deadline = time.monotonic() + 30
    waiting = _waiting(page)
    while waiting:
        assert time.monotonic() < deadline, waiting
        part = read(client.get(waiting.pop(), headers=HTMX).text)
        yield f"{name}, later", part
        later = _waiting(part)
        if later:
            time.sleep(0.1)
        waiting += later


def _waiting(page: Element) -> list[str]:
    """The addresses that a page asks by itself for what is not known yet."""
    asking = page.all(hx_trigger=None, hx_get=None)
    return [each["hx-get"] for each in asking if each["hx-trigger"].startswith("load")]


def _addresses(site: FastAPI, language: str) -> Iterator[tuple[str, Element]]:
    """Every address of the site that shows a page; its parts get values that show something."""
    assert {"/", "/settings", "/rules/{letter}", "/g/{game_id}"} <= set(_routes())
    client = visitor(site, language)
    player = Player(client, CODE)
    player.skip(*golden_line(CODE))
    values = {
        "game_id": player.path.split("/")[2],
        "code": CODE,
        "letter": "N",
        "rules": "N",
        "key": "king",
        "date": "2025-06-30",
        "ply": "1",
        "challenge_id": player.post("challenge").headers["location"].rpartition("/")[2],
    }
    for route in _routes():
        yield from answers(client, route.format(**values))
    yield from answers(client, "/guide?example=king&move=KD")
    for letter in ("S", "T", "R", "P", "C", "M", "XO2AV"):
        for address in (f"/rules/{letter}", f"/d/PY1-{letter}-AAAAAAS"):
            yield address, read(client.get(address).text)


def _routes() -> list[str]:
    """The addresses that the parts of the site answer, with names for what varies."""
    modules = [import_module(each.name) for each in walk_packages(web.__path__, "app.web.")]
    routers = [each.router for each in modules if hasattr(each, "router")]
    return [
        route.path_format
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute) and "GET" in (route.methods or ())
    ]


UNMARKED = re.compile(
    r"PY1-[A-Z0-9]+-[A-Z0-9]+"  # codes
    r"|\b[A2-9TJQK10]+[♣♦♥♠]"  # cards
    r"|\b[A2-9TJQK][CDHS]\b"  # cards as they are typed
    r"|\bA J Q K\b|^[NSTRPCM]$"  # letters of cards and of rules
    r"|^openapi\.json$|^([A-Z][a-z]+){2,}$"  # names of the JSON interface
)


def test_no_text_is_asked_for_inside_an_f_string() -> None:
    """What gathers the texts does not look into those, and nobody would be asked to translate."""
    found = [
        f"{path}:{call.lineno}"
        for path in (ROOT / "app").rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("_", "n", "p", "N_")
    ]
    assert found == []


def _dates(code: str) -> re.Pattern[str]:
    """The words of dates, which Babel knows in every language, and the dates themselves."""
    locale = Locale.parse(code)
    names = [
        name
        for width in ("wide", "abbreviated", "short")
        for name in (
            *get_month_names("wide", locale=locale).values(),
            *get_month_names("abbreviated", locale=locale).values(),
            *get_month_names("wide", "stand-alone", locale).values(),
            *get_day_names(width, locale=locale).values(),
            *get_day_names(width, "stand-alone", locale).values(),
        )
    ]
    quoted = re.findall("'([^']+)'", str(get_date_format("full", locale)))
    words = sorted({*names, *quoted}, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def test_every_text_that_a_person_is_told_can_be_translated(site: FastAPI) -> None:
    bare, dates = {}, _dates(MARKED)
    for name, page in tour(site, MARKED):
        for text in texts_of(page, MARKED):
            rest = text
            while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", rest)) != rest:
                rest = inner
            if re.search(r"[^\W\d_]", dates.sub("", UNMARKED.sub("", rest))):
                bare[text] = name
    assert bare == {}


@pytest.mark.parametrize("code", CODES)
def test_no_page_has_an_english_text_among_those_of_its_language(site: FastAPI, code: str) -> None:
    english = _english_texts(code)
    assert len(english) > 200
    said = {text for _, page in tour(site, code) for text in texts_of(page, code)}
    assert len(said) > 200
    assert sorted(text for text in said if english_in(text, english)) == []


def test_the_search_for_english_finds_it(site: FastAPI) -> None:
    said = {text for _, page in tour(site, SOURCE) for text in texts_of(page, SOURCE)}
    english = _english_texts("sv")
    found = {text for text in said if english_in(text, english)}
    assert {"Undo", "Share the deal PY1-N-AAAAAAS"} <= found


def _english_texts(code: str) -> list[re.Pattern[str]]:
    """A pattern for each English text that is another one in the language."""
    patterns = []
    for (_, english), message in messages(catalogue(code)).items():
        literal = [part for part in PLACEHOLDER.split(english) if part.strip()]
        words = sum(len(re.findall(r"[^\W\d_]+", part)) for part in literal)
        # "{rank} of {suit}" would fit too much.
        if english in forms(message.string) or (PLACEHOLDER.search(english) and words < 2):
            continue
        text = ".+".join(map(re.escape, PLACEHOLDER.split(english)))
        # A longer one is found inside a text as well.
        patterns.append(re.compile(text if words > 3 else rf"^{text}$"))
    return patterns


def english_in(text: str, english: list[re.Pattern[str]]) -> bool:
    """Whether an English text stands in a text."""
    return any(pattern.search(text) for pattern in english)


# One more language

NEW_CATALOGUE = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Settings"
msgstr "Einstellungen"

msgid "seven"
msgstr "Sieben"

#, fuzzy
msgid "Rules"
msgstr "Vielleicht"

msgid "Home"
msgstr ""
"""
ASK = """\
import json
from fastapi.testclient import TestClient
from app.i18n import LANGUAGES
from app.main import create_app
from app.preferences import SETTINGS
from app.settings import Settings
from app.store import Store

settings = Settings.read({"PYRAMID_DATA": "."})
store = Store(settings.database_url)
store.migrate()
store.close()
client = TestClient(create_app(settings), headers={"Accept-Language": "de-AT"})
print(json.dumps({"name": LANGUAGES["de"].name, "page": client.get("/settings").text}))
"""


def test_one_more_file_is_one_more_language(tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("__pycache__", "*.so")
    for folder in ("app", "templates", "static"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    shutil.copytree(ROOT / "migrations", tmp_path / "migrations", ignore=left_out)
    (tmp_path / "app" / "locale" / "de.po").write_text(NEW_CATALOGUE, encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=tmp_path,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["name"] == "Deutsch"
    page = read(found["page"])
    assert page.one("html")["lang"] == "de"
    assert page.one("h1").text == "Einstellungen"
    said = set(texts_of(page, "de"))
    # What is not translated yet, or only guessed, is said in English.
    assert {"Rules", "Home"} <= said
    assert "Vielleicht" not in said
    assert page.has("input", name="language", value="de")


def test_a_move_reads_the_same_for_every_kind() -> None:
    for language in LANGUAGES.values():
        words = Words(language)
        said = [words.move(Move(kind), short=True) for kind in (Kind.DRAW, Kind.RECYCLE)]
        assert all(text and text == text[:1].lower() + text[1:] for text in said)


# Sentences are whole in the catalogues.

JOINS = {"", " ", "\n", " + "}
"""What texts may be joined by: whole sentences, lines, and the cards of a move."""


def joins_in(tree: ast.AST) -> Iterator[str]:
    """What a module joins texts with, or puts before or after one."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "join"
            and isinstance(node.func.value, ast.Constant)
        ):
            yield str(node.func.value.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            for side in (node.left, node.right):
                if isinstance(side, ast.Constant) and isinstance(side.value, str):
                    yield side.value


@pytest.mark.parametrize(
    "path",
    [*(paths.PACKAGE / "web" / "words").glob("*.py"), *(paths.PACKAGE / "web").glob("t*/*.py")],
    ids=lambda path: path.stem,
)
def test_no_sentence_is_put_together_from_parts(path: Path) -> None:
    assert set(joins_in(ast.parse(path.read_text(encoding="utf-8")))) <= JOINS


@pytest.mark.parametrize("path", [*paths.TEMPLATES.glob("*.html")], ids=lambda path: path.stem)
def test_no_template_puts_a_sentence_together(path: Path) -> None:
    text = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for expression in re.findall(r"\{\{(.*?)\}\}", text, flags=re.DOTALL):
        joined = re.findall(r"~\s*\"([^\"]*)\"", expression) + re.findall(
            r"join\(\"([^\"]*)\"\)", expression
        )
        # Words with a comma, a dot or a dash between them; parts of an address are none.
        assert not [each for each in joined if re.search(r"[·,;:.–] |^[,;.]$", each)], expression


def test_a_language_lists_as_it_is_written() -> None:
    three = ["a", "b", "c"]
    for code, listed in (("en", "a, b and c"), ("nl", "a, b en c"), ("sv", "a, b och c")):
        assert Words(LANGUAGES[code]).listed(three) == listed


# A theme is its tokens alone.


def test_no_style_sheet_but_that_of_the_tokens_knows_a_theme() -> None:
    for sheet in (paths.STATIC / "css").glob("*.css"):
        named = "data-theme" in sheet.read_text(encoding="utf-8")
        assert named == (sheet.stem == "tokens"), sheet.name


def test_every_theme_that_can_be_chosen_has_its_tokens_and_no_others() -> None:
    tokens = (paths.STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
    blocks = dict(re.findall(r':root\[data-theme="(\w+)"\] \{(.*?)\}', tokens, flags=re.DOTALL))
    assert set(blocks) == set(SETTINGS["theme"].options) - {""}
    known = set(re.findall(r"(--[\w-]+):", tokens.split(":root[data-theme")[0]))
    for theme, block in blocks.items():
        assert set(re.findall(r"(--[\w-]+):", block)) <= known, theme
