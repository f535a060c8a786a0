"""The exported page under a sub-path of a plain web server, which can be switched off."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from parlour.live.page_export import export

SUB_PATH = "some/where"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class StaticHost:
    def __init__(self, folder: Path) -> None:
        export(folder / SUB_PATH)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/{SUB_PATH}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self._on = True

    def switch_off(self) -> None:
        if self._on:
            self._on = False
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
