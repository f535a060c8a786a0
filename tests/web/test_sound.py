"""The sounds of all games, rendered by Chromium and measured; volume, mute and vibration as people set them."""

import itertools
import json
import math

import numpy as np
import pytest
from playwright.sync_api import expect
from tests.browser.typescript import WEB, bundle

from visitor import HANDS

GAMES = tuple(HANDS)
RATE = 44_100
RENDER = """
import {{ house, mixer, sound, SOUNDS }} from '{web}/src/kit/synth'
{imports}
const games = {{ {names} }}
globalThis.render = async (game, names) => {{
  const voice = {{ ...house, ...games[game] }}
  const at = new OfflineAudioContext(1, {rate} * 3, {rate})
  const {{ input, output }} = mixer(at)
  output.connect(at.destination)
  void at.suspend(0.5).then(() => {{ // as at a table, the mixer has been running for a while
    for (const name of names) sound(at, voice[name], input)
    void at.resume()
  }})
  const samples = (await at.startRendering()).getChannelData(0)
  return JSON.stringify(Array.from(samples, (each) => Math.round(each * 1e5)))
}}
globalThis.voices = Object.fromEntries(Object.entries(games).map(([name, own]) => [name, {{ ...house, ...own }}]))
globalThis.SOUNDS = SOUNDS
"""


@pytest.fixture(scope="module")
def studio(browser, tmp_path_factory):
    """Renders sounds: `studio(game, [names])` are the samples, `studio.sounds` the names."""
    imports = "\n".join(f"import {{ voice as {game} }} from '{WEB}/src/games/{game}/sounds'" for game in GAMES)
    source = RENDER.format(web=WEB, imports=imports, names=", ".join(GAMES), rate=RATE)
    script = bundle(source, tmp_path_factory.mktemp("studio")).read_text()
    page = browser.new_page()
    page.goto("about:blank")
    page.add_script_tag(content=script, type="module")
    page.wait_for_function("() => Boolean(globalThis.SOUNDS)")

    def render(game, names):
        return np.array(json.loads(page.evaluate("([game, names]) => render(game, names)", [game, names]))) / 1e5

    render.sounds = page.evaluate("SOUNDS")
    render.voice = lambda game: page.evaluate("(game) => voices[game]", game)
    yield render
    page.close()


def loudness(samples):
    """dB of the loudest tenth of a second."""
    window = RATE // 10
    energy = np.convolve(samples**2, np.ones(window) / window, "valid")
    return 10 * math.log10(energy.max())


def spectrum(samples):
    return np.fft.rfftfreq(len(samples), 1 / RATE), np.abs(np.fft.rfft(samples)) ** 2


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_shrill_or_clipped(studio, game):
    for name in studio.sounds:
        samples = studio(game, [name])
        assert 0.02 < np.abs(samples).max() < 0.9, name
        hz, energy = spectrum(samples)
        assert hz[energy.argmax()] < 3500, f"{name} is dominated by a high tone"
        assert energy[hz > 4000].sum() < 0.12 * energy.sum(), f"{name} is shrill"


@pytest.mark.parametrize("game", GAMES)
def test_many_sounds_at_once_do_not_clip(studio, game):
    assert np.abs(studio(game, [*studio.sounds, *studio.sounds])).max() < 1


@pytest.mark.deep
def test_all_games_are_about_equally_loud(studio):
    for name in studio.sounds:
        levels = [loudness(studio(game, [name])) for game in GAMES]
        assert max(levels) - min(levels) < 5, f"{name}: {dict(zip(GAMES, levels, strict=True))}"


def test_each_game_has_its_own_bell_cards_and_tension(studio):
    for name in ("bell", "flip", "tension"):
        assert len({json.dumps(studio.voice(game)[name]) for game in GAMES}) == len(GAMES), name

    def centre(game, name):
        hz, energy = spectrum(studio(game, [name]))
        return (hz * energy).sum() / energy.sum()

    for name in ("bell", "tension"):  # far enough apart to be told by ear: more than a semitone
        centres = sorted(centre(game, name) for game in GAMES)
        assert all(high > 1.06 * low for low, high in itertools.pairwise(centres)), centres


def test_the_volume_is_remembered(visit, host):
    visitor = visit(host)
    visitor.go("/settings")
    slider = visitor.page.get_by_label("Volume")
    slider.fill("0.3")
    visitor.page.get_by_label("Vibration").uncheck()
    visitor.wait(100)
    visitor.go("/settings")
    expect(slider).to_have_value("0.3")
    expect(visitor.page.get_by_label("Vibration")).not_to_be_checked()
    visitor.page.get_by_label("Mute").check()
    expect(slider).to_be_disabled()


LISTEN = """
window.buzzed = []
window.sounded = 0
navigator.vibrate = (pattern) => window.buzzed.push(pattern)
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (...more) { window.sounded += 1; return start.apply(this, more) }
"""


@pytest.mark.parametrize("quiet", [False, True], ids=["loud", "quiet"])
def test_mute_and_vibration_are_respected(visit, host, quiet):
    visitor = visit(host, pace=4)
    visitor.context.add_init_script(LISTEN)
    if quiet:
        wanted = json.dumps({"name": "Ada", "muted": True, "haptics": False})
        visitor.context.add_init_script(f"localStorage['parlour.settings'] = {wanted!r}")
    visitor.play_now("parrot")
    visitor.play(HANDS["parrot"], lambda: len(visitor.done) >= 5)
    if quiet:
        visitor.wait(500)
        assert visitor.page.evaluate("[window.sounded, window.buzzed]") == [0, []]
    else:
        visitor.until(lambda: visitor.page.evaluate("window.sounded && window.buzzed.length"), "sound and vibration")
