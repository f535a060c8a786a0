"""`tools/unpack_pip.py`: pip in a new environment. `tools/install.sh`: packages by uv, and by pip where uv cannot."""

import shutil
import subprocess
from pathlib import Path

import pytest

import unpack_pip

SCRIPT = Path(__file__).parents[2] / "tools" / "install.sh"
UV, PIP = "uv pip install --quiet --python .venv/bin/python", "python -m pip install"


@pytest.fixture
def install(tmp_path):
    """Install with programs that only note how they are called; returns the exit status and the calls."""
    programs, calls = tmp_path / ".venv" / "bin", tmp_path / "calls"
    programs.mkdir(parents=True)

    def program(name, fails):
        path = programs / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> {calls}\ncase "$*" in {fails}) exit 1;; esac\n')
        path.chmod(0o755)

    def run(uv="no", pip="no", has_uv=True):
        program("python", pip)
        if has_uv:
            program("uv", uv)
        command = [shutil.which("sh"), str(SCRIPT), "-e", ".[dev]"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, calls.read_text().splitlines()

    return run


def test_pip_is_not_asked_where_uv_installs_everything(install):
    status, calls = install()
    assert status == 0
    assert calls == [f"{UV} -c constraints.txt -e .[dev]"]


def test_uv_itself_is_installed_by_pip(install):
    status, calls = install(has_uv=False)
    assert status == 0
    assert calls[0].startswith(PIP) and calls[0].endswith(" uv")
    assert calls[-1].startswith(PIP) and calls[-1].endswith("-e .[dev]"), "this pip has not brought it"


@pytest.mark.parametrize(("uv", "has_uv"), [("*dev*", True), ("no", False)])
def test_pip_tries_where_uv_fails_or_cannot_be_had(install, uv, has_uv):
    status, calls = install(uv=uv, pip="*' uv'", has_uv=has_uv)
    assert status == 0
    assert calls[-1].startswith(PIP) and calls[-1].endswith("-c constraints.txt -e .[dev]")


def test_what_neither_can_install_is_a_failure(install):
    assert install(uv="*", pip="*")[0] != 0


def test_a_new_environment_has_pip(tmp_path, monkeypatch):
    wheels = list(unpack_pip.BUNDLED.glob("pip-*.whl"))
    if not wheels:
        pytest.skip("the pip of this system's Python is kept elsewhere")
    modules, scripts = tmp_path / "modules", tmp_path / "bin"
    scripts.mkdir()
    assert unpack_pip.main(unpack_pip.BUNDLED, modules, scripts) == 0
    monkeypatch.setenv("PYTHONPATH", str(modules))
    said = subprocess.run([scripts / "pip3", "--version"], capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"pip {wheels[0].name.split('-')[1]} from {modules}")


def test_where_python_keeps_its_pip_elsewhere_it_is_asked_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setattr(unpack_pip, "run_ensurepip", lambda: 3)
    assert unpack_pip.main(tmp_path, tmp_path, tmp_path) == 3
    assert list(tmp_path.iterdir()) == []
