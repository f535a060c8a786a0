"""An environment gets a new version when it changes."""

import json
from dataclasses import replace

from tests.envs import versions
from tests.every import every_game

import parlour
from parlour.envs import ids
from parlour.games import rules_of


@every_game
def test_a_changed_environment_has_a_new_version(name):
    kept = json.loads(versions.FILE.read_text())
    name_now = ids.env_id(name)
    assert kept.get(name_now) == versions.digest(name), (
        f"{name_now} has changed: raise env_version in its RULES, then run python -m tests.envs.versions"
    )


def test_the_version_is_in_every_name(monkeypatch):
    assert str(parlour.envs.aec("parrot")) == str(parlour.envs.parallel("parrot")) == "parlour_parrot_v0"
    changed = replace(parlour.game("parrot").rules, env_version=3)
    monkeypatch.setattr(ids, "rules_of", lambda name: changed if name == "parrot" else rules_of(name))
    assert ids.env_id("parrot") == "parlour/Parrot-v3"
    assert str(parlour.envs.aec("parrot")) == "parlour_parrot_v3"
    assert ids.env_id("piccolo_twist") == "parlour/PiccoloTwist-v1"
