"""The audit finds what is wrong with an exercise's checker, and only that."""

from __future__ import annotations

import shutil

import pytest
from checker_support import FOLDERS

from lookback.checker.audit import audit, main
from lookback.checker.mutate import mutants


@pytest.fixture
def folder(tmp_path):
    target = tmp_path / "lesson" / "exercises" / "context_vector"
    shutil.copytree(FOLDERS["context_vector"], target)
    # A few of its answers are enough here, and an audit tries each of them; the command's own test audits all.
    for name, kept in (("mistakes.py", 3), ("accepted.py", 2)):
        head, *answers = (target / name).read_text(encoding="utf-8").split("\n\n\n@")
        (target / name).write_text("\n\n\n@".join([head, *answers[:kept]]) + "\n", encoding="utf-8")
    return target


def append(path, text):
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


WRONG = """

@mistake("{id}", "{title}", "{message}", case="{case}")
def context_vector(weights, states):
    return {body}
"""


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"body": "weights @ states"}, "passes, not its own message"),
        ({"body": "states.mean(axis=0)"}, "draws context_vector/plain-mean"),
        ({"body": "2 * weights @ states", "message": "x" * 230}, "characters long"),
        ({"body": "2 * weights @ states", "message": "Your sum is doubled."}, "about the person"),
        ({"body": "2 * weights @ states", "message": "It is {wieghts}."}, "naming a fact"),
        ({"body": "2 * weights @ states", "case": "nowhere"}, "does not exist"),
    ],
)
def test_a_bad_mistake_is_a_finding(folder, fields, what):
    defaults = {"id": "new", "title": "New", "message": "It is {got}.", "case": "pair"}
    append(folder / "mistakes.py", WRONG.format_map(defaults | fields))
    assert any(what in finding.what for finding in audit(folder, with_mutants=False).findings)


def test_mistakes_that_behave_alike_are_a_finding_unless_declared(folder):
    twin = {
        "id": "twin",
        "title": "Twin",
        "message": "It is {got}.",
        "case": "pair",
        "body": "states.mean(0)",
    }
    append(folder / "mistakes.py", WRONG.format_map(twin))
    assert any(
        'no case tells "plain-mean" from "twin"' in str(finding)
        for finding in audit(folder, with_mutants=False).findings
    )


def test_an_accepted_answer_that_is_refused_is_a_finding(folder):
    append(
        folder / "accepted.py",
        '\n\n@accepted("a list")\ndef context_vector(weights, states):\n    return list(weights @ states)\n',
    )
    assert any(
        'the right answer "a list" is refused' in finding.what
        for finding in audit(folder, with_mutants=False).findings
    )


def test_a_wrong_example_is_a_finding(folder):
    path = folder / "exercise.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('result = "[2.5, 3.5]"', 'result = "[2.5, 3.6]"'),
        encoding="utf-8",
    )
    finding = next(
        entry for entry in audit(folder, with_mutants=False).findings if "the example" in entry.what
    )
    assert finding.mend == 'write result = "[2.5, 3.5]"'


def test_a_surviving_mutant_is_a_finding(folder):
    weak = 'case("one", "One state", [1.0], [[2.0, 1.0]])\n'
    (folder / "cases.py").write_text(weak, encoding="utf-8")
    result = audit(folder)
    assert result.survived
    assert any("of the solution passes every case" in finding.what for finding in result.findings)


def test_an_equivalent_that_is_caught_or_unknown_is_a_finding(folder):
    entry = '\n[[equivalents]]\nmutant = "line 3: * becomes /"\nreason = "none"\n'
    append(folder / "exercise.toml", entry + entry.replace("line 3: * becomes /", "line 99: x"))
    found = [finding.what for finding in audit(folder).findings]
    assert any("listed as equivalent and is caught" in what for what in found)
    assert 'there is no mutant "line 99: x"' in found


def test_the_command_prints_a_table_and_its_exit_code_says_whether_it_is_sound(folder, capsys):
    assert main([str(folder)]) == 0
    assert "mutants:" in capsys.readouterr().out
    (folder / "starter.py").write_text(
        "def context_vector(weights, states):\n    return None\n", encoding="utf-8"
    )
    assert main([str(folder)]) == 1
    assert "starter.py" in capsys.readouterr().out


def test_mutants_change_one_thing_each_and_never_nothing():
    code = """
def f(z, mask=None):
    if mask is not None:
        z = np.where(mask, z, -1)
    return np.exp(z) / z.sum(axis=0), z
"""
    made = list(mutants(code))
    assert len({mutant.code for mutant in made}) == len(made)
    names = [mutant.name for mutant in made]
    for name in (
        "line 3: is not becomes is",
        "line 3: the condition is turned round",
        "line 4: the choices of where change places",
        "line 5: / becomes *",
        "line 5: exp is dropped",
        "line 5: axis= is dropped",
        "line 5: the results change places",
    ):
        assert name in names
    for mutant in made:
        compile(mutant.code, mutant.name, "exec")
