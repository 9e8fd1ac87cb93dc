"""A headless Chromium, controlled through a pipe (the DevTools protocol), with the standard library only."""

import base64
import itertools
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome"]


class Browser:
    """A page in a browser."""

    def __init__(self):
        program = next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            raise SystemExit("no Chromium here: apt-get install chromium")
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        # The browser reads from descriptor 3 and writes to descriptor 4.
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$0" "$@" 3<&%d 4>&%d' % (to_read, from_write), program]
            + ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            + ["--remote-debugging-pipe", "--no-first-run", "--disable-extensions"]
            + ["--user-data-dir=" + self.profile.name, "about:blank"],
            pass_fds=(to_read, from_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(from_write)
        self.input, self.output, self.pending = to_write, from_read, b""
        self.numbers, self.session, self.events = itertools.count(1), None, []
        target = next(it for it in self.call("Target.getTargets")["targetInfos"] if it["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(domain + ".enable")

    def close(self):
        os.close(self.input)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    def message(self, seconds=120):
        """Returns the next message from the browser."""
        end = time.monotonic() + seconds
        while b"\0" not in self.pending:
            if not select.select([self.output], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            new = os.read(self.output, 1 << 20)
            if not new:
                raise EOFError("the browser has gone")
            self.pending += new
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        """Calls a method of the protocol."""
        number = next(self.numbers)
        request = {"id": number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.input, data) :]
        while True:
            message = self.message()
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def open(self, path):
        """Opens a file; returns the browser's complaints, and its requests other than for the file."""
        self.events.clear()
        url = pathlib.Path(path).resolve().as_uri()
        self.call("Page.navigate", url=url)
        while not any(it.get("method") == "Page.loadEventFired" for it in self.events):
            self.events.append(self.message())
        complaints = []
        for event in self.events:
            params = event.get("params", {})
            if event.get("method") == "Network.requestWillBeSent" and params["request"]["url"] != url:
                complaints.append("asks for " + params["request"]["url"][:80])
            if event.get("method") == "Log.entryAdded":
                complaints.append(params["entry"]["text"])
            if event.get("method") == "Runtime.exceptionThrown":
                complaints.append(params["exceptionDetails"]["text"])
        return complaints

    def size(self, width, height=900):
        """Sets the width of the window."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def media(self, media="", scheme="light"):
        """Emulates this medium and colour scheme."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def evaluate(self, script):
        """Evaluates an expression."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def screenshot(self, path, whole=True):
        """Saves a screenshot of the page, or of its visible part."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def pdf(self, path, width=None, height=None):
        """Prints the page to a file. Width and height of the paper are in inches, unless the page sets them."""
        size = {"paperWidth": width, "paperHeight": height} if width else {}
        result = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False, **size)
        data = base64.b64decode(result["data"])
        pathlib.Path(path).write_bytes(data)
        return data
