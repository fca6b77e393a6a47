"""Verdict, hint, the way back and par at the table: always what is proved, of the board shown."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.analysis import Advice, Analysis, Place, Standing
from app.analysis.jobs import Busy, Jobs
from app.analysis.questions import AskStanding, Question
from app.analysis.work import without_answer
from app.engine import DRAW, PRESETS, RECYCLE, REDO, Game, Kind, Move, Setup, Status, parse_entry
from app.solver import Verdict
from app.store import Games, Help, Origin, Stale, StoredGame
from tests.support.client import Client
from tests.support.games import stored_game
from tests.support.table import golden_line, stuck_line
from tests.web.player import HTMX, Page, Player
from tests.web.solving import (
    HOPELESS,
    LOSABLE,
    LOSING,
    PRINTED,
    asked,
    bring,
    game_of,
    hint,
    hinted,
    settled,
    solver_of,
    verdict_of,
)

WIN = golden_line(PRINTED)
TALON_PAIRS = {
    "PY1-R-VQQPRMT": ("KS KC draw draw QHAH draw JH2C JS2D draw draw", "9S4D"),
    "PY1-M-VKDRBYW": ("KC 8C5S 7H6D TD3C JC2D draw TC3H KD JH2S 9S4S QCAS draw", "7C6C"),
}
"""Lines to positions where the winning move is a pair of two talon cards, under DRAWN and OPEN."""
TALON_KING = ("PY1-N-PUBNLKN", "8S5H JD2S draw draw 9H4D draw", "KD")
LOST_BY_COVER_PAIRS = ("PY1-C-AAAAAEH", "7D6C")


@pytest.fixture
def client(solving_app: FastAPI) -> TestClient:
    """A visitor of the module's site who needs no first steps any more."""
    made = Client(solving_app)
    assert Player(made).post("coach").status_code == 303
    return made


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request: pytest.FixtureRequest) -> bool:
    found: bool = request.param
    return found


@pytest.fixture
def nothing_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver whose time always runs out."""

    async def ask(_self: Analysis, question: Question, **_options: Any) -> Any:
        return without_answer(question)

    monkeypatch.setattr(Analysis, "ask", ask)
    monkeypatch.setattr(Analysis, "known", lambda _self, question: without_answer(question))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that has not answered yet."""

    async def ask(_self: Analysis, _question: Question, **_options: Any) -> Any:
        return None

    monkeypatch.setattr(Analysis, "ask", ask)
    monkeypatch.setattr(Analysis, "known", lambda _self, _question: None)


# Verdict


def test_a_deal_that_can_be_won_is_winnable(client: TestClient) -> None:
    assert verdict_of(Player(client, PRINTED)) == ("winnable", "winnable")


def test_a_game_that_could_be_won_before_is_no_longer_winnable(client: TestClient) -> None:
    player = Player(client, LOSABLE)
    player.do(LOSING)
    assert verdict_of(player) == ("lost", "no longer winnable")


def test_a_deal_that_never_could_be_won_says_so_at_the_start_and_later(client: TestClient) -> None:
    player = Player(client, HOPELESS)
    assert verdict_of(player) == ("hopeless", "this deal cannot be won")
    player.do("draw", "draw")
    assert verdict_of(player) == ("hopeless", "this deal cannot be won")


@pytest.mark.usefixtures("nothing_found_out")
def test_what_was_not_found_out_in_time_is_not_known_yet(client: TestClient) -> None:
    player = Player(client, PRINTED)
    assert verdict_of(player) == ("unknown", "not known yet")
    assert not player.look().root.has(data_panel="back")


@pytest.mark.parametrize("code", [PRINTED, LOSABLE, HOPELESS, LOST_BY_COVER_PAIRS[0]])
def test_the_verdict_is_that_of_the_solver_all_along_a_game(client: TestClient, code: str) -> None:
    player = Player(client, code)
    solver = solver_of(code)
    kinds = {Verdict.WINNABLE: {"winnable"}, Verdict.LOST: {"lost", "hopeless"}}
    for _ in range(8):
        game = game_of(player)
        assert verdict_of(player)[0] in kinds[solver.verdict(game.position)]
        bring(player, str(game.position.legal_moves()[0]))


def test_it_is_given_on_demand_by_a_link_that_works_without_scripts(client: TestClient) -> None:
    player = Player(client, PRINTED)
    verdict = player.page.root.one(id="verdict")
    link = verdict.one("a")
    assert (verdict["data-verdict"], link.text) == ("ask", "Can it still be won?")
    page = asked(client, link["href"])
    assert page.table == player.page.table
    assert page.root.one(id="verdict").text == "winnable"


def test_nobody_is_told_who_did_not_ask(client: TestClient) -> None:
    player = Player(client, LOSABLE)
    verdict_of(player)
    page = player.do(LOSING)
    assert page.root.one(id="verdict")["data-verdict"] == "ask"


@pytest.mark.parametrize(
    ("rules", "warn", "told"),
    [
        ("C", "", True),
        ("C", "never", False),
        ("N", "", False),
        ("N", "always", True),
        *((letter, "", PRESETS[letter].warns) for letter in PRESETS),
    ],
)
def test_the_setting_decides_who_is_told_unasked_and_else_the_rules(
    client: TestClient, rules: str, warn: str, told: bool
) -> None:
    assert client.post("/settings", data={"warn": warn}).status_code == 200
    player = Player(client, f"PY1-{rules}-AAAAAAS")
    verdict = player.page.root.one(id="verdict")
    assert (verdict["data-verdict"] == "ask") is not told
    assert ("hx-get" in verdict) is (verdict["data-verdict"] == "pending")


def test_always_on_it_follows_every_move_and_says_aloud_when_the_win_is_gone(
    client: TestClient,
) -> None:
    client.post("/settings", data={"warn": "always"})
    # A game that no other test asks about.
    player = Player(client, "PY1-M-AAAAAAH", htmx=True)
    page = player.do("JS2S")
    verdict = page.root.one(id="verdict")
    assert (verdict["data-verdict"], verdict.text) == ("pending", "finding out …")
    assert verdict["hx-trigger"].startswith("load delay:")
    assert "ply=1&attempt=0" in verdict["hx-get"]
    partial = asked(client, verdict["hx-get"], partial=True)
    assert partial.root.one(id="verdict")["data-verdict"] == "lost"
    assert partial.said == "This game can no longer be won."
    # From then on it comes with the board.
    assert player.look().root.one(id="verdict")["data-verdict"] == "lost"


def test_a_loss_that_was_told_stays_told_until_an_undo(client: TestClient, htmx: bool) -> None:
    # Under these rules nobody is told unasked.
    player = Player(client, LOSABLE, htmx=htmx)
    player.do(LOSING)
    player.page = asked(client, f"{player.path}/verdict")
    assert player.page.root.one(id="verdict")["data-verdict"] == "lost"
    for entry in ("draw", "draw"):
        player.do(entry)
        assert player.page.root.one(id="verdict")["data-verdict"] == "lost"
    # A card that is picked, and a refusal, change nothing of it.
    free = player.page.game.all("button", data_state="free")
    player.press(next(card for card in free if card["data-place"].startswith("r7")))
    assert player.page.root.one(id="verdict")["data-verdict"] == "lost"
    player.do("undo")
    assert player.page.root.one(id="verdict")["data-verdict"] == "ask"


@pytest.mark.parametrize("lost", ["1", "2", "99", "x", "-1", ""])
def test_what_an_old_address_says_of_a_loss_is_taken_for_that_board_alone(
    client: TestClient, lost: str
) -> None:
    player = Player(client, LOSABLE)
    player.do(LOSING, "draw", "undo")
    page = player.look(lost=lost)
    assert page.root.one(id="verdict")["data-verdict"] == "ask"


def test_in_a_deal_known_to_be_lost_another_is_offered_and_no_way_back(client: TestClient) -> None:
    player = Player(client, HOPELESS)
    player.do("draw")
    verdict = asked(client, f"{player.path}/verdict").root.one(id="verdict")
    assert verdict["data-verdict"] == "hopeless"
    assert not verdict.has(data_action="back")
    button = verdict.one("button", data_action="winnable")
    assert button.text == "Deal one that can be won"
    fields = button.inside("form").fields(button)
    assert (fields["rules"], fields["winnable"]) == (["N"], ["1"])
    assert fields["before"] == [player.path.rsplit("/", 1)[1]]
    # It is known of the deal now: with the verdict on, it is said without asking anew.
    client.post("/settings", data={"warn": "always"})
    assert Player(client, HOPELESS).page.root.one(id="verdict")["data-verdict"] == "hopeless"


# The end of a game that can't go on


def end_of(code: str) -> list[str]:
    """A line of a deal to where no move is left."""
    return list(stuck_line(code))


STUCK = "PY1-R-AAAAAAG"
"""A deal that can be won, and is stuck where whatever can go goes first."""


def test_at_its_end_a_game_names_the_move_that_lost_it(client: TestClient) -> None:
    player = Player(client, STUCK)
    line = end_of(STUCK)
    page = player.skip(*line)
    back, how = page.root.one(id="way").all(data_panel=None)
    assert back.text.startswith("Back to before ")
    assert (how.text, how["href"]) == ("Show me how", f"/solve/{STUCK}")
    told = asked(client, f"{player.path}/way", partial=True).root.one(id="way")
    game = Game(Setup.parse(STUCK), tuple(map(Move.parse, line)))
    solver = solver_of(STUCK)
    lost = next(
        move
        for move, after in zip(game.line, game.positions[1:], strict=True)
        if solver.verdict(after) is Verdict.LOST
    )
    name = " + ".join(f"{card}" for card in lost.cards)
    assert lost.kind is Kind.REMOVE, name
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    shown = " + ".join(str(c)[0].replace("T", "10") + signs[str(c)[1]] for c in lost.cards)
    button = told.one("button", data_panel="back")
    assert button.text == f"Back to before {shown}, the move that lost it"
    # One press, and the board before it is there.
    page = player.press(button)
    assert solver.verdict(game_of(player).position) is Verdict.WINNABLE
    assert game_of(player).undone[-1] == lost
    assert Help.BACK in stored_of(client, player.path).help


def test_who_goes_on_after_being_told_was_helped_and_who_does_not_was_not(
    client: TestClient,
) -> None:
    line = end_of(STUCK)
    player = Player(client, STUCK)
    player.skip(*line)
    asked(client, f"{player.path}/way", partial=True)
    assert stored_of(client, player.path).help is Help.NONE
    player.look()
    player.do("undo")
    assert stored_of(client, player.path).help is Help.VERDICT


def test_who_does_not_want_to_be_told_is_not(client: TestClient) -> None:
    client.post("/settings", data={"warn": "never", "letters": "local"})
    player = Player(client, STUCK)
    page = player.skip(*end_of(STUCK))
    way = page.root.one(id="way")
    assert "hx-get" not in way
    assert way.one(data_panel="back").text == "Back to before the move that lost it"
    assert client.get(f"{player.path}/way").status_code == 404
    player.do("undo")
    assert stored_of(client, player.path).help is Help.NONE


def test_at_the_end_of_a_deal_that_never_could_be_won_another_is_offered(
    client: TestClient,
) -> None:
    code = "PY1-R-AAAAAAJ"
    player = Player(client, code)
    player.skip(*end_of(code))
    way = asked(client, f"{player.path}/way", partial=True).root.one(id="way")
    assert [each["data-panel"] for each in way.all(data_panel=None)] == ["winnable"]
    # It is kept with the game, and back leads nowhere.
    assert stored_of(client, player.path).winnable is False
    assert player.post("back", ply=str(game_of(player).ply)).status_code == 422


def test_while_a_game_goes_on_nothing_says_which_move_lost_it(client: TestClient) -> None:
    player = Player(client, LOSABLE)
    player.do(LOSING)
    assert client.get(f"{player.path}/way").status_code == 404


@pytest.mark.usefixtures("slow")
def test_while_the_losing_move_is_looked_for_the_way_back_is_there(client: TestClient) -> None:
    player = Player(client, STUCK)
    # Another line than any that was asked about.
    page = player.skip("draw", "undo", *end_of(STUCK))
    way = page.root.one(id="way")
    assert way.one(data_panel="back").text.startswith("Back to before ")
    part = Page(client.get(f"{player.path}/way?attempt=1", headers=HTMX)).root.one(id="way")
    assert "attempt=2" in part["hx-get"]
    # Without scripts the page asks again by itself.
    refresh = player.look().root.one("noscript").one("meta", http_equiv="refresh")["content"]
    assert f"{player.path}/way?" in refresh


@pytest.mark.usefixtures("slow")
def test_while_it_is_found_out_the_part_asks_again_at_a_new_address(client: TestClient) -> None:
    player = Player(client, PRINTED)
    seen = []
    address = f"{player.path}/verdict?ply=0&attempt=0"
    for _ in range(3):
        page = Page(client.get(address, headers=HTMX))
        verdict = page.root.one(id="verdict")
        assert verdict.text == "finding out …"
        address = verdict["hx-get"]
        seen.append(address.rpartition("=")[2])
    assert seen == ["1", "2", "3"]


@pytest.mark.parametrize("part", ["verdict", "hint"])
def test_without_scripts_a_page_that_waits_asks_again_by_itself(
    client: TestClient, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client, PRINTED)
    with monkeypatch.context() as late:

        async def ask(_self: Analysis, _question: Question, **_options: Any) -> Any:
            return None

        late.setattr(Analysis, "ask", ask)
        late.setattr(Analysis, "known", lambda _self, _question: None)
        page = Page(client.get(f"{player.path}/{part}?pick=TC"))
    refresh = page.root.one("noscript").one("meta", http_equiv="refresh")["content"]
    seconds, _, address = refresh.partition("; url=")
    assert seconds == "1"
    assert address.startswith(f"{player.path}/{part}?ply=0")
    page = asked(client, address)
    assert not page.root.has("meta", http_equiv="refresh")
    # The card that was picked stays so.
    assert page.picked == (["TC"] if part == "verdict" else [])


def test_without_scripts_always_on_the_board_finds_its_verdict_too(client: TestClient) -> None:
    client.post("/settings", data={"warn": "always"})
    page = Player(client, PRINTED).do("draw", "draw")
    refresh = page.root.one("noscript").one("meta", http_equiv="refresh")["content"]
    page = asked(client, refresh.partition("; url=")[2])
    assert page.root.one(id="verdict").text == "winnable"
    assert not page.root.has("meta", http_equiv="refresh")


def test_a_move_asks_the_solver_nothing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/settings", data={"warn": "always"})
    player = Player(client, PRINTED, htmx=True)

    def never(*_arguments: Any, **_options: Any) -> Any:
        raise AssertionError("a move waited for the solver")

    monkeypatch.setattr(Jobs, "ask", never)
    monkeypatch.setattr(Jobs, "start", never)
    for page in (player.do("KD"), player.do("draw"), player.do("undo"), player.do("redo")):
        assert page.status == 200


# Hint


def test_a_hint_first_says_where_to_look_and_then_the_move(client: TestClient) -> None:
    player = Player(client, PRINTED)
    page = hint(player)
    assert page.message == "There is a winning move. Look at K♦."
    assert hinted(page) == ["KD"]
    page = asked(client, page.game.one(data_action="hint")["href"])
    assert page.message == "Take the king: K♦."
    again = asked(client, page.game.one(data_action="hint")["href"])
    assert again.message == page.message
    player.do("KD")
    page = hint(player)
    assert page.message == "There is a winning move. Look at 10♣."
    page = asked(client, page.game.one(data_action="hint")["href"])
    assert page.message == "Take this pair of the pyramid: 10♣ + 3♥."
    assert hinted(page) == ["3H", "TC"]


STALE = "The game has moved on elsewhere; this is how it stands now."


@pytest.mark.parametrize("what", ["hint", "verdict", "back"])
@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
def test_an_old_board_is_told_of_the_current_one_whatever_it_asks(
    client: TestClient, what: str, htmx: bool
) -> None:
    player = Player(client, LOSABLE)
    player.do(LOSING)
    headers = HTMX | {"HX-Target": what} if htmx else {}
    address = f"{player.path}/{what}"
    if what == "back":
        answer = client.post(address, data={"ply": "0"}, headers=headers)
    else:
        answer = client.get(f"{address}?ply=0&attempt=1", headers=headers)
    page = Page(answer)
    assert answer.status_code == 409
    assert page.message == STALE
    assert page.game["data-ply"] == "1"
    assert page.game["data-reason"] == "stale"
    assert not hinted(page)
    # It goes into the table's place, whatever part of the page was asked for.
    assert answer.headers.get("hx-retarget") == ("#game" if htmx else None)
    assert game_of(player).ply == 1


def test_a_hint_is_gone_with_the_next_move(client: TestClient) -> None:
    player = Player(client, PRINTED, htmx=True)
    hint(player)
    page = player.do("KD")
    assert hinted(page) == []
    assert "winning move" not in page.message
    assert page.root.one(id="verdict")["data-verdict"] == "ask"


def test_a_hint_to_draw_points_at_the_stock(client: TestClient) -> None:
    player = Player(client, PRINTED)
    player.skip(*hints_until(Kind.DRAW))
    page = hint(player)
    assert page.message == "There is a winning move. Look at the stock."
    assert hinted(page) == ["stock"]
    page = hint(player, 2)
    assert page.message == "Draw a card."


def test_where_the_win_needs_it_the_hint_is_to_turn_the_waste_over(client: TestClient) -> None:
    player = Player(client, PRINTED)
    player.skip(*hints_until(Kind.RECYCLE))
    page = hint(player, 2)
    assert (page.message, hinted(page)) == ("Turn the waste over.", ["stock"])


def hints_until(kind: Kind) -> list[str]:
    """The hints of the printed deal before the first one of some kind."""
    game = Game(Setup.parse(PRINTED))
    while (move := solver_of(PRINTED).hint(game.position).move) and move.kind is not kind:
        game = game.play(move)
    assert move is not None
    return list(map(str, game.line))


@pytest.mark.parametrize("code", TALON_PAIRS)
def test_a_pair_of_two_talon_cards_is_hinted_at(client: TestClient, code: str) -> None:
    line, pair = TALON_PAIRS[code]
    player = Player(client, code)
    player.skip(*line.split())
    page = hint(player, 2)
    assert page.message.startswith("Take this pair: ")
    assert hinted(page) == sorted([pair[:2], pair[2:]])


def test_a_king_of_the_waste_is_hinted_at(client: TestClient) -> None:
    code, line, king = TALON_KING
    player = Player(client, code)
    player.skip(*line.split())
    assert hint(player, 2).message == "Take the king: K♦."
    assert hinted(player.page) == [king]


def test_in_a_lost_game_the_hint_says_so_advises_no_draw_and_shows_the_way_back(
    client: TestClient,
) -> None:
    player = Player(client, LOSABLE)
    player.do(LOSING)
    for _ in range(8):
        game = game_of(player)
        page = hint(player, 2)
        assert page.message.startswith("This game can no longer be won.")
        assert "stock" not in hinted(page)
        assert not any(word in page.message for word in ("Draw", "Turn the waste"))
        most = solver_of(LOSABLE).most(game.position).cards
        wanted = f"At most {most} more card" if most else "No card of the pyramid can go any more."
        assert wanted in page.message
        assert page.root.one(data_action="back").text == "Back to a win"
        bring(player, str(game.position.legal_moves()[-1]))


def test_in_a_deal_that_cannot_be_won_the_hint_says_what_can_be_had(client: TestClient) -> None:
    player = Player(client, HOPELESS)
    page = hint(player)
    assert page.message.startswith("This deal cannot be won. At most 14 more cards can go.")
    assert not page.root.has(data_action="back")


def test_taking_every_removal_that_a_lost_hint_names_gets_all_the_cards_that_can_go(
    client: TestClient,
) -> None:
    player = Player(client, HOPELESS)
    solver = solver_of(HOPELESS)
    left = 28
    for _ in range(60):
        position = game_of(player).position
        left = position.left
        most = solver.most(position).cards
        if not most:
            break
        cards = hinted(hint(player, 2))
        move = "".join(cards) if cards else str(solver.hint(position).move)
        bring(player, move)
        assert (
            position.left
            - game_of(player).position.left
            + solver.most(game_of(player).position).cards
            == most
        )
    assert left == 14


def test_a_stuck_game_has_a_hint_too(client: TestClient) -> None:
    code = "PY1-R-AAAAAAJ"
    player = Player(client, code)
    player.skip(*stuck_line(code))
    assert player.page.game["data-status"] == "stuck"
    page = hint(player)
    assert page.message.endswith("No card of the pyramid can go any more.")
    assert hinted(page) == []


def test_a_won_game_has_a_hint_too(client: TestClient) -> None:
    player = Player(client, PRINTED)
    player.skip(*WIN)
    page = hint(player)
    assert page.message == "This game is over."
    assert page.root.one(id="verdict")["data-verdict"] == "none"
    assert hinted(page) == []


@pytest.mark.usefixtures("nothing_found_out")
def test_where_time_ran_out_the_hint_says_that_and_claims_nothing(client: TestClient) -> None:
    page = hint(Player(client, PRINTED))
    assert page.message == "This was not found out in time."
    assert (page.root.one(id="verdict")["data-verdict"], hinted(page)) == ("unknown", [])


@pytest.mark.usefixtures("slow")
def test_while_a_hint_is_looked_for_the_page_says_so_and_asks_again(client: TestClient) -> None:
    player = Player(client, PRINTED)
    page = Page(client.get(f"{player.path}/hint?step=2", headers=HTMX))
    poll = page.root.one(id="hint-poll")
    assert (page.message, poll.text) == ("Looking for a move …", "Looking for a move …")
    assert poll["hx-get"] == f"{player.path}/hint?ply=0&step=2&attempt=1"
    assert poll["hx-trigger"].startswith("load delay:")


def told(monkeypatch: pytest.MonkeyPatch, advice: Advice) -> None:
    """Has the solver give this advice whatever is asked."""

    async def ask(_self: Analysis, _question: Question, **_options: Any) -> Any:
        return advice

    monkeypatch.setattr(Analysis, "ask", ask)


def test_a_king_that_is_never_wrong_is_named_though_time_ran_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client, PRINTED)
    told(
        monkeypatch,
        Advice(Standing(Verdict.UNKNOWN, Verdict.UNKNOWN), Move.parse("KD"), None),
    )
    page = hint(player)
    assert page.message == "Whether the game can be won is not known yet. Take the king: K♦."
    assert hinted(page) == ["KD"]
    assert hints_of(player) == 0


def test_how_many_cards_can_go_is_told_only_if_it_is_proved(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, Advice(Standing(Verdict.LOST, Verdict.WINNABLE), None, None))
    player = Player(client, LOSABLE)
    player.skip(LOSING)
    assert hint(player).message == "This game can no longer be won."


def test_where_too_much_is_asked_at_once_the_page_asks_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_arguments: Any, **_options: Any) -> Any:
        raise Busy

    player = Player(client, "PY1-P-AAAAAXX")
    monkeypatch.setattr(Jobs, "ask", busy)
    page = Page(client.get(f"{player.path}/verdict", headers=HTMX))
    verdict = page.root.one(id="verdict")
    assert (page.status, verdict["data-verdict"]) == (200, "pending")
    assert verdict["hx-get"].endswith("attempt=1")


# How hints are counted


def hints_of(player: Player) -> int:
    app: Any = player.client.app
    return stored_game(app.state.site.store, player.path.rsplit("/", 1)[1]).hints


def test_hints_count_once_a_board_and_stand_on_the_win_panel(client: TestClient) -> None:
    player = Player(client, PRINTED)
    assert hints_of(player) == 0
    for step in (1, 2, 2, 1):
        hint(player, step)
        assert hints_of(player) == 1
    verdict_of(player)
    player.do("KD")
    assert hints_of(player) == 1
    hint(player, 2)
    assert hints_of(player) == 2
    player.skip(*WIN[1:])
    facts = {
        f.one("dt").text: f.one("dd").text
        for f in player.page.root.one("dl", class_="facts").all("div")
    }
    assert facts["Hints"] == "2"


def test_a_hint_that_finds_no_winning_move_does_not_count(client: TestClient) -> None:
    for code in (HOPELESS, LOSABLE):
        player = Player(client, code)
        if code == LOSABLE:
            player.do(LOSING)
        hint(player)
        hint(player, 2)
        assert hints_of(player) == 0


def test_how_hints_are_counted_stands_in_the_rules(client: TestClient) -> None:
    page = Page(client.get("/rules"))
    told = page.root.one("section", aria_labelledby="help").text
    assert "A hint counts once for each board" in told
    assert "no winning move does not count" in told


# The way back


def test_the_way_back_leads_to_the_last_position_that_can_be_won(
    client: TestClient, htmx: bool
) -> None:
    player = Player(client, LOSABLE, htmx=htmx)
    player.skip("draw", "draw", "undo", LOSING, "draw", "draw", "draw")
    before = game_of(player)
    assert solver_of(LOSABLE).verdict(before.position) is Verdict.LOST
    page = asked(client, f"{player.path}/verdict")
    page = player.press(page.root.one(data_action="back"))
    after = game_of(player)
    assert page.status == 200
    assert [str(entry) for entry in after.log[before.ply :]] == ["undo"] * 4
    assert solver_of(LOSABLE).verdict(after.position) is Verdict.WINNABLE
    assert verdict_of(player) == ("winnable", "winnable")
    if htmx:
        assert page.said.startswith("4 actions taken back.")
    # What was taken back can be done again.
    assert after.why_not(REDO) is None


def test_the_way_back_from_a_stuck_game_is_on_its_panel(client: TestClient, htmx: bool) -> None:
    code = "PY1-S-AAAAAAG"
    player = Player(client, code, htmx=htmx)
    player.skip("KC", "9D4H", "TC3C")
    while (game := game_of(player)).status is Status.PLAYING:
        bring(player, str(game.position.legal_moves()[0]))
    assert player.look().game["data-status"] == "stuck"
    page = player.press(player.page.root.one(data_panel="back"))
    assert (page.status, page.game["data-status"]) == (200, "playing")
    game = game_of(player)
    assert solver_of(code).verdict(game.position) is Verdict.WINNABLE
    assert len(game.line) == 2


def test_under_rules_that_count_undos_the_way_back_counts_each(client: TestClient) -> None:
    code, losing = LOST_BY_COVER_PAIRS
    player = Player(client, code)
    player.skip(losing, "draw", "draw")
    assert player.page.stat("moves") == "3"
    page = asked(client, f"{player.path}/verdict")
    page = player.press(page.root.one(data_action="back"))
    assert page.stat("moves") == "6"
    assert page.stat("left") == "28"


def test_beyond_the_limit_of_undo_the_way_back_leads_to_a_game_that_goes_on_from_there(
    client: TestClient, htmx: bool
) -> None:
    player = Player(client, LOSABLE, htmx=htmx)
    game = Game(Setup.parse(LOSABLE)).enter(DRAW).enter(parse_entry(LOSING))
    while game.ply <= 101:
        game = game.enter(DRAW if game.position.can_draw else RECYCLE)
    bring(player, *map(str, game.log))
    before = game_of(player)
    old = player.path
    answers = [player.post("back", ply=str(before.ply)) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {200 if htmx else 303}
    there = {each.headers["HX-Redirect" if htmx else "location"] for each in answers}
    # Pressed twice, it begins one game.
    (address,) = there
    player.path = address.partition("?")[0]
    page = Page(client.get(address))
    assert game_of(player).log == (DRAW,)
    stored = stored_of(client, player.path)
    assert (stored.origin, stored.given, stored.started_at) == (Origin.CONTINUED, 1, None)
    assert Help.BACK in stored.help
    # The log of the game before is as it was, and can be gone on with.
    fresh = page.root.one("div", class_="fresh")
    assert fresh.one("span").text == "Undo did not reach so far: this is practice from there."
    back = fresh.one(data_action="go-back").inside("form")
    again = Page(client.post(back["action"], data=back.fields()))
    assert (again.response.url.path, again.game["data-status"]) == (old, "playing")
    player.path = old
    assert game_of(player) == before


def stored_of(client: TestClient, path: str) -> StoredGame:
    """The game at an address, with all that the store knows of it."""
    app: Any = client.app
    return stored_game(app.state.site.store, path.rsplit("/", 1)[1])


def test_beyond_the_limit_of_moves_to_begin_with_there_is_no_way_back(
    client: TestClient, htmx: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client, LOSABLE, htmx=htmx)
    monkeypatch.setattr("app.web.actions.MOST_GIVEN", -1)
    game = Game(Setup.parse(LOSABLE)).enter(parse_entry(LOSING))
    while game.ply <= 100:
        game = game.enter(DRAW if game.position.can_draw else RECYCLE)
    bring(player, *map(str, game.log))
    before = game_of(player)
    response = player.post("back", ply=str(before.ply))
    assert response.status_code == 422
    assert Page(response).message == (
        "The last position that could be won is too far back to be undone."
    )
    assert game_of(player) == before


def test_from_a_board_that_is_not_the_current_one_nothing_is_taken_back(
    client: TestClient,
) -> None:
    player = Player(client, LOSABLE)
    player.skip(LOSING, "draw")
    before = game_of(player)
    response = player.post("back", ply="1")
    assert response.status_code == 409
    assert Page(response).game["data-reason"] == "stale"
    assert Page(response).game["data-ply"] == "2"
    for ply in ("", "x", "-1", "9" * 40):
        assert player.post("back", ply=ply).status_code == 422
    assert game_of(player) == before


def test_a_move_in_another_tab_meanwhile_is_not_taken_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client, LOSABLE)
    player.skip(LOSING)
    before = game_of(player)

    def stale(_games: Games, stored: StoredGame, _game: Game, *, ply: int) -> StoredGame:
        raise Stale(stored.id, ply)

    monkeypatch.setattr(Games, "append", stale)
    response = player.post("back", ply="1")
    assert response.status_code == 409
    assert Page(response).game["data-reason"] == "stale"
    assert game_of(player) == before


def test_a_second_press_on_the_same_board_does_nothing_more(client: TestClient) -> None:
    player = Player(client, LOSABLE)
    player.skip(LOSING, "draw")
    assert player.post("back", ply="2").status_code == 303
    after = game_of(player)
    assert player.post("back", ply="2").status_code == 409
    assert game_of(player) == after


@pytest.mark.parametrize(
    ("code", "line", "said"),
    [
        (PRINTED, ("KD",), "This position can still be won."),
        (HOPELESS, ("draw",), "This deal could not be won from the start."),
        (PRINTED, WIN, "This game is over."),
    ],
)
def test_where_there_is_no_way_back_the_answer_says_why(
    client: TestClient, code: str, line: tuple[str, ...], said: str
) -> None:
    player = Player(client, code)
    player.skip(*line)
    before = game_of(player)
    page = Page(player.post("back", ply=str(before.ply)))
    assert (page.status, page.message) == (422, said)
    assert game_of(player) == before


@pytest.mark.usefixtures("nothing_found_out")
def test_a_way_back_that_is_not_found_in_time_is_not_denied(client: TestClient) -> None:
    player = Player(client, LOSABLE)
    player.skip(LOSING)
    page = Page(player.post("back", ply="1"))
    assert page.message == "The way back is still being looked for; try again."


# Par, and what is left of all this after the end


def test_the_win_panel_tells_the_fewest_moves(client: TestClient, htmx: bool) -> None:
    player = Player(client, PRINTED, htmx=htmx)
    player.skip(*WIN[:-1])
    page = player.do(WIN[-1])
    par = page.root.one(id="par")
    assert par.text == "The fewest moves possible: being worked out …"

    def is_worked_out(found: Page) -> bool:
        return "being worked out" in found.root.one(id="par").text

    found = settled(
        lambda: Page(client.get(par["hx-get"], headers=HTMX if htmx else {})), is_worked_out
    )
    fewest = len(solver_of(PRINTED).shortest(Game(Setup.parse(PRINTED)).position).line or ())
    assert found.root.one(id="par").text == f"This deal can be won in {fewest} moves."
    assert "hx-get" not in found.root.one(id="par")


def test_who_needed_the_fewest_moves_is_told_that_nobody_can_do_better(client: TestClient) -> None:
    line = solver_of(PRINTED).shortest(Game(Setup.parse(PRINTED)).position).line
    assert line is not None
    player = Player(client, PRINTED)
    player.skip(*map(str, line))
    found = settled(
        lambda: Page(client.get(f"{player.path}/par")),
        lambda page: "being worked out" in page.root.one(id="par").text,
    )
    assert found.root.one(id="par").text == "Nobody can win this deal in fewer moves."


@pytest.mark.usefixtures("nothing_found_out")
def test_a_par_that_is_not_proved_is_not_told(client: TestClient) -> None:
    player = Player(client, "PY1-P-AAAAAAS")
    player.skip(*golden_line("PY1-P-AAAAAAS"))
    par = Page(client.get(f"{player.path}/par", headers=HTMX)).root.one(id="par")
    assert par.text == "The fewest moves possible: not found out in time."
    assert "hx-get" not in par


def test_before_the_win_par_would_be_a_hint_and_is_not_there(client: TestClient) -> None:
    player = Player(client, PRINTED)
    player.skip(*WIN[:-1])
    assert not player.page.root.has(id="par")
    assert client.get(f"{player.path}/par").status_code == 404


def test_verdict_and_hint_match_the_board_after_a_win_an_undo_and_a_restart(
    client: TestClient,
) -> None:
    client.post("/settings", data={"warn": "always"})
    player = Player(client, LOSABLE)
    player.do(LOSING)
    assert verdict_of(player)[0] == "lost"
    player.do("undo")
    assert verdict_of(player) == ("winnable", "winnable")
    line = solver_of(LOSABLE).winning_line(Game(Setup.parse(LOSABLE)).position)
    assert line is not None
    player.skip(*map(str, line[:-1]))
    hint(player)
    page = player.do(str(line[-1]))
    assert page.game["data-status"] == "won"
    for seen in (page, player.look(), Page(client.get(f"{player.path}/verdict"))):
        verdict = seen.root.one(id="verdict")
        assert (verdict["data-verdict"], verdict.text) == ("none", "")
        assert hinted(seen) == []
    page = Page(client.post(f"{player.path}/restart"))
    assert page.root.one(id="verdict")["data-verdict"] in ("pending", "winnable")
    assert hinted(page) == []


# What nobody should ask


@pytest.mark.parametrize("part", ["verdict", "hint", "par", "review", "replay/0"])
def test_another_visitors_game_is_as_if_there_were_none(solving_app: FastAPI, part: str) -> None:
    player = Player(Client(solving_app), PRINTED)
    player.skip(*WIN)
    for client in (Client(solving_app), Player(Client(solving_app), LOSABLE).client):
        assert client.get(f"{player.path}/{part}").status_code == 404
        assert client.post(f"{player.path}/back", data={"ply": "0"}).status_code == 404
    assert player.client.get(f"{player.path}/{part}").status_code == 200


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("step=99999999999999999999", 200),
        ("step=-7", 200),
        ("attempt=-1", 200),
        ("attempt=99999999999999999999", 200),
        ("ply=-1&step=2", 200),
        ("ply=%00", 200),
        ("step=two", 422),
        ("attempt=" + "9" * 5000, 422),
    ],
)
def test_numbers_that_no_page_sends_do_no_harm(client: TestClient, query: str, status: int) -> None:
    player = Player(client, PRINTED)
    for part in ("hint", "verdict"):
        if part == "verdict" and query.startswith("step"):
            continue
        for headers in ({}, HTMX):
            response = client.get(f"{player.path}/{part}?{query}", headers=headers)
            assert response.status_code == status


def test_head_is_answered_without_a_body(client: TestClient) -> None:
    player = Player(client, PRINTED)
    for part in ("verdict", "hint"):
        response = client.head(f"{player.path}/{part}")
        assert (response.status_code, response.content) == (200, b"")


def test_the_solver_is_asked_about_the_board_and_not_about_the_way_there(
    client: TestClient,
) -> None:
    app: Any = client.app
    player = Player(client, PRINTED)
    player.skip("KD", "TC3S")
    verdict_of(player)
    other = Game(Setup.parse(PRINTED), tuple(map(parse_entry, ("TC3S", "KD"))))
    assert app.state.site.analysis.known(AskStanding(Place.of(other.position))) is not None
