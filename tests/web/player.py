"""Someone at the table without JavaScript: pages are read, forms of theirs are sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from fastapi.testclient import TestClient
from httpx2 import Response

from app.engine import parse_entry
from app.store import Store
from tests.support.games import stored_game
from tests.web.document import Element, read

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
"""What htmx puts on the request of a form whose target is a part of the page."""


class Page:
    """An answer, read: one that is there, or one that is asked for when it is first looked at."""

    def __init__(self, answer: Response | Callable[[], Response]) -> None:
        self._answer = answer
        if not callable(answer):
            self.root = read(answer.text)

    @cached_property
    def response(self) -> Response:
        """The answer as it came."""
        return self._answer() if callable(self._answer) else self._answer

    @property
    def status(self) -> int:
        """The status of the answer."""
        return self.response.status_code

    @cached_property
    def root(self) -> Element:
        """The page as a tree."""
        return read(self.response.text)

    def miss(self) -> None:
        """Notes that the game moves on: who has not looked by now will not see this page."""
        if callable(self._answer) and "response" not in vars(self):
            self._answer = _missed

    @property
    def game(self) -> Element:
        """The place of the table."""
        return self.root.one(id="game")

    @property
    def message(self) -> str:
        """The line on the table that says what happened."""
        return self.root.one("p", class_="last").text

    @property
    def said(self) -> str:
        """What goes into the live region."""
        out_of_band = self.root.all(hx_swap_oob=None)
        (said,) = (each for each in out_of_band if each["hx-swap-oob"].endswith(":#said"))
        return said.text

    @property
    def picked(self) -> list[str]:
        """The cards shown as picked."""
        return [card["data-card"] for card in self.root.all(aria_pressed="true")]

    def card(self, code: str) -> Element:
        """The button of a card."""
        return self.game.one("button", data_card=code)

    def stat(self, key: str) -> str:
        """What a counter shows."""
        return self.game.one(data_stat=key).text

    @property
    def table(self) -> dict[str, Any]:
        """The marks of the table, as `tests.support.table.table_of` works them out."""
        game = self.game
        turn = game.one("button", id="draw")
        disabled = "aria-disabled"
        drawn = game.all(data_pile="drawn")
        return {
            "code": game["data-code"],
            "ply": int(game["data-ply"]),
            "status": game["data-status"],
            "legal": sorted(game["data-legal"].split()),
            "cards": {
                card["data-card"]: [card["data-place"], card["data-state"]]
                for card in game.all("button", data_card=None)
            },
            "stock": int(turn["data-count"]),
            "turn": "" if turn.get(disabled) else turn["value"],
            "drawn": int(drawn[0]["data-count"]) if drawn else None,
            "waste": int(game.one(data_pile="waste")["data-count"]),
            "removed": int(game.one(data_place="removed")["data-count"]),
            "stats": {
                stat["data-stat"]: stat.text
                for stat in game.all(data_stat=None)
                if stat["data-stat"] != "time"
            },
            "undo": game.one(data_action="undo").get(disabled) != "true",
            "redo": game.one(data_action="redo").get(disabled) != "true",
        }


def _missed() -> Response:
    raise AssertionError("the game has moved on: look at the page before that")


class Player:
    """A visitor with one game open. With `htmx` the forms are sent as htmx sends them."""

    def __init__(
        self, client: TestClient, code: str = "PY1-N-AAAAAAS", *, htmx: bool = False
    ) -> None:
        self.client = client
        self.headers = HTMX if htmx else {}
        begun = client.post("/games", data={"code": code}, follow_redirects=False)
        assert begun.status_code == 303, begun.text
        self.path = urlsplit(begun.headers["location"]).path
        self.page = self._later()

    def look(self, **query: str) -> Page:
        """Opens the game's address."""
        self.page = Page(self.client.get(self.path, params=query))
        return self.page

    def _later(self) -> Page:
        """The game's page, which many a test never looks at."""
        return Page(lambda: self.client.get(self.path))

    def press(self, button: Element) -> Page:
        """Presses a button of a form that the page shows, as a browser does."""
        form = button.inside("form")
        assert form["method"] == "post"
        response = self.client.post(form["action"], data=form.fields(button), headers=self.headers)
        self.page = Page(response)
        return self.page

    def tap(self, *codes: str) -> Page:
        """Taps cards, one after the other."""
        for code in codes:
            self.press(self.page.card(code))
        return self.page

    def do(self, *entries: str) -> Page:
        """Makes actions the way a player does: taps, the stock, Undo and Redo."""
        for entry in entries:
            if entry in ("undo", "redo"):
                self.press(self.page.game.one(data_action=entry))
            elif entry in ("draw", "recycle"):
                turn = self.page.game.one("button", id="draw")
                assert turn["value"] == entry
                self.press(turn)
            else:
                self.tap(*(entry[i : i + 2] for i in range(0, len(entry), 2)))
        return self.page

    def skip(self, *entries: str) -> Page:
        """Brings the game on straight in the store, where the way there is not what is tested."""
        app: Any = self.client.app
        store: Store = app.state.site.store
        stored = stored_game(store, self.path.rsplit("/", 1)[1])
        for entry in entries:
            stored = store.games.append(
                stored, stored.game.enter(parse_entry(entry)), ply=stored.ply
            )
        self.page.miss()
        self.page = self._later()
        return self.page

    def post(self, to: str, **data: Any) -> Response:
        """Sends what no form of the page would."""
        self.page.miss()
        return self.client.post(
            f"{self.path}/{to}", data=data, headers=self.headers, follow_redirects=False
        )
