"""`parlour picture` as users run it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.command import run

GOLDEN = Path(__file__).parents[1] / "games" / "golden"


@pytest.fixture
def log(tmp_path):
    """The beginning of a match."""
    lines = (GOLDEN / "parrot-2.jsonl").read_text(encoding="utf-8").splitlines()[:15]
    header = json.loads(lines[0]) | {"clock": json.loads(lines[-1])[0]}
    path = tmp_path / "match.log"
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n", encoding="utf-8")
    return path


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_match_becomes_a_moving_svg(log):
    done = run("picture", log)
    assert done.returncode == 0, done.stderr
    svg = log.with_suffix(".svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(svg).attrib["width"] == "800"
    assert "@keyframes" in svg
    assert files(log.parent) == ["match.log", "match.svg"]


def test_one_position_as_svg_and_png(log):
    for out in ("one.svg", "one.png"):
        done = run("picture", log, "--at", 3, "--seat", 2, "--dark", "--size", 300, "--out", log.with_name(out))
        assert done.returncode == 0, done.stderr
    svg = log.with_name("one.svg").read_text(encoding="utf-8")
    assert "@keyframes" not in svg
    assert 'width="300"' in svg
    assert log.with_name("one.png").read_bytes()[16:24] == (300).to_bytes(4) + (210).to_bytes(4)


def test_a_gif(log):
    from PIL import Image

    out = log.with_name("match.gif")
    done = run("picture", log, "--out", out, "--size", 200, "--seconds", 0.1)
    assert done.returncode == 0, done.stderr
    assert Image.open(out).n_frames == 15  # the deal and 14 actions


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--out", "match.jpg"], "a picture is a file that ends with .svg, .gif, .png, not match.jpg"),
        (["--at", 99], "this match has the positions 0 to 14, and 99 is none of them"),
        (["--at", -1], "this match has the positions 0 to 14, and -1 is none of them"),
        (["--at", 2, "--out", "x.gif"], "a GIF shows the whole match; for one position (--at) choose .svg or .png"),
        (["--seat", 3], "this match has 2 players: --seat is 1 to 2, not 3"),
        (["--size", 9], "a picture is 100 to 4000 pixels wide, not 9"),
        (["--seconds", 0], "--seconds is 0.02 to 60, not 0"),
        (["--out", "no/such/folder.svg"], "no/such/folder.svg cannot be written (No such file or directory)"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(log, arguments, says, refused):
    assert refused("picture", log, *arguments) == f"parlour: {says}"
    assert files(log.parent) == ["match.log"]


def test_a_broken_log_leaves_no_picture(log, refused):
    whole = log.read_text(encoding="utf-8")
    header, *lines = whole.splitlines()
    cases = {
        "": "the log is empty; its first line should name the game, the seats and the seed",
        whole[:-6]: "line 15 of the log is cut off or broken; it should be [ms, seat, action]",
        whole.replace('"rules": 1', '"rules": 99'): "this log was played by version 99 of the rules of Parrot",
        "\n".join([header, "[0,0,110]", *lines[1:]]): "line 2 of the log does not follow the rules",
    }
    for text, says in cases.items():
        log.write_text(text, encoding="utf-8")
        assert refused("picture", log, "--out", log.with_name("out.svg")).startswith(f"parlour: {says}")
        assert files(log.parent) == ["match.log"]
    log.write_bytes(b"\xff\xfe")
    assert refused("picture", log) == f"parlour: the log {log} cannot be read (it is not text)"
