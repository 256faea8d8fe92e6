"""The live table of the bridge lesson, on Pyodide in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Watch, wait_until_live

pytestmark = pytest.mark.browser

START = {"q": [2, 0], "mask": [True, True, True]}
TABLE = 'window.lookback.widgets["live-table"]'


@pytest.fixture(scope="module")
def shared(chromium: Browser, site: str) -> Iterator[tuple[Page, Watch]]:
    """One page for all tests of this module: none of them leaves it worse than it was."""
    watch = Watch(site)
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, base_url=site)
    watch.on(context)
    page = context.new_page()
    page.goto("lessons/attention-as-a-bridge/")
    wait_until_live(page)
    yield page, watch
    context.close()


@pytest.fixture
def live(shared: tuple[Page, Watch]) -> Iterator[Page]:
    page, watch = shared
    put(page, **START)
    yield page
    watch.check()


def put(page: Page, **state: Any) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(f"state => {TABLE}.set(state)", state)
    return answer


def count_changes(page: Page) -> None:
    """Gather what is told from here on in `window.told`."""
    page.evaluate(
        """() => { window.told = [];
        document.ontold?.abort();
        document.ontold = new AbortController();
        document.addEventListener("lookback:widget", (event) => window.told.push(event.detail),
          {signal: document.ontold.signal}); }"""
    )


def get(page: Page) -> dict[str, Any]:
    state: dict[str, Any] = page.evaluate(f"{TABLE}.get()")
    return state


def rounded(values: list[float]) -> list[float]:
    return [round(value, 3) for value in values]


def test_the_numbers_of_the_lesson(live: Page) -> None:
    assert rounded(put(live, q=[2, 0], mask=[True, True, True])["weights"]) == [0.468, 0.063, 0.468]
    assert rounded(put(live, mask=[True, False, True])["weights"]) == [0.5, 0, 0.5]
    assert rounded(put(live, q=[0, 0], mask=[True, True, True])["weights"]) == [0.333, 0.333, 0.333]
    assert rounded(put(live, q=[-1, 2])["weights"])[1] == 0.705


def test_what_was_set_is_what_is_read_and_painted(live: Page) -> None:
    put(live, q=[-2, 0], mask=[True, False, True])
    state = get(live)
    assert (state["q"], state["mask"]) == ([-2, 0], [True, False, True])
    assert state["scores"][1] == "-inf"
    assert state["weights"][1] == 0
    expect(live.locator("#live-table")).to_contain_text(".500")
    expect(live.locator("#live-table")).not_to_contain_text(".468")


def test_a_refused_value_says_what_is_wanted_and_changes_nothing(live: Page) -> None:
    before = get(live)
    told = live.evaluate(
        f"{TABLE}.set({{q: ['two', 0]}}).catch(error => `${{error.type}}: ${{error.message}}`)"
    )
    assert told.startswith("refused: q")
    assert get(live) == before


def test_every_change_is_told_on_the_page_once_with_the_whole_state(live: Page) -> None:
    count_changes(live)
    put(live, q=[1, 1])
    told = live.evaluate("window.told")
    assert [detail["id"] for detail in told] == ["live-table"]
    assert told[0]["state"]["q"] == [1, 1]


def test_typing_a_coordinate_moves_the_weights(live: Page) -> None:
    box = live.get_by_role("textbox", name="query, coordinate 0")
    box.fill("-1")
    box.press("Enter")
    live.wait_for_function(f"{TABLE}.get().q[0] === -1")
    assert rounded(get(live)["weights"]) == rounded(put(live, q=[-1, 0])["weights"])


def test_masking_by_the_keyboard_shares_the_weight_out_again(live: Page) -> None:
    toggle = live.get_by_label("mask out cat")
    toggle.focus()
    toggle.press("Space")
    live.wait_for_function(f"{TABLE}.get().mask[1] === false")
    assert rounded(get(live)["weights"]) == [0.5, 0, 0.5]


def test_moving_the_slider_by_the_keyboard_moves_the_query(live: Page) -> None:
    slider = live.get_by_role("slider").first
    slider.focus()
    slider.press("ArrowLeft")
    live.wait_for_function(f"{TABLE}.get().q[0] === 1.9")


# Both are done before an answer can come: the newer is what both the handle and the numbers show.
_AT_ONCE = """async ([what, q]) => {
  const handle = document.activeElement.shadowRoot ? deepest(document) : document.activeElement;
  function deepest(root) { const one = root.activeElement; return one.shadowRoot ? deepest(one.shadowRoot) : one; }
  const press = () => handle.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true}));
  const table = window.lookback.widgets["live-table"];
  if (what === "steps") for (let i = 0; i < 3; i++) { press(); await table.set({}); }
  const set = table.set({q});
  press();
  await set;
  const state = await table.set({});
  return [Number(handle.getAttribute("aria-valuenow")), state.q];
}"""


def test_a_handle_that_is_moved_while_another_state_is_on_its_way_shows_the_state(live: Page) -> None:
    slider = live.get_by_role("slider").first
    slider.focus()
    for what, q, expected in (("one", [5, 5], 1.9), ("steps", [4, -1], 1.5)):
        shown, after = live.evaluate(_AT_ONCE, [what, q])
        assert (shown, after) == (pytest.approx(expected), [pytest.approx(expected), q[1]])


def test_arrow_keys_take_the_point_up_to_the_limit_and_its_ring_is_not_cut(live: Page) -> None:
    put(live, q=[5.5, 5.5])
    grip = live.get_by_role("application", name="query. Arrow keys")
    grip.press("Shift+ArrowRight")
    grip.press("Shift+ArrowUp")
    live.wait_for_function(f"String({TABLE}.get().q) === '6,6'")
    cutting = live.locator("#live-table .lb-ring").evaluate(
        """(ring) => {
          const up = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host;
          const found = [];
          for (let one = up(ring); one && !one.matches("main"); one = up(one)) {
            if (getComputedStyle(one).overflowX !== "visible") found.push(one.className);
          }
          return found;
        }"""
    )
    assert cutting == []


def test_what_changes_is_changed_in_place(live: Page) -> None:
    table = live.locator("#live-table table").first
    held = table.evaluate_handle(
        """(table) => {
          const word = table.querySelector("tbody th .lb-word");
          getSelection().selectAllChildren(word);
          return word;
        }"""
    )
    put(live, q=[-2, 0], mask=[True, False, True])
    expect(table.locator("tr.masked")).to_have_count(1)
    expect(table.locator("tbody tr")).to_have_text(
        [re.compile(r"\.500"), re.compile("masked"), re.compile(r"\.500")]
    )
    put(live, **START)
    expect(table.locator("tr.masked")).to_have_count(0)
    expect(table.locator("tbody tr")).to_have_text(
        [re.compile(r"\.468"), re.compile(r"\.063"), re.compile(r"\.468")]
    )
    # The word is still the element that was selected before.
    assert held.evaluate("(word) => word.isConnected && String(getSelection())") == "the"


def test_a_held_arrow_key_ends_at_its_last_step_and_never_queues_up(live: Page) -> None:
    slider = live.get_by_role("slider").first
    slider.focus()
    count_changes(live)
    for _ in range(40):
        slider.press("ArrowLeft")
    live.wait_for_function(f"{TABLE}.get().q[0] === -2")
    assert live.evaluate("window.told.length") <= 40


# Each slider event says which state it makes, each paint which state it shows: the first query in the sequence that the
# table's caption names. What is counted are events and paints, not times.
SLIDE_200 = """async () => {
  const find = (root, selector) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.matches(selector)) found.push(element);
      if (element.shadowRoot) find(element.shadowRoot, selector);
    }
  };
  let found = [];
  find(document.querySelector("#live-table"), ".noUi-handle");
  const [first, second] = found;
  const caption = () => {
    found = [];
    find(document.querySelector("#live-table"), "caption");
    return found[0].textContent;
  };
  const log = [];
  const stop = new AbortController();
  document.addEventListener("lookback:widget", () => log.push({paint: caption()}), {signal: stop.signal});
  for (let i = 1; i <= 200; i += 1) {
    const handle = i <= 100 ? first : second;
    handle.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true, cancelable: true}));
    const q = [6 - Math.min(i, 100) / 10, 6 - Math.max(i - 100, 0) / 10].map((x) => Number(x.toFixed(1)));
    log.push({event: `q = [${q.join(", ")}]`.replaceAll("-", "−")});
    await new Promise((resolve) => setTimeout(resolve)); // each comes as a task of its own, as from a hand
  }
  const last = log.findLast((one) => one.event).event;
  while (!caption().includes(last)) await new Promise((resolve) => requestAnimationFrame(resolve));
  stop.abort();
  return log;
}"""


def test_of_200_slider_events_the_painted_weights_are_never_more_than_two_steps_behind(live: Page) -> None:
    put(live, q=[6, 6], mask=[True, True, True])
    log = live.evaluate(SLIDE_200)
    events = [entry["event"] for entry in log if "event" in entry]
    assert len(events) == 200
    paints = [i for i, entry in enumerate(log) if "paint" in entry]
    shown = {i: next(k for k, event in enumerate(events) if log[i]["paint"].endswith(event)) for i in paints}
    assert shown[paints[-1]] == 199
    sent = -1
    for i, entry in enumerate(log):
        if "event" not in entry:
            assert shown[i] <= sent
            continue
        sent += 1
        # One request is under way and one state waits, the newest: the second paint from here shows this event.
        coming = [shown[paint] for paint in paints if paint > i][:2]
        assert max(coming) >= sent


# Steps of a slider until one is shown before anything else can happen on the page, and a step back after it; what the
# page says right after each, and what Python says of the same query.
STEP = """async () => {
  let handle = null;
  const find = (root) => {
    for (const element of root.querySelectorAll("*")) {
      handle ??= element.matches(".noUi-handle") ? element : null;
      if (element.shadowRoot) find(element.shadowRoot);
    }
  };
  const table = lookback.widgets["live-table"];
  find(document.querySelector("#live-table"));
  const press = async (key) => {
    const before = table.get().q[0];
    handle.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
    for (let turn = 0; turn < 10; turn += 1) await undefined;
    const shown = table.get();
    const wanted = Number((before + (key === "ArrowLeft" ? -0.1 : 0.1)).toFixed(1));
    while (table.get().q[0] !== wanted) await new Promise((resolve) => requestAnimationFrame(resolve));
    return shown.q[0] === wanted ? shown : null;
  };
  let on = null;
  while (!on) {
    const key = table.get().q[0] > 0 ? "ArrowLeft" : "ArrowRight";
    for (let step = 0; step < 40 && !on; step += 1) {
      on = await press(key);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (on) return [on, await press(key === "ArrowLeft" ? "ArrowRight" : "ArrowLeft")];
    }
  }
}"""


def test_a_step_that_goes_on_or_back_is_shown_in_the_frame_of_the_slider(live: Page) -> None:
    put(live, q=[2, 0], mask=[True, True, True])
    for shown in live.evaluate(STEP):
        assert shown == put(live, q=shown["q"])
    assert get(live)["q"] == shown["q"]


# Queries one after the other, each until the frame after it is over.
MOVE_20 = """async () => {
  for (let at = 1; at <= 20; at += 1) {
    await lookback.widgets["live-table"].set({q: [at / 10, 0]});
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}"""


def test_a_change_of_the_query_lays_the_page_out_once(live: Page) -> None:
    """Bokeh by itself asks for styles while it paints, and writes what lays the page out again."""
    session = live.context.new_cdp_session(live)
    session.send("Performance.enable")

    def layouts() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "LayoutCount")

    live.evaluate(MOVE_20)
    before = layouts()
    live.evaluate(MOVE_20)
    # something else on the page may change meanwhile, such as how much of the site is stored
    assert layouts() - before <= 30
