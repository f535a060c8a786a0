"""Versions: a bot can be named with one, results say which one played, and no bot changes unnoticed."""

import pytest
from tests.bots import digests
from tests.every import every_game, every_table

import parlour
from parlour.bots import Player, bots_of, cited, fresh_mind, player, version_of
from parlour.bots.versions import versions
from parlour.games import rules_of
from parlour.kit import BadInput
from parlour.lab.run import Run, play, rotations
from parlour.policies import player as bot_or_policy

PARROT = bots_of(rules_of("parrot"))


@pytest.mark.parametrize("read", [player, bot_or_policy])
def test_a_version_is_part_of_a_name(read):
    assert read(PARROT, "sharp@1") == Player("sharp", version=1)
    assert read(PARROT, " champion@1:50ms ") == Player("champion", ms=50, version=1)
    assert str(read(PARROT, "champion@1:20")) == "champion@1:20"


@pytest.mark.parametrize("read", [player, bot_or_policy])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sharp@9", "Parrot has no sharp@9; the versions of sharp are sharp@1"),
        ("sharp@0", "Parrot has no sharp@0; the versions of sharp are sharp@1"),
        (
            "champion@4:50ms",
            "Parrot has no champion@4; the versions of champion are champion@1, champion@2, champion@3",
        ),
        ("sharp@new", "a version of a bot is a number, as in sharp@1, not 'new'"),
        ("sharp@", "a version of a bot is a number, as in sharp@1, not ''"),
        ("clever@1", "Parrot has no bot 'clever'; it has"),
        ("sharp@1:20", "sharp of Parrot does not search and has no budget; write 'sharp@1'"),
    ],
)
def test_a_version_that_does_not_exist_is_refused_in_one_sentence(read, text, says):
    with pytest.raises(BadInput) as refused:
        read(PARROT, text)
    assert str(refused.value).startswith(says)


def test_results_name_the_version_that_played():
    assert cited(PARROT, player(PARROT, "sharp")) == cited(PARROT, player(PARROT, "sharp@1")) == "sharp@1"
    assert cited(PARROT, player(PARROT, "champion:20")) == "champion@3:20"
    mine = bot_or_policy(PARROT, lambda observation, mask: int(mask.argmax()), "mine")
    assert (cited(PARROT, mine), version_of(PARROT, mine)) == ("mine", None)
    run = Run("parrot", (player(PARROT, "sharp"), mine, player(PARROT, "sharp")), rotations(3))
    assert run.versions == {"parlour": parlour.__version__, "rules": PARROT.rules.version, "bots": ["sharp@1", "mine"]}


def test_the_newest_version_plays_where_none_is_named():
    both = [Run("parrot", (player(PARROT, text),) * 2, rotations(2)) for text in ("sharp", "sharp@1")]
    one, other = (play(run, 0, 5) for run in both)
    assert one.tobytes() == other.tobytes()


def test_an_earlier_version_sits_down_with_the_traits_it_had():
    bots = bots_of(rules_of("confetti"))
    assert versions(bots, "champion") == (1, 2)
    assert versions(bots, "sharp") == (1,)
    assert cited(bots, player(bots, "champion")) == "champion@2"
    newest, named, first = (fresh_mind(bots, player(bots, text)) for text in ("champion", "champion@2", "champion@1"))
    assert newest.tobytes() == named.tobytes()
    assert {name for name in bots.Mind.names if (newest[name] != first[name]).any()} == {"haste", "patience"}


@every_game
def test_earlier_versions_are_those_of_levels_and_differ_in_traits(name):
    bots = bots_of(rules_of(name))
    for text, values in bots.earlier.items():
        level, _, number = text.partition("@")
        assert int(number) in versions(bots, level)[:-1], f"{text} cannot be named"
        now = fresh_mind(bots, player(bots, level))
        assert all(value != now[trait] for trait, value in values.items())


@every_game
def test_every_version_of_every_bot_has_its_digests(name):
    kept = digests.written().get(name)
    assert kept is not None, f"{name} has no digests: run `python -m tests.bots.digests`"
    rules = rules_of(name)
    assert kept["rules"] == rules.version, (
        f"the rules of {name} are at version {rules.version}, the digests of its bots at {kept['rules']}: "
        "run `python -m tests.bots.digests --all`"
    )
    assert list(kept["bots"]) == digests.known(name), (
        "bots or versions were added or removed: a new one gets its digests from `python -m tests.bots.digests`, "
        "an old version stays (docs/adding-a-game.md, When a bot changes)"
    )


@every_table
def test_no_bot_changes_unnoticed(name, seats):
    kept = digests.written()[name]["bots"]
    changed = [text for text in kept if digests.digest(name, text, seats) != kept[text][str(seats)]]
    assert not changed, (
        f"{', '.join(changed)} of {name} at {seats} seats no longer plays as before. If that was not intended, "
        "undo it. If it was, keep the old behaviour and add a version (docs/adding-a-game.md, When a bot changes)"
    )
