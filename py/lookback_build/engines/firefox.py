"""Firefox through WebDriver BiDi, which it speaks by itself on a port of its own."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import subprocess
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tornado.websocket import WebSocketClientConnection, websocket_connect

from lookback_build.browsers import find_firefox
from lookback_build.engines import EVALUATE_LIMIT, Driver, ScriptError, as_json

_STARTS_WITHIN = 60  # seconds
_ANSWER_LIMIT = 256 * 2**20  # bytes of one message: a screenshot is some megabytes
T = TypeVar("T")

# No first-run page, no look at its maker's servers.
_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}

# Keys that type nothing, as WebDriver writes them.
_KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "PageUp": "\ue00e", "PageDown": "\ue00f"}


class _Connection:
    """A BiDi session, from a thread of its own: Playwright's event loop holds the test's."""

    def __init__(self, address: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._ids = itertools.count(1)
        self._socket: WebSocketClientConnection = self._wait(self._connect(address), _STARTS_WITHIN)

    def _wait(self, work: Coroutine[Any, Any, T], limit: float) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(limit)

    async def _connect(self, address: str) -> WebSocketClientConnection:
        return await websocket_connect(address, max_message_size=_ANSWER_LIMIT)

    def send(self, method: str, limit: float = EVALUATE_LIMIT, **params: Any) -> Any:
        """The result of a command."""
        try:
            return self._wait(self._exchange(method, params), limit)
        except TimeoutError:
            raise ScriptError(f"Firefox did not answer {method} within {limit:.0f} s") from None

    async def _exchange(self, method: str, params: dict[str, Any]) -> Any:
        sent = next(self._ids)
        await self._socket.write_message(json.dumps({"id": sent, "method": method, "params": params}))
        while True:
            message = await self._socket.read_message()
            if message is None:
                raise ScriptError("Firefox closed the connection")
            answer = json.loads(message)
            if answer.get("id") == sent:
                if answer["type"] == "error":
                    raise ScriptError(f"{method}: {answer['message']}")
                return answer["result"]

    def close(self) -> None:
        """End the thread."""
        self._socket.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class _Firefox:
    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        connection.send(
            "session.new", capabilities={"alwaysMatch": {"unhandledPromptBehavior": {"default": "ignore"}}}
        )
        tree = connection.send("browsingContext.getTree", maxDepth=0)
        self._context = tree["contexts"][0]["context"]

    def open(self, url: str) -> None:
        self._connection.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def begin(self, url: str) -> None:
        self._connection.send("browsingContext.navigate", context=self._context, url=url, wait="interactive")

    def reload(self) -> None:
        self._connection.send("browsingContext.reload", context=self._context, wait="complete")

    def evaluate(self, expression: str, *arguments: Any) -> Any:
        answer = self._connection.send(
            "script.evaluate",
            expression=as_json(expression, arguments),
            target={"context": self._context},
            awaitPromise=True,
            userActivation=True,
        )
        if answer["type"] != "success":
            raise ScriptError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def set_offline(self, offline: bool) -> None:
        conditions = {"type": "offline"} if offline else None
        try:
            self._connection.send(
                "emulation.setNetworkConditions", networkConditions=conditions, contexts=[self._context]
            )
        except ScriptError as error:
            raise NotImplementedError(f"this Firefox cannot cut its network: {error}") from None

    def press(self, key: str) -> None:
        value = _KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._connection.send("input.performActions", context=self._context, actions=[source])

    def before_pages(self, script: str) -> None:
        self._connection.send("script.addPreloadScript", functionDeclaration=script)

    def screenshot(self, path: Path) -> None:
        answer = self._connection.send("browsingContext.captureScreenshot", context=self._context)
        path.write_bytes(base64.b64decode(answer["data"]))


@contextmanager
def opened(profile: Path) -> Iterator[Driver]:
    """A window of Firefox on `profile`."""
    profile.mkdir(parents=True, exist_ok=True)
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines), "utf-8")
    told = profile / "WebDriverBiDiServer.json"
    told.unlink(missing_ok=True)
    command = [find_firefox() or "firefox", "--headless", "--no-remote", "--profile", str(profile)]
    command += ["--remote-debugging-port", "0", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        server = _server(told, process)
        connection = _Connection(f"ws://{server['ws_host']}:{server['ws_port']}/session")
        try:
            yield _Firefox(connection)
            connection.send("browser.close", limit=20)
        finally:
            connection.close()
        process.wait(20)
    finally:
        process.kill()
        process.wait()


def _server(told: Path, process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """The address, which Firefox writes into its profile when it listens."""
    end = time.monotonic() + _STARTS_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            server: dict[str, Any] = json.loads(told.read_text("utf-8"))
        except (OSError, ValueError):
            time.sleep(0.05)
        else:
            return server
    raise ScriptError(f"Firefox did not start (exit code {process.poll()})")
