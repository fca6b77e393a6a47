"""The command line: what each command writes, its exit status, and what it says of bad input."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import subprocess
import sys
from importlib import metadata
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from app.cli import COMMANDS, PROGRAM, main
from app.engine import DECK, PRESETS, Deal, Game, Kind, Move, Position, Reason, Setup
from app.settings import SETTINGS
from app.store import Store

CODE = "PY1-N-AAAAAAS"
LINES: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "lines.json").read_text()
)

# The two deals that the published rules describe, as the frozen shuffle lays them.
S_CARDS = (
    "JD 6C 7H AS 4D QS 5H 3D 6H 8S KH KC AD KS 9C QC 2C 8D TD TS JS 7C TC 3H 4H 3S KD 7S"
    " 7D AC 2H 3C 5D AH 2D TH JC QH 8H QD 2S 4S 5C JH 9H 6S 9S 6D 4C 9D 8C 5S"
)
J_CARDS = (
    "9H 5S KD 9D 9C 8S KS TD 3S 4H AS 2C 6S 2H KC 7H 3D 3C 8C 8H AD JS 4S 7D 4C JH 7C 6C"
    " 3H 5D 7S QC 5C QS 2D 6H QH TC 9S AH TS 4D QD JC JD 5H 6D 8D KH AC TH 2S"
)
TRIANGLE = """\
             J♦
           6♣  7♥
         A♠  4♦  Q♠
       5♥  3♦  6♥  8♠
     K♥  K♣  A♦  K♠  9♣
   Q♣  2♣  8♦ 10♦ 10♠  J♠
 7♣ 10♣  3♥  4♥  3♠  K♦  7♠"""

Output = pytest.CaptureFixture[str]


def said(capsys: Output, *words: str, status: int = 0) -> str:
    """What a command writes to standard output, nothing going to standard error."""
    assert main(words) == status
    output, errors = capsys.readouterr()
    assert errors == ""
    return output


def answered(capsys: Output, *words: str, status: int = 0) -> Any:
    """The one value that a command writes with `--json`."""
    output = said(capsys, *words, "--json", status=status)
    assert output.endswith("\n")
    assert output.count("\n") == 1
    return json.loads(output)


def refused(capsys: Output, *words: str, status: int = 2) -> str:
    """What a command says on standard error when it gives up, nothing else being written."""
    assert main(words) == status
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(f"{PROGRAM}: ")
    assert errors.endswith("\n")
    assert errors.count("\n") == 1
    return errors


def in_a_process(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "app", *words], timeout=60, **options)


# deal


@pytest.mark.parametrize(("deal", "cards"), [("AAAAAAS", S_CARDS), ("AAAAAAJ", J_CARDS)])
@pytest.mark.parametrize("rules", PRESETS)
def test_deal_lays_the_published_cards_under_every_rule_set(
    capsys: Output, rules: str, deal: str, cards: str
) -> None:
    code = f"PY1-{rules}-{deal}"
    wanted = {"code": code, "rules": rules, "cards": cards.split()}
    assert answered(capsys, "deal", code) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "py1-n-aaaaaas",
        "PY1 N AAAAAAS",
        "PY1NAAAAAAS",
        " PY1–N–AAAAAAS. ",
        "https://cards.example/d/PY1-N-AAAAAAS",
    ],
)
def test_deal_reads_a_code_as_people_paste_it(capsys: Output, text: str) -> None:
    assert answered(capsys, "deal", text)["code"] == CODE


def test_deal_reads_the_long_code_of_a_deal_without_a_number(capsys: Output) -> None:
    code = f"PY1-XD3A-{J_CARDS.replace(' ', '')}"
    # XD3A is what the preset T stands for.
    wanted = {"code": code.replace("XD3A", "T"), "rules": "T", "cards": J_CARDS.split()}
    assert answered(capsys, "deal", code) == wanted


def test_deal_draws_the_starting_layout(capsys: Output) -> None:
    output = said(capsys, "deal", CODE)
    assert output.startswith(f"{CODE}\nRules N: ")
    assert f"\n\n{TRIANGLE}\n\nWaste  7♦\nStock  A♣ 2♥ 3♣ " in output
    assert output.endswith(" 9♦ 8♣ 5♠\n")


def test_deal_shows_no_waste_where_the_rules_lay_none(capsys: Output) -> None:
    output = said(capsys, "deal", "PY1-P-AAAAAAS")
    assert "Waste" not in output
    assert "Stock  7♦ A♣ 2♥ " in output


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (
            "N",
            "a card on the waste at the start, the waste top is in play, any number of passes,"
            " the pyramid must go",
        ),
        ("S", "the drawn card and the waste top are in play, 1 pass, all 52 cards must go"),
        ("T", "the drawn card and the waste top are in play, 3 passes, all 52 cards must go"),
        ("R", "the drawn card and the waste top are in play, 1 pass, the pyramid must go"),
        ("P", "the waste top is in play, 3 passes, the pyramid must go"),
        (
            "C",
            "the waste top is in play, any number of passes, the pyramid must go,"
            " a card may go with the one that alone covers it",
        ),
        ("M", "the open stock top and the waste top are in play, 3 passes, the pyramid must go"),
        ("X2", "the waste top is in play, 2 passes, the pyramid must go"),
    ],
)
def test_deal_says_what_the_rules_are(capsys: Output, rules: str, line: str) -> None:
    output = said(capsys, "deal", f"PY1-{rules}-AAAAAAS")
    assert output.splitlines()[1] == f"Rules {rules}: {line}"


def test_letters_stand_for_the_suits_where_the_output_has_no_signs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["deal", CODE]) == 0
    output.seek(0)
    text = output.read()
    assert "   QC  2C  8D 10D 10S  JS\n" in text
    assert "Waste  7D\n" in text


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("", "is not a deal code"),
        ("hello", "is not a deal code"),
        ("PY2-N-AAAAAAS", "PY2 codes are not known here"),
        ("PY1-Q-AAAAAAS", "'Q' are no rules"),
        ("PY1-N-AAAAAA", "has 6 letters"),
        ("PY1-N-" + "AC" * 52, "more than once"),
        ("x" * 10_000, "the text has 10000 characters"),
        ("\udcff", "is not a deal code"),
    ],
)
@pytest.mark.parametrize("command", ["deal", "play"])
def test_a_bad_code_is_explained(capsys: Output, command: str, code: str, part: str) -> None:
    assert part in refused(capsys, command, code)
    assert part in refused(capsys, command, code, "--json")


# play


def test_play_without_moves_shows_the_start(capsys: Output) -> None:
    pyramid = S_CARDS.split()[:28]
    places = [f"r{row}c{column}" for row in range(1, 8) for column in range(1, row + 1)]
    assert answered(capsys, "play", CODE) == {
        "code": CODE,
        "status": "playing",
        "moves": 0,
        "score": 0,
        "left": 28,
        "pass": 1,
        "pyramid": dict(zip(places, pyramid, strict=True)),
        "stock": 23,
        "drawn": None,
        "waste": ["7D"],
        "legal": ["KD", "TC3H", "TC3S", "draw"],
    }


def test_the_keys_stand_in_the_agreed_order(capsys: Output) -> None:
    keys = "code status moves score left pass pyramid stock drawn waste legal"
    assert list(answered(capsys, "play", CODE)) == keys.split()


@pytest.mark.parametrize(
    ("rules", "stock", "waste", "score"),
    [
        ("N", 23, ["7D"], 0),
        ("S", 24, [], None),
        ("T", 24, [], None),
        ("R", 24, [], None),
        ("P", 24, [], 0),
        ("C", 24, [], None),
        ("M", 24, [], 0),
    ],
)
def test_each_rule_set_starts_as_it_should(
    capsys: Output, rules: str, stock: int, waste: list[str], score: int | None
) -> None:
    start = answered(capsys, "play", f"PY1-{rules}-AAAAAAS")
    assert (start["stock"], start["waste"], start["drawn"]) == (stock, waste, None)
    assert (start["left"], start["score"], start["moves"]) == (28, score, 0)


def test_the_king_of_diamonds_goes_first_and_then_ten_and_three(capsys: Output) -> None:
    after = answered(capsys, "play", CODE, "KD", "TC3S")
    row = {place: card for place, card in after["pyramid"].items() if place.startswith("r7")}
    assert row == {"r7c1": "7C", "r7c3": "3H", "r7c4": "4H", "r7c7": "7S"}
    assert (after["left"], after["score"], after["moves"]) == (25, 30, 2)
    assert after["waste"] == ["7D"]


def test_play_takes_moves_as_people_type_them(capsys: Output) -> None:
    typed = answered(capsys, "play", CODE, "kd", "3s+10♣", "DRAW", "Undo", "redo")
    assert typed == answered(capsys, "play", CODE, "KD", "TC3S", "draw") | {"moves": 3}


def test_a_drawn_card_has_its_own_place(capsys: Output) -> None:
    one = answered(capsys, "play", "PY1-S-AAAAAAS", "draw")
    assert (one["drawn"], one["waste"], one["stock"]) == ("7D", [], 23)
    two = answered(capsys, "play", "PY1-S-AAAAAAS", "draw", "draw")
    assert (two["drawn"], two["waste"], two["stock"]) == ("AC", ["7D"], 22)


def test_the_waste_is_listed_from_its_bottom(capsys: Output) -> None:
    after = answered(capsys, "play", CODE, "draw", "draw")
    assert after["waste"] == ["7D", "AC", "2H"]


def test_a_recycle_begins_the_next_pass(capsys: Output) -> None:
    words = ["draw"] * 24
    after = answered(capsys, "play", "PY1-P-AAAAAAS", *words, "recycle")
    assert (after["pass"], after["stock"], after["waste"]) == (2, 24, [])
    assert after["moves"] == 25


@pytest.mark.parametrize("code", LINES)
def test_a_whole_game_is_played_to_its_win(capsys: Output, code: str) -> None:
    end = answered(capsys, "play", code, *LINES[code])
    assert (end["status"], end["left"], end["pyramid"], end["legal"]) == ("won", 0, {}, [])
    assert end["moves"] == len(LINES[code])
    assert end["pass"] == 1 + LINES[code].count("recycle")


def test_the_kept_line_begins_as_the_rules_page_does() -> None:
    assert LINES[CODE][:2] == ["KD", "TC3S"]


def test_a_win_is_280_points_where_cards_score(capsys: Output) -> None:
    assert answered(capsys, "play", CODE, *LINES[CODE])["score"] == 280


def test_a_win_scores_pairs_kings_and_the_cleared_pyramid(capsys: Output) -> None:
    code = "PY1-P-AAAAAAS"
    removals = [move for move in map(Move.parse, LINES[code]) if move.kind is Kind.REMOVE]
    kings = sum(len(move.cards) == 1 for move in removals)
    wanted = 5 * kings + 10 * (len(removals) - kings) + 100
    assert answered(capsys, "play", code, *LINES[code])["score"] == wanted


def test_play_says_what_a_game_without_moves_left_is(capsys: Output) -> None:
    code, moves = stuck_game()
    end = answered(capsys, "play", code, *moves)
    assert (end["status"], end["legal"]) == ("stuck", [])
    assert "Legal  none\n" in said(capsys, "play", code, *moves)


def stuck_game() -> tuple[str, list[str]]:
    """A game of one pass in which the first legal move was always taken."""
    game = Game(Setup(PRESETS["R"], Deal.numbered(9)))
    while moves := game.position.legal_moves():
        game = game.play(moves[0])
    return game.code, [str(move) for move in game.line]


def test_play_draws_the_table(capsys: Output) -> None:
    output = said(capsys, "play", CODE, "KD", "TC3S")
    assert output.startswith(f"{CODE}: playing, moves 2, score 30, cards left 25, pass 1\n\n")
    assert "\n 7♣      3♥  4♥          7♠\n" in output
    assert output.endswith("Stock  23\nWaste  7♦\nLegal  TS3H draw\n")


def test_play_shows_the_drawn_card_and_the_passes(capsys: Output) -> None:
    output = said(capsys, "play", "PY1-S-AAAAAAS", "draw")
    assert output.startswith("PY1-S-AAAAAAS: playing, moves 1, cards left 28, pass 1 of 1\n")
    assert "Stock  23\nDrawn  7♦\nWaste  none\n" in output


def test_play_shows_the_open_stock_top(capsys: Output) -> None:
    assert "Stock  24, top 7♦\n" in said(capsys, "play", "PY1-M-AAAAAAS")
    assert "Stock  0\n" in said(capsys, "play", "PY1-M-AAAAAAS", *["draw"] * 24)


# Illegal moves

ILLEGAL: dict[Reason, tuple[str, list[str]]] = {
    Reason.SUM: (CODE, ["7C7S"]),
    Reason.COVERED: (CODE, ["TC3D"]),
    Reason.NOT_IN_PLAY: (CODE, ["QCAC"]),
    Reason.UNDER_WASTE_TOP: (CODE, ["draw", "7D6H"]),
    Reason.STOCK_NOT_EMPTY: (CODE, ["recycle"]),
    Reason.NO_CARD_TO_DRAW: (CODE, ["draw"] * 24),
    Reason.NO_PASS_LEFT: ("PY1-R-AAAAAAS", ["draw"] * 24 + ["recycle"]),
    Reason.NOTHING_TO_UNDO: (CODE, ["KD", "undo", "undo"]),
    Reason.NOTHING_TO_REDO: (CODE, ["KD", "redo"]),
    Reason.GAME_OVER: (CODE, [*LINES[CODE], "undo"]),
    Reason.UNDO_LIMIT: (
        CODE,
        ["draw"] * 23 + ["recycle", *["draw"] * 24] * 4 + ["undo"] * 101,
    ),
}


def test_every_reason_that_moves_can_give_is_tried() -> None:
    assert set(ILLEGAL) == set(Reason) - {Reason.STALE}


@pytest.mark.parametrize("reason", ILLEGAL)
def test_an_illegal_move_ends_the_game_where_it_stands(capsys: Output, reason: Reason) -> None:
    code, moves = ILLEGAL[reason]
    error = answered(capsys, "play", code, *moves, status=1)
    assert error == {"error": reason.value, "at": len(moves) - 1}
    message = refused(capsys, "play", code, *moves, status=1)
    assert f"move {len(moves)}, {moves[-1]}, is illegal: " in message


def test_every_reason_has_words_of_its_own(capsys: Output) -> None:
    words = {
        refused(capsys, "play", code, *moves, status=1).partition(" is illegal: ")[2]
        for code, moves in ILLEGAL.values()
    }
    assert len(words) == len(ILLEGAL)


def test_moves_after_an_illegal_one_are_not_played(capsys: Output) -> None:
    error = answered(capsys, "play", CODE, "KD", "7C7S", "TC3S", status=1)
    assert error == {"error": "sum", "at": 1}


@pytest.mark.parametrize("move", ["foo", "", "KDKD", "TC3S4S", "1C"])
def test_a_move_that_cannot_be_read_is_explained(capsys: Output, move: str) -> None:
    assert "is not a move" in refused(capsys, "play", CODE, "KD", move)
    # Before any move is played, legal or not.
    assert "is not a move" in refused(capsys, "play", CODE, "7C7S", move, "--json")


@pytest.mark.parametrize("at", range(5))
def test_the_json_flag_may_stand_anywhere(capsys: Output, at: int) -> None:
    words = ["play", CODE, "KD", "TC3S"]
    words.insert(at, "--json")
    assert json.loads(said(capsys, *words))["moves"] == 2


def test_what_follows_two_dashes_is_no_flag(capsys: Output) -> None:
    assert "'--json' is not a move" in refused(capsys, "play", CODE, "--", "--json")


# convert


def test_convert_writes_the_code_of_a_list_of_cards(capsys: Output) -> None:
    code = f"PY1-N-{J_CARDS.replace(' ', '')}"
    assert said(capsys, "convert", J_CARDS) == f"{code}\n"
    assert answered(capsys, "convert", J_CARDS, "--rules", "N") == code


@pytest.mark.parametrize(
    ("text", "written"), [("s", "S"), ("XOV", "XOV"), ("xd3a", "T"), ("XF3", "M")]
)
def test_convert_takes_any_rules(capsys: Output, text: str, written: str) -> None:
    code = said(capsys, "convert", J_CARDS, "--rules", text)
    assert code == f"PY1-{written}-{J_CARDS.replace(' ', '')}\n"


@pytest.mark.parametrize("number", ["ms:1", "ms:25904", "pysol:1", "pysol:12345678901234567890"])
def test_convert_deals_game_numbers_from_elsewhere(capsys: Output, number: str) -> None:
    code = said(capsys, "convert", number, "--rules", "M").strip()
    assert Setup.parse(code) == Setup(PRESETS["M"], Deal.read(number))


def test_what_convert_writes_deals_the_same_cards(capsys: Output) -> None:
    code = answered(capsys, "convert", S_CARDS)
    assert answered(capsys, "deal", code)["cards"] == S_CARDS.split()


def as_triangle(cards: str) -> str:
    """The cards as people lay them out in a file, with a talon below."""
    pack = cards.replace("T", "10").lower().split()
    rows = [pack[row * (row - 1) // 2 : row * (row + 1) // 2] for row in range(1, 8)]
    return "\n".join([*map(" ".join, rows), "Talon: " + ", ".join(pack[28:])])


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_convert_reads_a_file(capsys: Output, tmp_path: Path, start: str) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(start + as_triangle(J_CARDS), encoding="utf-8")
    assert said(capsys, "convert", str(file)) == f"PY1-N-{J_CARDS.replace(' ', '')}\n"


def test_convert_reads_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    source = io.TextIOWrapper(io.BytesIO(as_triangle(J_CARDS).encode()))
    monkeypatch.setattr(sys, "stdin", source)
    assert said(capsys, "convert", "-") == f"PY1-N-{J_CARDS.replace(' ', '')}\n"


def test_convert_reads_a_pipe_that_has_a_name(capsys: Output) -> None:
    reading, writing = os.pipe()
    os.write(writing, J_CARDS.encode())
    os.close(writing)
    try:
        code = said(capsys, "convert", f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert code == f"PY1-N-{J_CARDS.replace(' ', '')}\n"


@pytest.mark.parametrize(
    ("deck", "part"),
    [
        ("hello", "is not a card"),
        ("deck.txt", "no file has the name 'deck.txt'"),
        ("", "missing"),
        (J_CARDS.replace("9H", "5S"), "5S: more than once"),
        (J_CARDS[3:], "missing: 9H"),
        ("ms:99999999999", "is no game number"),
        ("AC " * 3000, "the text has 9000 characters"),
        ("\0", "missing"),
        (".", "missing"),
    ],
)
def test_convert_explains_what_is_no_deck(capsys: Output, deck: str, part: str) -> None:
    assert part in refused(capsys, "convert", deck)


def test_convert_explains_what_are_no_rules(capsys: Output) -> None:
    assert "'Q' are no rules" in refused(capsys, "convert", J_CARDS, "--rules", "Q")


def test_convert_says_nothing_of_files_when_cards_were_written(capsys: Output) -> None:
    assert "file" not in refused(capsys, "convert", J_CARDS[3:])


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "missing"),
        (J_CARDS.encode("utf-16"), "is not a text in UTF-8"),
        (b" " * 70_000, "is too large for a deck"),
    ],
)
def test_convert_explains_a_file_that_is_no_deck(
    capsys: Output, tmp_path: Path, content: bytes, part: str
) -> None:
    file = tmp_path / "deck"
    file.write_bytes(content)
    assert part in refused(capsys, "convert", str(file))


def test_convert_explains_a_file_that_cannot_be_read(capsys: Output) -> None:
    # A file that exists for everybody and gives a read error at its start.
    assert "cannot be read: " in refused(capsys, "convert", "/proc/self/mem")


# about


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the settings, empty."""
    monkeypatch.setenv("PYRAMID_DATA", str(tmp_path))
    return tmp_path


def test_about_tells_the_versions(capsys: Output, data: Path) -> None:
    about = answered(capsys, "about")
    assert about["version"] == metadata.version(PROGRAM)
    assert about["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {"fastapi", "uvicorn", "sqlalchemy", "pillow"} <= set(about["packages"])
    for name, version in about["packages"].items():
        assert version == metadata.version(name)
    text = said(capsys, "about")
    assert text.startswith(f"{PROGRAM} {about['version']}\nPython {about['python']}\n")
    assert f"fastapi {about['packages']['fastapi']}" in text


@pytest.mark.parametrize(
    ("origin", "solver"),
    [("core.py", "plain"), ("core.abi3.so", "compiled"), (None, None), ("", None)],
)
def test_about_tells_whether_the_solver_is_compiled(
    capsys: Output,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    origin: str | None,
    solver: str | None,
) -> None:
    def found(name: str) -> ModuleSpec | None:
        if origin is None:
            raise ModuleNotFoundError(name)
        return ModuleSpec(name, None, origin=origin) if origin else None

    monkeypatch.setattr(importlib.util, "find_spec", found)
    assert answered(capsys, "about").get("solver") == solver
    assert (f"Solver: {solver}\n" in said(capsys, "about")) == (solver is not None)


def test_about_makes_no_database(capsys: Output, data: Path) -> None:
    about = answered(capsys, "about")
    assert about["database"] == f"sqlite:///{data / 'pyramid.db'}"
    assert about["reachable"] is False
    assert "There is no" in about["message"]
    assert list(data.iterdir()) == []


def test_about_says_that_the_database_answers(capsys: Output, data: Path) -> None:
    store = Store(f"sqlite:///{data / 'pyramid.db'}")
    store.migrate()
    store.close()
    about = answered(capsys, "about")
    assert (about["reachable"], about["message"]) == (True, None)
    assert "It answers." in said(capsys, "about")


def test_about_says_what_is_wrong_with_the_database(capsys: Output, data: Path) -> None:
    (data / "pyramid.db").write_bytes(b"anything but a database" * 100)
    about = answered(capsys, "about")
    assert about["reachable"] is False
    assert "is not an SQLite database" in about["message"]
    assert about["message"] in said(capsys, "about")


def test_about_hides_the_password(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    # Port 1 answers nowhere.
    monkeypatch.setenv("PYRAMID_DATABASE_URL", "postgresql://me:secret@127.0.0.1:1/games")
    output = said(capsys, "about") + json.dumps(answered(capsys, "about"))
    assert "secret" not in output
    assert "me:***@127.0.0.1:1/games" in output


def test_about_works_in_a_folder_that_is_not_installed(
    capsys: Output, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Any:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    monkeypatch.setattr(metadata, "requires", missing)
    assert said(capsys, "about").startswith(f"{PROGRAM} from a folder, not installed\n")
    about = answered(capsys, "about")
    assert (about["version"], about["packages"]) == (None, {})


def test_a_bad_setting_is_explained(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMID_PORT", "tcp")
    assert "PYRAMID_PORT='tcp' cannot be used" in refused(capsys, "about")


# Help and usage


def test_help_lists_the_commands_and_the_settings(capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for name in [*COMMANDS, *(setting.name for setting in SETTINGS)]:
        assert name in text


def test_help_of_serve_lists_the_settings(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    text = capsys.readouterr().out
    for setting in SETTINGS:
        assert f"{setting.name} (default: {setting.default})" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(capsys: Output, name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert f"usage: {PROGRAM} {name}" in text
    assert "--json" in text


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "COMMAND"),
        (["ply"], "invalid choice: 'ply'"),
        (["deal"], "CODE"),
        (["convert"], "DECK"),
        (["deal", CODE, "more"], "more"),
        (["play", CODE, "--jsn"], "--jsn"),
        (["about", "--port", "1"], "--port"),
    ],
)
def test_wrong_usage_is_explained(capsys: Output, words: list[str], part: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert part in errors


# As a process


def test_the_installed_command_is_this_one() -> None:
    (script,) = metadata.entry_points(group="console_scripts", name=PROGRAM)
    assert script.load() is main


def test_the_package_runs_as_a_module() -> None:
    ended = in_a_process("play", CODE, "KD", "--json", capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout)["left"] == 27
    assert in_a_process("play", CODE, "7C7S", capture_output=True).returncode == 1
    assert in_a_process("play", CODE, "7C", "foo", capture_output=True).returncode == 2


def test_json_has_letters_alone_whatever_the_output_can_take() -> None:
    for encoding in ("ascii", "utf-8"):
        ended = in_a_process(
            "deal",
            CODE,
            "--json",
            capture_output=True,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        )
        assert json.loads(ended.stdout.decode("ascii"))["cards"] == S_CARDS.split()


@pytest.mark.parametrize(("words", "status"), [(["deal", CODE], 141), (["--help"], 0)])
def test_a_reader_that_stops_reading_is_no_error(words: list[str], status: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = in_a_process(*words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert ended.stderr == b""
    assert ended.returncode == status


def test_a_folder_whose_name_cannot_be_written_is_shown_all_the_same(tmp_path: Path) -> None:
    data = os.fsencode(tmp_path) + b"/\xff\xc3\xa9"
    environment = os.environb | {b"PYRAMID_DATA": data, b"PYTHONIOENCODING": b"ascii"}
    ended = in_a_process("about", capture_output=True, env=environment)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert rb"\udcff\xe9/pyramid.db" in ended.stdout


def test_a_full_disk_is_explained() -> None:
    with Path("/dev/full").open("wb") as full:
        ended = in_a_process("deal", CODE, stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{PROGRAM}: the output cannot be written: ".encode())
    assert b"Traceback" not in ended.stderr
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("path", "status", "part"),
    [(None, 141, ""), ("/dev/full", 1, "the output cannot be written: No space left")],
)
def test_output_that_cannot_be_written_ends_a_command(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, path: str | None, status: int, part: str
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed, open(path or os.devnull, "w") as other:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdout", other if path else closed)
        assert main(["deal", CODE]) == status
        # What is left in the buffer goes nowhere, and nobody complains of it.
        sys.stdout.flush()
    errors = capsys.readouterr().err
    assert part in errors
    assert bool(errors) == bool(part)


def test_a_command_without_an_output_ends_well(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stdout", None)
        assert main(["deal", CODE]) == 0
    assert capsys.readouterr() == ("", "")


def test_an_interrupted_command_ends_quietly(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_text: str) -> Setup:
        raise KeyboardInterrupt

    monkeypatch.setattr(Setup, "parse", interrupted)
    assert main(["deal", CODE]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_engine_and_the_command_agree_on_every_position_of_a_line(capsys: Output) -> None:
    game = Game(Setup.parse(CODE))
    for count, move in enumerate(LINES[CODE]):
        shown = answered(capsys, "play", CODE, *LINES[CODE][:count])
        position: Position = game.position
        assert shown["legal"] == [str(legal) for legal in position.legal_moves()]
        assert shown["stock"] == len(position.stock)
        assert shown["waste"] == [str(card) for card in position.waste]
        assert shown["left"] == len(shown["pyramid"]) == position.left
        assert set(shown["pyramid"].values()) <= {str(card) for card in DECK}
        game = game.play(Move.parse(move))


def test_custom_rules_are_played_as_they_say(capsys: Output) -> None:
    two_passes = ["draw"] * 23 + ["recycle"] + ["draw"] * 24
    end = answered(capsys, "play", "PY1-XO2-AAAAAAS", *two_passes)
    assert (end["pass"], end["stock"], len(end["waste"])) == (2, 0, 24)
    error = answered(capsys, "play", "PY1-XO2-AAAAAAS", *two_passes, "recycle", status=1)
    assert error == {"error": "no_pass_left", "at": 48}
