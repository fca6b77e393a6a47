"""A finished game looked back on: every entry judged, and a line that would have won."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.analysis import Analysis
from app.analysis.questions import Question
from app.analysis.work import without_answer
from app.engine import Game, Move, Setup, Status, parse_entry
from app.solver import Verdict
from tests.support.client import Client
from tests.support.table import golden_line
from tests.web.document import Element
from tests.web.player import HTMX, Page, Player
from tests.web.solving import HOPELESS, LOSABLE, LOSING, PRINTED, bring, game_of, settled, solver_of

WIN = golden_line(PRINTED)
WANDERING = f"draw {LOSING} draw undo undo redo undo draw undo {LOSING} draw"
"""A game that loses the win thrice, by a redo as well, and has it again twice by undos."""
KINDS = {
    "kept": "Still winnable.",
    "lost": "This lost the win.",
    "won": "Won.",
    "dead": "Could not be won any more.",
}


@pytest.fixture
def client(solving_app: FastAPI) -> TestClient:
    """A new visitor of the module's site."""
    return Client(solving_app)


def left_game(client: TestClient, code: str, *entries: str) -> Player:
    """A player who has given up a game after these entries."""
    player = Player(client, code)
    if entries:
        bring(player, *entries)
    assert player.post("leave").status_code == 303
    return player


def review(player: Player) -> Page:
    """The review, once it is there."""
    return settled(
        lambda: Page(player.client.get(f"{player.path}/review")),
        lambda page: "hx-get" in page.root.one(id="review"),
    )


def replay(player: Player, ply: int) -> Page:
    """A past board with what the solver says of it."""
    return settled(
        lambda: Page(player.client.get(f"{player.path}/replay/{ply}")),
        lambda page: page.root.has("meta", http_equiv="refresh"),
    )


def standing(page: Page) -> str:
    """What the solver says of the board that is shown."""
    return page.root.one(class_="standing").text.removeprefix("· ")


def marks(page: Page) -> dict[str, str]:
    """The marked cards of the board that is shown, each with its marks."""
    cards = page.root.one(class_="deal-shown").all(data_face=None)
    found = {card["data-face"]: card["class"].removeprefix("card still").strip() for card in cards}
    return {face: mark for face, mark in found.items() if mark}


def strip(page: Page) -> list[Element]:
    """The entries of the strip, without the start, those of folded runs as well."""
    return page.root.one("ol", class_="strip").all("li", data_judged=None)


def judged_by_hand(code: str, text: str) -> list[str]:
    """What each entry of a log is, worked out move by move with a solver of our own."""
    solver, game, kinds = solver_of(code), Game(Setup.parse(code)), []
    for entry in text.split():
        before = solver.verdict(game.position)
        game = game.enter(parse_entry(entry))
        if game.position.is_won:
            kinds.append("won")
        elif solver.verdict(game.position) is Verdict.WINNABLE:
            kinds.append("kept")
        else:
            kinds.append("lost" if before is Verdict.WINNABLE else "dead")
    return kinds


def test_every_entry_is_judged_undone_ones_too(client: TestClient) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    page = review(player)
    kinds = judged_by_hand(LOSABLE, WANDERING)
    assert [entry["data-judged"] for entry in strip(page)] == kinds
    assert kinds.count("lost") == 3
    said = [entry.one("a")["aria-label"] for entry in strip(page)]
    assert len(said) == len(WANDERING.split())
    assert said[0] == "1. Draw. Still winnable."
    assert said[1] == "2. Jack of spades and two of spades. This lost the win."
    assert said[2] == "3. Draw. Could not be won any more."
    assert said[4] == "5. Undo. Winnable again."
    assert said[5] == "6. Redo. This lost the win."
    summary = page.root.one(role="status").text
    assert summary == "You lost the win 3 times, at moves 2, 6 and 10."


def test_a_won_game_never_lost_the_win(client: TestClient) -> None:
    player = Player(client, PRINTED)
    bring(player, *WIN)
    page = review(player)
    kinds = [entry["data-judged"] for entry in strip(page)]
    assert kinds == ["kept"] * (len(WIN) - 1) + ["won"]
    assert page.root.one(role="status").text == "The win was never lost."
    assert not page.root.has("ul", class_="losses")


def test_draws_in_a_row_are_folded_into_one_item_and_each_stays_reachable(
    client: TestClient,
) -> None:
    log = ("draw", *WIN[:1], *["draw"] * 17)
    player = left_game(client, PRINTED, *log)
    page = review(player)
    (run,) = page.root.all("li", class_="run")
    assert run["data-run"] == "kept"
    assert run.one("summary").text == "3–19 Draw × 17 . Still winnable."
    plies = [entry.one("a")["href"].rpartition("/")[2] for entry in strip(page)]
    assert plies == [str(ply) for ply in range(1, len(log) + 1)]
    assert len(run.all("li", data_judged="kept")) == 17


def test_a_draw_that_lost_the_win_is_never_folded_away(client: TestClient) -> None:
    log = ["draw"] * 24
    page = review(left_game(client, "PY1-R-AAAAAAG", *log))
    kinds = judged_by_hand("PY1-R-AAAAAAG", " ".join(log))
    assert kinds.count("lost") == 1
    assert [entry["data-judged"] for entry in strip(page)] == kinds
    for run in page.root.all("li", class_="run"):
        assert {entry["data-judged"] for entry in run.all("li", data_judged=None)} == {
            run["data-run"]
        }
        assert run["data-run"] != "lost"


def test_a_stuck_game_has_a_review(client: TestClient) -> None:
    code = "PY1-S-AAAAAAG"
    game = Game(Setup.parse(code), tuple(map(Move.parse, ("KC", "9D4H", "TC3C"))))
    while game.status is Status.PLAYING:
        game = game.play(game.position.legal_moves()[0])
    player = Player(client, code)
    bring(player, *map(str, game.log))
    page = review(player)
    text = " ".join(map(str, game.log))
    assert [entry["data-judged"] for entry in strip(page)] == judged_by_hand(code, text)
    assert page.root.one(role="status").text == "You lost the win once, at move 3."


def test_a_deal_that_could_not_be_won_says_so(client: TestClient) -> None:
    page = review(left_game(client, HOPELESS, "draw", "draw", "undo"))
    assert page.root.one(role="status").text == "This deal could not be won from the start."
    assert {entry["data-judged"] for entry in strip(page)} == {"dead"}


def test_where_the_win_was_lost_a_line_is_shown_that_wins_from_there(client: TestClient) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    losses = review(player).root.one("ul", class_="losses").all("a")
    assert [each.text for each in losses] == [
        "Before move 2, J♠ + 2♠: what would have won",
        "Before move 6, redo: what would have won",
        "Before move 10, J♠ + 2♠: what would have won",
    ]
    for link, ply in zip(losses, (1, 5, 9), strict=True):
        assert link["href"] == f"{player.path}/replay/{ply}"
        page = replay(player, ply)
        assert standing(page) == "winnable"
        better = [item.text for item in page.root.one("ol", class_="line").all("li")]
        game = Game(Setup.parse(LOSABLE), tuple(map(parse_entry, WANDERING.split()[:ply])))
        for shown in better:
            game = game.play(move_of(shown, game))
        assert game.status is Status.WON


def move_of(shown: str, game: Game) -> Move:
    """The legal move that a line on the page names: `10♣ + 3♠`, `draw`."""
    signs = str.maketrans("♣♦♥♠", "CDHS")
    text = {"turning the waste over": "recycle"}.get(shown, shown)
    # The signs of suits are in elements of their own.
    text = text.replace(" ", "") if " + " in text or len(text) < 5 else text
    move = Move.parse(text.replace("+", "").translate(signs).replace("10", "T"))
    assert move in game.position.legal_moves()
    return move


def test_the_line_is_played_from_there_as_a_new_game(client: TestClient) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    page = replay(player, 9)
    better = [item.text for item in page.root.one("ol", class_="line").all("li")]
    new = Player(client, PRINTED)
    new.page = page
    new.press(page.root.one("main").one("form").one("button"))
    new.path = new.page.response.url.path
    assert new.path != player.path
    assert list(map(str, game_of(new).log)) == ["draw"]
    for shown in better:
        move = move_of(shown, game_of(new))
        page = Page(new.post("moves", move=str(move), ply=str(game_of(new).ply)))
    assert new.look().game["data-status"] == "won"
    # The old game is as it was.
    assert " ".join(map(str, game_of(player).log)) == WANDERING


def test_any_past_board_is_shown_and_leads_to_its_neighbours(client: TestClient) -> None:
    log = WANDERING.split()
    player = left_game(client, LOSABLE, *log)
    page = replay(player, 0)
    seen = 0
    while "href" in page.root.one(id="step-on"):
        seen += 1
        address = page.root.one(id="step-on")["href"]
        page = Page(client.get(address))
        game = Game(Setup.parse(LOSABLE), tuple(map(parse_entry, log[:seen])))
        assert page.root.one("h2").text.startswith(f"After {seen} of {len(log)}")
        faces = [
            each["data-face"] for each in page.root.one(class_="pyramid still").all(data_face=None)
        ]
        cards = game.position.setup.deal.pyramid
        left = [str(c) for i, c in enumerate(cards) if game.position.pyramid >> i & 1]
        assert faces == left
        assert page.root.one(id="step-back")["href"].endswith(f"/replay/{seen - 1}")
        wanted = solver_of(LOSABLE).verdict(game.position)
        assert standing(page) == (
            "winnable" if wanted is Verdict.WINNABLE else "no longer winnable"
        )
    assert seen == len(log)


def test_the_move_that_lost_is_marked_on_the_board_and_the_better_one_too(
    client: TestClient,
) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    # The review opens where the win was lost first.
    for page in (review(player), replay(player, 1)):
        assert page.root.one(id="review")["data-ply"] == "1"
        better = move_of(
            page.root.one("ol", class_="line").all("li")[0].text,
            Game(Setup.parse(LOSABLE), (Move.parse("draw"),)),
        )
        assert marks(page) == {"JS": "lost", "2S": "lost"} | dict.fromkeys(
            map(str, better.cards), "better"
        )
        said = [line.text for line in page.root.all("p", class_="played")]
        assert said[0] == "Played next: J♠ + 2♠. This lost the win."
        assert said[1].startswith("Better: ")
    # A move that lost nothing is marked as the one that was played.
    page = replay(player, 0)
    assert page.root.one("p", class_="played")["data-kind"] == "played"
    assert set(marks(page).values()) <= {"hint"}


def test_a_review_leads_to_its_ends_and_only_where_there_is_a_step(client: TestClient) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    last = len(WANDERING.split())
    middle, start, end = (replay(player, ply).root for ply in (3, 0, last))
    assert middle.one(id="step-first")["href"] == f"{player.path}/replay/0"
    assert middle.one(id="step-last")["href"] == f"{player.path}/replay/{last}"
    for page, names in ((start, ("first", "back")), (end, ("on", "last"))):
        for name in names:
            assert "href" not in page.one(id=f"step-{name}")
            assert page.one(id=f"step-{name}")["aria-disabled"] == "true"
    (current,) = middle.one("ol", class_="strip").all("li", aria_current="step")
    assert current["data-judged"] == "dead"


def test_a_step_alone_is_the_part_of_the_page_that_changes(client: TestClient) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    replay(player, 2)
    part = Page(client.get(f"{player.path}/replay/2", headers=HTMX))
    assert not part.root.has("html")
    assert part.root.one(id="review")["data-ply"] == "2"


def test_a_game_without_moves_has_an_empty_review(client: TestClient) -> None:
    player = left_game(client, PRINTED)
    page = review(player)
    assert page.root.one(role="status").text == "No move was made."
    assert strip(page) == []


def test_a_game_that_goes_on_has_no_review(client: TestClient) -> None:
    player = Player(client, PRINTED)
    bring(player, "KD")
    for part in ("review", "replay/0", "replay/1"):
        assert client.get(f"{player.path}/{part}").status_code == 404


@pytest.mark.parametrize(
    ("ply", "status"), [("12", 404), ("-1", 404), ("9" * 30, 404), ("x", 422), ("9" * 5000, 422)]
)
def test_a_board_that_never_was_is_not_found(client: TestClient, ply: str, status: int) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    assert client.get(f"{player.path}/replay/{ply}").status_code == status


def test_while_it_is_judged_the_strip_is_there_and_asks_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())

    async def ask(_self: Analysis, _question: Question, **_options: Any) -> Any:
        return None

    with monkeypatch.context() as late:
        late.setattr(Analysis, "ask", ask)
        page = Page(client.get(f"{player.path}/review"))
        again = page.root.one("noscript").one("meta", http_equiv="refresh")["content"]
        assert again == f"1; url={player.path}/review?attempt=1"
        part = Page(client.get(page.root.one(id="review")["hx-get"], headers=HTMX))
        board = Page(client.get(f"{player.path}/replay/3"))
    for shown in (page, part):
        assert shown.root.one(role="status").text == "The game is being looked at …"
        assert {entry["data-judged"] for entry in strip(shown)} == {"unknown"}
    assert part.root.one(id="review")["hx-get"].endswith("attempt=2")
    assert board.root.one(id="review")["hx-get"] == f"{player.path}/replay/3?attempt=1"
    assert board.root.has("meta", http_equiv="refresh")


def test_what_was_not_judged_in_time_is_not_claimed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())

    async def ask(_self: Analysis, question: Question, **_options: Any) -> Any:
        return without_answer(question)

    monkeypatch.setattr(Analysis, "ask", ask)
    page = Page(client.get(f"{player.path}/review"))
    assert page.root.one(role="status").text == "Not all of this game was judged in time."
    assert {entry["data-judged"] for entry in strip(page)} == {"unknown"}
    assert {entry.one("a")["aria-label"][-5:] for entry in strip(page)} <= {
        "Draw.",
        "ades.",
        "Undo.",
        "Redo.",
    }


def test_the_strip_has_the_words_of_its_marks(client: TestClient) -> None:
    player = left_game(client, LOSABLE, *WANDERING.split())
    for entry in strip(review(player)):
        label = entry.one("a")["aria-label"]
        assert label.endswith(KINDS[entry["data-judged"]]) or label.endswith("Winnable again.")
