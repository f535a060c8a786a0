"""The render modes: PettingZoo's own test, Gymnasium's recorder, windows, and what is said where one is missing."""

import copy
import os
import pickle
import re
import subprocess
import sys
import warnings
from base64 import b64decode
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordVideo
from pettingzoo.test import render_test
from tests.every import every_game

import parlour
import parlour.envs
from parlour import ParlourError
from parlour.envs.ids import env_id
from parlour.envs.rendering import RENDER_MODES
from parlour.pictures.window import Window

SMALLEST = {name: max(2, parlour.game(name).rules.min_seats) for name in parlour.games()}


@pytest.fixture(autouse=True)
def no_real_window(monkeypatch):
    """A window that nobody sees, which takes no time to look at."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("parlour.envs.rendering.TURNS_PER_SECOND", 1000)
    monkeypatch.setattr("parlour.envs.match_env.frames_per_second", lambda rules, tick_ms: 1000)
    monkeypatch.setattr("parlour.envs.gym_single.frames_per_second", lambda rules, tick_ms: 1000)


@every_game
def test_pettingzoo_render_test(name):
    render_test(lambda render_mode=None: parlour.envs.aec(name, SMALLEST[name], render_mode=render_mode))


@pytest.mark.parametrize("form", ["aec", "parallel"])
def test_every_mode_of_the_pettingzoo_forms(form):
    kinds = {"ansi": str, "svg": str, "rgb_array": np.ndarray, "human": type(None)}
    for mode in RENDER_MODES:
        env = getattr(parlour.envs, form)("parrot", 2, render_mode=mode)
        with pytest.raises(ParlourError, match="call reset first"):
            env.render()
        env.reset(seed=3)
        assert isinstance(env.render(), kinds[mode])
        env.close()
    assert parlour.envs.aec("parrot", 2).render() is None


def test_a_spectator_renders_the_pettingzoo_forms_and_the_learner_the_gymnasium_form():
    env = parlour.envs.aec("parrot", 3, render_mode="svg")
    env.reset(seed=3)
    assert env.render() == parlour.game("parrot").new(seats=3, seed=3).picture().svg()
    single = gymnasium.make("parlour/Parrot-v0", seats=3, seat=1, render_mode="svg")
    single.reset(seed=3)
    shown = single.render()
    assert "You" not in env.render()
    assert shown != env.render()
    ElementTree.fromstring(shown)
    assert shown._repr_svg_() == shown  # a notebook shows it as a picture


def test_the_last_action_is_named():
    env = parlour.envs.aec("parrot", 2, render_mode="svg")
    env.reset(seed=3)
    assert "turn up two cards" not in env.render()
    env.step(0)
    assert "Player 1: choose two cards to turn up" in env.render()
    single = gymnasium.make("parlour/Parrot-v0", seats=2, seat=0, render_mode="svg")
    single.reset(seed=3)
    single.step(0)
    assert "You: turn up places 1 and 2" in single.render()


@every_game
def test_gymnasium_checks_the_render_modes(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(env_id(name), seats=SMALLEST[name], render_mode="rgb_array")
        check_env(env.unwrapped, skip_render_check=True)
        env.reset(seed=1)
        frame = env.render()  # its wrapper warns about anything that is not as expected
    assert frame.shape == (560, 800, 3)
    assert frame.dtype == np.uint8
    assert env.metadata["render_modes"] == RENDER_MODES


@pytest.mark.deep
def test_record_video(tmp_path):
    """Zero glue: the recorder asks for the mode, the frames per second and the frames."""
    pytest.importorskip("moviepy", reason="the package moviepy is not installed (make setup-all)")
    env = gymnasium.make("parlour/Parrot-v0", seats=2, render_mode="rgb_array", options={"rounds": 1})
    recorded = RecordVideo(env, str(tmp_path), episode_trigger=lambda number: True)
    shown, _ = recorded.reset(seed=1)
    over = False
    while not over:
        shown, _, over, _, _ = recorded.step(int(np.flatnonzero(shown["action_mask"])[0]))
    recorded.close()
    assert [path.suffix for path in tmp_path.iterdir()] == [".mp4"]


def test_what_a_recorder_needs():
    """The same without a video: even sides, new frames that keep their content, and a speed."""
    env = gymnasium.make("parlour/Parrot-v0", seats=2, render_mode="rgb_array")
    shown, _ = env.reset(seed=1)
    first = env.render()
    kept = first.copy()
    for _ in range(3):
        shown, *_ = env.step(int(np.flatnonzero(shown["action_mask"])[0]))
    second = env.render()
    assert (first == kept).all()
    assert (first != second).any()
    assert first.shape[0] % 2 == first.shape[1] % 2 == 0
    assert env.metadata["render_fps"] > 0


def test_the_vector_form_renders_each_table():
    envs = gymnasium.make_vec("parlour/Parrot-v0", num_envs=3, seats=2, render_mode="rgb_array")
    with pytest.raises(ParlourError, match="call reset first"):
        envs.render()
    envs.reset(seed=5)
    frames = envs.render()
    assert len(frames) == 3
    assert all(frame.shape == (560, 800, 3) for frame in frames)
    single = gymnasium.make("parlour/Parrot-v0", seats=2, render_mode="rgb_array")
    single.reset(seed=7)
    assert np.abs(frames[2].astype(int) - single.render()).max() < 8
    with pytest.raises(parlour.BadInput, match="there is no render mode 'human', only ansi, svg, rgb_array"):
        gymnasium.make_vec("parlour/Parrot-v0", num_envs=3, render_mode="human")
    assert gymnasium.make_vec("parlour/Parrot-v0", num_envs=1).render() is None


def test_a_step_shows_itself_in_a_window(monkeypatch):
    shown = []
    monkeypatch.setattr(Window, "show", lambda self, frame, fps: shown.append(frame.shape))
    env = gymnasium.make("parlour/Parrot-v0", seats=2, render_mode="human")
    observed, _ = env.reset(seed=1)
    env.step(int(np.flatnonzero(observed["action_mask"])[0]))
    assert len(shown) == 2
    env.close()


def test_copies_have_windows_of_their_own():
    env = parlour.envs.parallel("parrot", 2, render_mode="human")
    env.reset(seed=1)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.step({})
        twin.close()
    env.step({})
    env.close()
    env.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_a_sentence_says_what_to_do():
    code = (
        "import parlour, parlour.envs\n"
        "env = parlour.envs.aec('parrot', 2, render_mode='human')\n"
        "try: env.reset(seed=1)\n"
        "except parlour.ParlourError as error: print(error)"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == (
        "no window can be opened here (there is no display): use the render mode rgb_array or svg instead, "
        "or set SDL_VIDEODRIVER=dummy to draw without one\n"
    )


def test_a_notebook_shows_an_environment_as_a_picture():
    env = parlour.envs.aec("parrot", 2)
    assert env._repr_svg_() is None
    env.reset(seed=1)
    ElementTree.fromstring(env._repr_svg_())
    single = gymnasium.make("parlour/Parrot-v0", seats=2).unwrapped
    assert single._repr_svg_() is None
    single.reset(seed=1)
    ElementTree.fromstring(single._repr_svg_())
    many = gymnasium.make_vec("parlour/Parrot-v0", num_envs=4, seats=2, render_mode="svg", seat=1)
    assert many._repr_html_() is None
    many.reset(seed=1)
    drawn = [b64decode(svg).decode() for svg in re.findall(r"base64,([^\"]+)", many._repr_html_())]
    assert [svg.replace('width="360" height="252"', 'width="800" height="560"') for svg in drawn] == list(
        many.render()[:3]
    )


def test_without_a_render_mode_nothing_is_drawn(monkeypatch):
    def never(*_, **__):
        raise AssertionError("drawn without being asked")

    for module in ("rendering", "match_env", "gym_single", "gym_vector"):
        monkeypatch.setattr(f"parlour.envs.{module}.picture_of", never)
    env = parlour.envs.aec("parrot", 2, render_mode="svg")
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(AssertionError, match="drawn without being asked"):
        env.render()
    single = gymnasium.make("parlour/Parrot-v0", seats=2, render_mode="rgb_array")
    shown, _ = single.reset(seed=1)
    single.step(int(np.flatnonzero(shown["action_mask"])[0]))
