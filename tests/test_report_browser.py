"""The report in a real browser: it opens from files, nothing is missing, and nothing sticks out of a phone.

Needs Debian's chromium and chromium-driver and the extra ``browser``; run with ``pytest -m browser``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crimecalc import report
from crimecalc.games import GAMES

pytestmark = pytest.mark.browser

FILES = ["index.html", *(f"{game}.html" for game in GAMES)]
PHONE, DESK = 360, 1280

STICKING_OUT = """
const width = document.documentElement.clientWidth;
return [...document.querySelectorAll("body *")].filter(element => {
  if (element.closest(".scroll") && !element.matches(".scroll")) return false;  // scrolls by itself
  const box = element.getBoundingClientRect();
  return box.width > 0 && (box.right > width + 0.5 || box.left < -0.5);
}).map(element => element.outerHTML.slice(0, 100));
"""
"""Elements that reach over the edge of the page."""

CUT_OFF = """
return [...document.querySelectorAll("body *")].filter(element => {
  if (element.closest("svg") || getComputedStyle(element).display === "inline") return false;
  return !element.matches(".scroll") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
}).map(element => element.outerHTML.slice(0, 100));
"""
"""Elements whose content is wider than they are."""

TEXT_OUTSIDE_DRAWING = """
return [...document.querySelectorAll("svg")].flatMap(drawing => {
  const edge = drawing.getBoundingClientRect();
  return [...drawing.querySelectorAll("text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.right > edge.right + 0.5 || box.left < edge.left - 0.5 || box.bottom > edge.bottom + 0.5;
  }).map(text => text.textContent);
});
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("report")
    report.write(target, games=3)
    return target


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    assert chromium is not None, "expected Debian's package chromium"
    assert driver is not None, "expected Debian's package chromium-driver"
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    quiet = ["gpu", "quic", "background-networking", "component-update", "sync", "dev-shm-usage"]
    for argument in ["headless=new", "no-sandbox", "no-first-run", *(f"disable-{what}" for what in quiet)]:
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(driver))
    yield made
    made.quit()


def opened(browser: Any, folder: Path, file: str, width: int) -> Any:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get((folder / file).as_uri())
    return browser


on_every_page = pytest.mark.parametrize(
    ("file", "width"), [(file, width) for file in FILES for width in (PHONE, DESK)]
)


@on_every_page
def test_a_page_opens_without_a_word_on_the_console(browser: Any, folder: Path, file: str, width: int) -> None:
    opened(browser, folder, file, width)
    assert browser.title.endswith("crimecalc")
    assert browser.get_log("browser") == []


@on_every_page
def test_a_page_fetches_nothing(browser: Any, folder: Path, file: str, width: int) -> None:
    opened(browser, folder, file, width)
    fetched = browser.execute_script("return performance.getEntriesByType('resource').map(entry => entry.name)")
    assert [name for name in fetched if not name.startswith("data:")] == []


@on_every_page
def test_every_picture_is_there(browser: Any, folder: Path, file: str, width: int) -> None:
    opened(browser, folder, file, width)
    missing = "return [...document.images].filter(image => !image.complete || !image.naturalWidth).length"
    assert browser.execute_script(missing) == 0


@on_every_page
def test_nothing_sticks_out_of_a_page(browser: Any, folder: Path, file: str, width: int) -> None:
    opened(browser, folder, file, width)
    for unfolded in (False, True):
        if unfolded:
            browser.execute_script("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        for question in (STICKING_OUT, CUT_OFF, TEXT_OUTSIDE_DRAWING):
            assert browser.execute_script(question) == []


def test_what_sticks_out_is_found(browser: Any, tmp_path: Path) -> None:
    wide = (
        '<p style="width: 400px">wide</p><p style="width: 50px; white-space: nowrap">much too much for so little</p>'
    )
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    drawing = '<svg width="50" height="20"><text x="10" y="15">outside of it</text></svg>'
    (tmp_path / "bad.html").write_text(f"<!DOCTYPE html>{view}<body>{wide}{drawing}</body>", encoding="utf-8")
    opened(browser, tmp_path, "bad.html", PHONE)
    for question in (STICKING_OUT, CUT_OFF, TEXT_OUTSIDE_DRAWING):
        assert browser.execute_script(question) != []


@pytest.mark.parametrize("file", FILES)
def test_a_page_prints(browser: Any, folder: Path, file: str) -> None:
    opened(browser, folder, file, DESK)
    pages = browser.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
    assert len(pages["data"]) > 10_000


def test_all_rows_of_a_long_table_are_shown_if_asked_for_and_in_print(browser: Any, folder: Path) -> None:
    rows = (
        "return [...document.getElementById('all-forgotten-crime/optimal-policy').parentElement"
        ".querySelectorAll('tbody tr')].filter(row => row.getBoundingClientRect().height > 0).length"
    )
    opened(browser, folder, "forgotten-crime.html", DESK)
    assert browser.execute_script(rows) == 20
    browser.execute_script("document.querySelector('label[for=\"all-forgotten-crime/optimal-policy\"]').click()")
    assert browser.execute_script(rows) == 894
    opened(browser, folder, "forgotten-crime.html", DESK)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert browser.execute_script(rows) == 894
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_what_is_folded_away_opens_by_keyboard(browser: Any, folder: Path) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    opened(browser, folder, "forgotten-crime.html", PHONE)
    first = browser.find_element(By.TAG_NAME, "summary")
    first.send_keys(Keys.ENTER)
    assert browser.execute_script("return document.querySelector('details').open") is True
