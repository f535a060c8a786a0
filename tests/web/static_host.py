"""The exported page under a sub-path of a plain web server, which can be switched off."""

import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from parlour.live.page_export import NO_SERVER, build_of, export

SUB_PATH = "some/where"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Host(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # a page asks for many files at once; with the usual 5, some requests fail

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # a page that is closed does not wait for its files
            super().handle_error(request, client_address)


class StaticHost:
    def __init__(self, folder: Path) -> None:
        self._page = folder / SUB_PATH
        export(self._page)
        self._server = Host(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/{SUB_PATH}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self._on = True

    @property
    def build(self) -> str:
        found = build_of(self._page)
        assert found is not None
        return found

    def publish(self, build: str) -> None:
        """A new version of the page takes the place of the old one."""
        old = self.build
        for file in (self._page / "sw.js", self._page / "build.json"):
            file.write_text(file.read_text().replace(old, build))

    def pretend_to_have_a_server(self) -> None:
        index = self._page / "index.html"
        told = index.read_text()
        assert NO_SERVER in told
        index.write_text(told.replace(NO_SERVER, ""))

    def switch_off(self) -> None:
        if self._on:
            self._on = False
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
