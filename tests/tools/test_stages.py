"""`make test` names each stage with its time, runs all of them whatever fails, and then fails itself."""

import pytest

import stages


def test_every_stage_runs_and_the_failed_one_is_named():
    ran = []

    def make(targets):
        ran.append(list(targets))
        return "rules" not in targets

    done = stages.run(["lint,rules", "compiled"], make)
    assert ran == [["lint", "rules"], ["compiled"]]
    assert [stage.passed for stage in done] == [False, True]
    said = stages.report(done).splitlines()
    assert said[0].startswith("lint, rules") and said[0].endswith("FAILED")
    assert said[1].startswith("compiled") and "FAILED" not in said[1]
    assert said[2].startswith("total")
    assert said[3] == "failed: lint, rules"


def test_times_add_up():
    said = stages.report([stages.Stage("a", 61.5, True), stages.Stage("b", 120.0, True)])
    assert said.splitlines()[:3] == ["a        1 min  1 s", "b        2 min  0 s", "total    3 min  1 s"]
    assert said.endswith("everything passed")


@pytest.mark.parametrize("set_up", ["setup", "setup-all"])
def test_nothing_runs_after_a_failed_set_up(set_up):
    assert [stage.name for stage in stages.run([set_up, "lint"], lambda targets: False)] == [set_up]


def test_what_runs_beside_the_set_up_may_fail_without_stopping_the_rest():
    done = stages.run(["setup,web", "lint"], lambda targets: "web" not in targets)
    assert [(stage.name, stage.passed) for stage in done] == [("setup, web", False), ("lint", True)]


def test_a_failed_stage_is_the_exit_status(monkeypatch, capsys):
    monkeypatch.setattr(stages, "run", lambda words: [stages.Stage(word, 1.0, word != "web") for word in words])
    assert stages.main(["lint", "web"]) == 1
    assert "failed: web" in capsys.readouterr().out
    assert stages.main(["lint"]) == 0
