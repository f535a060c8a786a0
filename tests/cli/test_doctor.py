"""`parlour doctor`: a report on the installation, with every problem in one sentence and no user's name."""

import http.server
import json
import socket
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from parlour.cli import doctor
from parlour.cli.options import app
from parlour.games import names
from parlour.live import page_export


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home with a cache and a page in it, so that nothing is wrong."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "build.json").write_text('{"build": "0123456789ab"}')
    for name in names():
        (page / "assets" / f"{name}-01234567.wasm").touch()
    monkeypatch.setattr(page_export, "PAGE", page)
    return tmp_path


def report(port=0):
    done = CliRunner().invoke(app, ["doctor", "--port", str(port)])
    assert not done.exception or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_a_report_says_all_that_a_bug_report_should(home):
    code, said = report()
    assert code == 0
    for about in ("parlour", "python", "system", "packages", "[lab]", "compile cache", "page", "browser engine"):
        assert f"\n{about}: " in "\n" + said
    assert "numba 0." in said
    assert "build 0123456789ab" in said
    assert said.endswith("problems:       none\n")


def test_a_report_names_no_user_and_no_secret(home, monkeypatch):
    monkeypatch.setenv("PARLOUR_DATABASE", "postgresql://somebody:secret@host/parlour")
    _, said = report()
    assert str(home) not in said
    assert "~" in said
    assert "PARLOUR_DATABASE" in said
    assert "secret" not in said


def test_a_missing_page_is_a_problem(home):
    (home / "page" / "build.json").unlink()
    code, said = report()
    assert code == 1
    assert "  - The page is missing: run `make page` in a source tree" in said


def test_a_page_without_a_game_is_a_problem(home):
    next((home / "page" / "assets").glob("parrot-*.wasm")).unlink()
    code, said = report()
    assert code == 1
    assert "  - The page cannot play parrot by itself" in said


def test_a_cache_that_cannot_be_written_is_a_problem(home, monkeypatch):
    (home / "file").touch()
    monkeypatch.setenv("PARLOUR_CACHE", str(home / "file"))
    code, said = report()
    assert code == 1
    assert "set PARLOUR_CACHE to a writable directory" in said


def test_a_missing_extra_is_no_problem_but_named(home, monkeypatch):
    monkeypatch.setattr(doctor, "find_spec", lambda package: None)
    code, said = report()
    assert code == 0
    assert "[lab]:          not installed (pip install 'parlour[lab]')" in said


def test_a_missing_package_is_a_problem(home, monkeypatch):
    monkeypatch.setattr(doctor, "requires", lambda _: ["numpy>=2.0", "nothing-like-it>=1; python_version > '3'"])
    code, said = report()
    assert code == 1
    assert "nothing-like-it must be installed for playing: pip install parlour" in said


def test_a_port_that_another_program_uses_is_a_problem(home):
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, said = report(other.getsockname()[1])
    assert code == 1
    assert "used by another program" in said


def test_a_running_parlour_is_no_problem(home):
    class Parlour(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"version": "abc"}).encode())

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Parlour)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    code, said = report(server.server_port)
    server.shutdown()
    assert code == 0
    assert "Parlour is running there, page abc" in said
