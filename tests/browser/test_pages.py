"""The pages around the table on every screen: what one came for is in sight, nothing is cut off."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.preferences import SETTINGS
from tests.support.browser import accessibility_violations
from tests.support.server import LiveServer

SIZES = [
    (320, 568),
    (360, 740),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1440, 900),
    (2560, 1080),
]
LISTED = (
    "PY1-M-7DAD5C3S5S8C2DAHTD7SQDAC6D8HASKHTHQC3H9D6S8D3DTCKD5H"
    "9S3C8S7H4DJS4CQS9C9H7C6H2C2S4STS2H5DJC6CJHQHJDKSKC4H"
)
"""A deal without a number, whose code spells it out."""
CONTRAST = """
  (one, other) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const light = (colour) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }
"""

OUTSIDE_THE_PREVIEW = """() => {
  const around = document.querySelector(".preview").getBoundingClientRect();
  return [...document.querySelectorAll(".preview .card")].filter((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    return left < around.left || top < around.top ||
      right > around.right || bottom > around.bottom;
  }).length;
}"""


@pytest.fixture
def page_options() -> dict[str, Any]:
    """Nothing moves while it is looked at."""
    return {"reduced_motion": "reduce"}


def sized(page: Page, size: tuple[int, int]) -> None:
    """Puts the page at its top in a window of a size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(60)


def cut_off(page: Page, selector: str) -> list[str]:
    """Which of the elements are not wholly in the window; there has to be one of them at least."""
    found: list[str] = page.evaluate(
        """(selector) => {
          const all = [...document.querySelectorAll(selector)];
          if (!all.length) return [`no ${selector}`];
          return all.filter((each) => {
            const { left, top, right, bottom } = each.getBoundingClientRect();
            return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
          }).map((each) => each.dataset.face || each.id || each.textContent.trim());
        }""",
        selector,
    )
    return found


def with_theme(page: Page, server: LiveServer, theme: str, **more: str) -> None:
    """Chooses the colours, as the settings do."""
    form: dict[str, Any] = {"theme": theme, "shortcuts": "1", **more}
    page.request.post(f"{server.url}/settings", form=form, headers={"Origin": server.url})


# What one came for is in sight


@pytest.mark.parametrize("code", ["PY1-N-AAAAAAS", LISTED], ids=["numbered", "listed"])
def test_a_shared_deal_can_be_played_without_scrolling(
    page: Page, live_server: LiveServer, code: str
) -> None:
    page.goto(f"{live_server.url}/d/{code}")
    for size in SIZES:
        sized(page, size)
        assert cut_off(page, "main form .primary") == [], size
        assert cut_off(page, ".deal-code") == [], size
        assert page.locator(".deal-code").inner_text() == code
        if code != LISTED:
            assert cut_off(page, ".deal-shown .card") == [], size


def test_a_game_is_one_tap_away_at_home_without_scrolling(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(live_server.url)
    for size in SIZES:
        sized(page, size)
        assert cut_off(page, "[data-action=play]") == [], size


@pytest.mark.parametrize("language", ["en", "sv", "nl"])
def test_the_steps_of_a_solution_are_in_sight_with_the_cards_they_take(
    page: Page, live_server: LiveServer, language: str
) -> None:
    with_theme(page, live_server, "felt", language=language)
    for size in SIZES:
        page.goto(f"{live_server.url}/solve/PY1-N-AAAAAAS")
        expect(page.locator("#solution")).to_have_attribute("data-verdict", "winnable")
        sized(page, size)
        for step in range(3):
            expect(page.locator("[aria-current=step]")).to_have_count(min(step, 1))
            assert cut_off(page, "#step-back, #step-on, .deal-shown .card") == [], (size, step)
            page.locator("#step-on").click()
            expect(page.locator("[aria-current=step] small")).to_have_text(str(step + 1))


def test_the_preview_of_the_settings_is_whole_and_large_enough_to_judge(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/settings")
    for size in SIZES:
        sized(page, size)
        assert cut_off(page, ".preview .card") == [], size
        # Nothing around the cards cuts them off.
        assert page.evaluate(OUTSIDE_THE_PREVIEW) == 0, size
        assert page.locator(".preview .back").count() == 1
        width = page.locator(".preview .card").first.evaluate("card => card.clientWidth")
        assert width >= 34, size
        assert cut_off(page, "#choices .chip:first-child input[name=language]") == [], size


def test_a_choice_is_kept_at_the_tap_and_taken_back_by_undo(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/settings")
    said, undo, root = page.locator("#kept"), page.locator("#undo-choice"), page.locator("html")
    night = page.locator('input[name="theme"][value="night"]')
    night.check(force=True)
    expect(said).to_have_text("Kept: Colours of the table, Night.")
    page.locator('input[name="left_handed"]').check()
    expect(said).to_have_text("Kept: Left-handed, on.")
    page.reload()
    expect(night).to_be_checked()
    expect(root).to_have_attribute("data-hand", "left")
    # Undo takes back the last one alone.
    page.locator('input[name="four_colours"]').check()
    expect(said).to_have_text("Kept: Four colours, on.")
    undo.click()
    expect(said).to_have_text("Kept: Four colours, off.")
    expect(undo).to_be_hidden()
    page.reload()
    expect(page.locator('input[name="four_colours"]')).not_to_be_checked()
    expect(page.locator('input[name="left_handed"]')).to_be_checked()
    # A language is seen at once as well, and taken back from the new page.
    page.locator('input[name="language"][value="sv"]').check(force=True)
    expect(page.locator("h1")).to_have_text("Inställningar")
    undo.click()
    expect(page.locator("h1")).to_have_text("Settings")


def test_a_choice_that_could_not_be_kept_goes_back_and_says_so(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/settings")
    page.route("**/settings", lambda route: route.abort())
    page.locator('input[name="theme"][value="night"]').click(force=True)
    expect(page.locator("#kept")).to_contain_text("This could not be kept")
    expect(page.locator('input[name="theme"][value=""]')).to_be_checked()
    assert page.locator("html").get_attribute("data-theme") is None
    page.unroute("**/settings")
    page.locator('input[name="theme"][value="sand"]').check(force=True)
    expect(page.locator("#kept")).to_have_text("Kept: Colours of the table, Sand.")


def test_a_third_card_of_the_talon_covers_no_card_of_the_pyramid(
    page: Page, live_server: LiveServer
) -> None:
    code = "PY1-T-AAAAAAS"
    form: dict[str, Any] = {"code": code, "moves": "draw draw KD draw"}
    game = page.request.post(f"{live_server.url}/games", form=form).url
    page.request.post(f"{game}/leave")
    page.goto(f"{game}/replay/4")
    expect(page.locator(".talon-shown .card")).to_have_count(3)
    for size in SIZES:
        sized(page, size)
        overlaps = page.evaluate(
            """() => {
              const box = (each) => each.getBoundingClientRect();
              const apart = (one, other) => one.right <= other.left || other.right <= one.left ||
                one.bottom <= other.top || other.bottom <= one.top;
              const row = [...document.querySelectorAll(".pyramid.still .card")].map(box);
              return [...document.querySelectorAll(".talon-shown .card")].map(box)
                .filter((one) => !row.every((other) => apart(one, other))).length;
            }"""
        )
        assert overlaps == 0, size


def test_the_cards_of_the_talon_are_as_large_as_those_of_the_pyramid(
    page: Page, live_server: LiveServer
) -> None:
    for path in ("/d/PY1-N-AAAAAAS", "/guide", "/settings"):
        page.goto(live_server.url + path)
        for size in SIZES:
            sized(page, size)
            widths = page.locator(".deal-shown").first.evaluate(
                "shown => [...shown.querySelectorAll('.card')].map((card) => card.offsetWidth)"
            )
            assert max(widths) - min(widths) <= 1, (path, size)


# Nothing is cut off


@pytest.mark.parametrize("language", ["en", "sv", "nl"])
@pytest.mark.parametrize(
    "path", ["/", "/new", "/rules", "/rules/C", "/guide", "/settings", "/solve", f"/d/{LISTED}"]
)
def test_no_text_is_cut_off_or_has_to_be_scrolled_to_sideways(
    page: Page, live_server: LiveServer, path: str, language: str
) -> None:
    with_theme(page, live_server, "felt", language=language)
    page.goto(live_server.url + path)
    for size in ((320, 568), (360, 740), (844, 390)):
        sized(page, size)
        wide = page.evaluate(
            """() => [...document.querySelectorAll("main *:not(input, textarea)")]
              .filter((each) => !each.closest("svg, .visually-hidden, .card, thead"))
              .filter((each) => each.getBoundingClientRect().right > innerWidth ||
                (each.matches(".scroll, .sheet") && each.scrollWidth > each.clientWidth + 1))
              .map((each) => each.outerHTML.slice(0, 60))"""
        )
        assert wide == [], size


def test_no_line_begins_or_ends_with_a_dot_between_two_parts(
    page: Page, live_server: LiveServer
) -> None:
    """The dot hangs in the room before a part: where that begins a line, it is cut off."""
    page.goto(f"{live_server.url}/rules")
    assert "·" not in page.locator("main").inner_text()
    for size in ((320, 568), (390, 844), (844, 390)):
        sized(page, size)
        dots = page.evaluate(
            """() => [...document.querySelectorAll(".parts")].flatMap((list) => {
              const clip = getComputedStyle(list).overflowX === "clip";
              const edge = list.getBoundingClientRect().left;
              return [...list.children].map((part) => {
                const before = getComputedStyle(part, "::before");
                const size = parseFloat(before.fontSize);
                const start = part.getBoundingClientRect().left - edge;
                const dot = start + parseFloat(before.left);
                // Beside a part there is one, at the start of a line none of it shows.
                return { dot, first: dot < 0, hidden: clip && dot + size * 0.33 < 1 };
              });
            })"""
        )
        assert any(each["first"] for each in dots)
        assert all(each["hidden"] == each["first"] for each in dots), size


def test_the_radio_of_a_long_chip_stays_round(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/new")
    sized(page, (360, 740))
    shapes = page.evaluate(
        """() => [...document.querySelectorAll(".chip")].map((chip) => {
          const { width, height } = getComputedStyle(chip, "::before");
          return [width, height];
        })"""
    )
    assert {width == height for width, height in shapes} == {True}


def test_the_sheets_of_a_page_end_at_the_same_edge(page: Page, live_server: LiveServer) -> None:
    for path in ("/rules", "/guide"):
        page.goto(live_server.url + path)
        for size in ((844, 390), (1440, 900)):
            sized(page, size)
            edges = page.locator(".sheet").evaluate_all(
                "sheets => sheets.map((sheet) => Math.round(sheet.getBoundingClientRect().right))"
            )
            assert len(set(edges)) == 1, (path, size)


# Signs and colours


@pytest.mark.parametrize("theme", [theme for theme in SETTINGS["theme"].options if theme])
def test_marks_and_suits_show_on_a_sheet_under_every_theme(
    page: Page, live_server: LiveServer, theme: str
) -> None:
    with_theme(page, live_server, theme, four_colours="1")
    page.goto(f"{live_server.url}/guide")
    found = page.evaluate(
        f"""() => {{
          const contrast = {CONTRAST};
          const sheet = document.querySelector(".example");
          const style = (each) => getComputedStyle(each);
          const ground = style(sheet).backgroundColor;
          const probe = document.createElement("span");
          sheet.append(probe);
          const colour = (name) => {{
            probe.style.color = `var(--${{name}})`;
            return style(probe).color;
          }};
          const marks = ["mark-hint", "mark-pick", "mark-partner", "mark-refused", "focus"];
          const on = (name, other) => contrast(colour(name), other);
          // Beside a card a mark lies on a line of the shade that goes with the focus.
          const gap = colour("focus-gap");
          return {{
            light: contrast(ground, "#000000") > 10,
            marks: marks.map((name) => [name, Math.min(on(name, ground), on(name, gap))]),
            paper: marks.map((name) => [name, on(name, colour("paper"))]),
            signs: [...document.querySelectorAll(".sign")].map((sign) =>
              contrast(style(sign).color, style(sign.closest(".button")).backgroundColor)),
          }};
        }}"""
    )
    assert {name: ratio for name, ratio in found["marks"] if ratio < 3} == {}
    if found["light"]:
        assert {name: ratio for name, ratio in found["paper"] if ratio < 3} == {}
    assert found["signs"]
    assert min(found["signs"]) >= 4.5


def test_the_answer_of_an_example_has_a_sign_and_is_no_button_to_press(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/guide?example=pyramid&move=9C4D")
    for number, kind, sign in ((2, "winnable", "✓"), (1, "lost", "✕")):
        example = page.locator("#pyramid")
        page.locator(f"#try-pyramid-{number}").click()
        expect(example).to_have_attribute("data-judged", kind)
        shown = example.evaluate(
            """(example) => ({
              button: getComputedStyle(example.querySelector(".tried"), "::after").content,
              verdict: getComputedStyle(example.querySelector(".judged"), "::before").content,
              colours: [".tried", ".judged", "h2"].map((each) =>
                getComputedStyle(example.querySelector(each)).color),
            })"""
        )
        assert sign in shown["button"]
        assert sign in shown["verdict"]
        tried, verdict, text = shown["colours"]
        assert tried == verdict != text
        assert example.locator(".button.primary").count() == 0
        assert accessibility_violations(page) == []


@pytest.mark.parametrize("theme", ["night", "contrast"])
def test_an_empty_field_and_a_box_have_the_colours_of_the_theme(
    page: Page, live_server: LiveServer, theme: str
) -> None:
    with_theme(page, live_server, theme)
    page.goto(f"{live_server.url}/new")
    found = page.evaluate(
        """() => {
          const field = document.getElementById("code");
          const box = document.querySelector('input[type="checkbox"]');
          return {
            typed: getComputedStyle(field).color,
            placeholder: getComputedStyle(field, "::placeholder").color,
            drawn: getComputedStyle(box).appearance,
            box: getComputedStyle(box).backgroundColor,
            sheet: getComputedStyle(box.closest(".sheet")).backgroundColor,
          };
        }"""
    )
    assert found["placeholder"] != found["typed"]
    assert found["drawn"] == "none"
    assert found["box"] == found["sheet"]


# A solution, step by step


def test_the_first_and_the_last_step_keep_their_place_and_the_focus(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/solve/PY1-N-AAAAAAS")
    expect(page.locator("#solution")).to_have_attribute("data-verdict", "winnable")
    last = page.locator(".strip li").count()
    back, on = page.locator("#step-back"), page.locator("#step-on")
    now = page.locator("[aria-current=step] small")
    expect(back).to_have_attribute("aria-disabled", "true")
    place = on.bounding_box()
    on.focus()
    page.keyboard.press("Enter")
    expect(now).to_have_text("1")
    later = on.bounding_box()
    assert place
    assert later
    assert (later["x"], later["y"]) == (place["x"], place["y"])
    back.click()
    expect(page.locator("[aria-current=step]")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "step-back"
    page.locator(".strip a").nth(last - 2).click()
    expect(now).to_have_text(str(last - 1))
    on.focus()
    page.keyboard.press("Enter")
    expect(now).to_have_text(str(last))
    expect(on).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("document.activeElement.id") == "step-on"
    back.click()
    expect(now).to_have_text(str(last - 1))
    assert accessibility_violations(page) == []
