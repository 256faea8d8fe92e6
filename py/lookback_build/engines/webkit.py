"""WebKitGTK's MiniBrowser through WebDriver, on a screen that only exists in memory."""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lookback_build.browsers import find_webkit
from lookback_build.engines import EVALUATE_LIMIT, Driver, ScriptError, as_json

_STARTS_WITHIN = 60  # seconds
_SCREEN = "1440x900x24"

# WebDriver's own script takes a callback, and knows nothing of a promise that rejects.
_ASYNC = """const done = arguments[arguments.length - 1];
Promise.resolve(%s).then((value) => done({value}), (error) => done({error: String(error?.message ?? error)}));"""


class _WebKit:
    def __init__(self, driver: str, browser: str, limit: float) -> None:
        options = {"binary": browser, "args": ["--automation"]}
        capabilities = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._url = driver
        made = _ask("POST", f"{driver}/session", {"capabilities": capabilities}, limit)
        self._url = f"{driver}/session/{made['sessionId']}"
        self._send("timeouts", {"script": int(EVALUATE_LIMIT * 1000), "pageLoad": 60000})

    def _send(self, command: str, payload: dict[str, Any] | None = None, method: str = "POST") -> Any:
        return _ask(method, f"{self._url}/{command}", payload, EVALUATE_LIMIT + 20)

    def open(self, url: str) -> None:
        self._send("url", {"url": url})

    def begin(self, url: str) -> None:
        raise NotImplementedError("WebDriver waits for a page")

    def reload(self) -> None:
        self._send("refresh", {})

    def press(self, key: str) -> None:
        raise NotImplementedError("no walk needs it here")

    def before_pages(self, script: str) -> None:
        raise NotImplementedError("WebDriver has no way to it")

    def evaluate(self, expression: str, *arguments: Any) -> Any:
        script = _ASYNC % as_json(expression, arguments)
        answer = self._send("execute/async", {"script": script, "args": []})
        if "error" in answer:
            raise ScriptError(answer["error"])
        return json.loads(answer["value"])

    def set_offline(self, offline: bool) -> None:
        raise NotImplementedError("WebDriver cannot cut the network of WebKitGTK; stop the server instead")

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("screenshot", None, "GET")))

    def close(self) -> None:
        """Close the browser."""
        _ask("DELETE", self._url, None, 20)


def _ask(method: str, url: str, payload: dict[str, Any] | None, limit: float) -> Any:
    body = None if payload is None else json.dumps(payload).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=limit) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        with error:
            told = json.load(error)["value"]
        raise ScriptError(f"{told['error']}: {told['message']}") from None
    except TimeoutError:
        raise ScriptError(f"WebKit did not answer within {limit:.0f} s") from None


@contextmanager
def opened(profile: Path) -> Iterator[Driver]:
    """A window of MiniBrowser. Under automation it keeps nothing when it ends, so `profile` serves its caches alone."""
    found = find_webkit()
    if found is None:
        raise ScriptError("WebKitGTK is not installed")
    profile.mkdir(parents=True, exist_ok=True)
    with _screen() as display:
        port = _free_port()
        environment = {
            **os.environ,
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",  # no accessibility bus in a bare machine, and no wait for one
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "XDG_CACHE_HOME": str(profile / "cache"),
            "XDG_DATA_HOME": str(profile / "data"),
        }
        command = [found.driver, f"--port={port}", "--host=127.0.0.1"]
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(url, process)
            window = _WebKit(url, found.browser, _STARTS_WITHIN)
            try:
                yield window
            finally:
                window.close()
        finally:
            process.terminate()
            process.wait(20)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _STARTS_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            _ask("GET", f"{url}/status", None, 5)
        except (OSError, ScriptError):
            time.sleep(0.05)
        else:
            return
    raise ScriptError(f"WebKitWebDriver did not start (exit code {process.poll()})")


def _free_port() -> int:
    """A port of this machine that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _screen() -> Iterator[str]:
    """The name of an X display: a new one that nobody sees."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _SCREEN, "-nolisten", "tcp"]
    process = subprocess.Popen(
        command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()  # written when it listens; ends empty when it did not start
        if not number:
            raise ScriptError("Xvfb did not start")
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(20)
