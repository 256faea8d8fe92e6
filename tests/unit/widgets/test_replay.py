"""The replay of a run: which epochs are kept, the scrubber, the numbers of the lesson, runs that grow."""

import numpy as np
import pytest

from lookback import training
from lookback.moments import LANDMARKS, Run, moment_to_plain
from lookback.widgets.replay import Replay

STEPS = [f"emit {word}" for word in training.OUTPUT_ORDER]


@pytest.fixture(scope="module")
def run():
    return Run.of(training.train(training.date_alignment(), training.initial_parameters()))


@pytest.fixture
def replay(run):
    replay = Replay(run, STEPS, training.ROLES)
    replay.view()
    return replay


def test_sixty_three_moments_are_kept_closer_together_at_the_start(run):
    assert len(run.epochs) == 63
    assert set(LANDMARKS) & set(range(2001)) <= set(run.epochs)
    gaps = np.diff(run.epochs)
    assert gaps[:4].max() <= 2
    assert gaps[-1] > 100


@pytest.mark.parametrize("epochs", [0, 1, 20, 62])
def test_of_a_short_run_every_epoch_is_kept(epochs):
    short = Run.of(training.train(training.date_alignment(), training.initial_parameters(), epochs=epochs))
    assert short.epochs == tuple(range(epochs + 1))
    Replay(short, STEPS, training.ROLES).view()


@pytest.mark.parametrize(
    ("epoch", "loss"), [(0, 1.0973), (50, 0.562), (100, 0.155), (200, 0.0413), (2000, 0.0019)]
)
def test_losses_are_those_of_the_lesson(replay, epoch, loss):
    replay.set({"epoch": epoch})
    assert replay.get()["epoch"] == epoch
    assert replay.get()["loss"] == pytest.approx(loss, rel=0.02)


def test_after_training_the_antidiagonal_holds_the_weight(replay):
    replay.set({"epoch": 2000})
    weights = np.array(replay.get()["weights"])
    assert np.fliplr(weights).diagonal().min() > 0.95


def test_an_epoch_that_was_not_saved_goes_to_the_nearest(replay):
    replay.set({"epoch": 1999})
    assert replay.get()["epoch"] == 2000


@pytest.mark.parametrize("epoch", [-1, 2001, 0.5, "9", None, True, float("nan")])
def test_other_epochs_are_refused(replay, epoch):
    with pytest.raises(ValueError, match=r"epoch = .*; wanted a whole number from 0 to 2000"):
        replay.set({"epoch": epoch})


def test_the_scrubber_moves_by_saved_moments(replay, run):
    replay._slider.value = 0
    assert replay.get()["epoch"] == 0
    assert "epoch 0, loss 1.097" in replay._reading.text
    replay._slider.value = 62
    assert replay.get()["epoch"] == 2000
    replay._reset.clicks += 1
    assert (replay.get()["epoch"], replay._slider.value) == (100, run.epochs.index(100))


def test_a_run_that_grows_keeps_the_epoch_chosen(replay, run):
    replay.set({"epoch": 20})
    grown = Run(run.epochs[:30], run.losses[:30], run.weights[:30], last=2000)
    replay.show(grown)
    assert replay._slider._attributes["data-places"].split() == [str(epoch) for epoch in grown.epochs]
    assert replay.get()["epoch"] == 20
    assert replay._slider.end == 62, "the scrubber is the whole time axis, also of a run that is under way"
    assert replay.get()["epochs"] == list(grown.epochs)
    assert replay._maps.text.count("<td>–</td>") == 3, "losses that are still to come"
    replay._slider.value = 62
    assert replay.get()["epoch"] == grown.epochs[-1]
    assert replay._slider.value == 29


def test_tables_before_now_and_after_stand_in_view_and_poster(replay):
    assert replay._maps.text in replay.poster()
    assert replay._maps.text.count('class="lb-heat"') == 3
    assert "emit year: year .885" in replay._sentence.text


def plain(run, count, last=2000, **change):
    moments = [
        moment_to_plain(run.epochs[i], run.losses[i], run.weights[i], None) | change for i in range(count)
    ]
    return {"moments": moments, "last": last}


def test_a_run_that_is_fed_is_followed_until_the_reader_moves(replay, run):
    replay.feed({"run": plain(run, 10), "name": "Your run", "serial": 1})
    assert (replay.get()["run"], replay.get()["epoch"]) == ("Your run", run.epochs[9])
    assert "Your run: epoch 13, loss" in replay._reading.text
    assert replay._maps.text.count('<td style="--w:0') >= 9, "after: still to come"
    spoken = replay._sentence.text
    replay.feed({"run": plain(run, 20), "name": "Your run", "serial": 1})
    assert replay.get()["epoch"] == run.epochs[19]
    assert replay._sentence.text == spoken, "not read aloud at every picture"
    replay.set({"epoch": 5})
    replay.feed({"run": plain(run, 63), "name": "Your run", "serial": 1})
    assert replay.get()["epoch"] == 5
    assert replay._sentence.text != spoken
    replay.feed({"run": plain(run, 2), "name": "Your run", "serial": 2})
    assert replay.get()["epoch"] == run.epochs[1], "another training is followed again"
    replay.feed(None)
    assert replay.get()["run"] == "This run"
    assert replay.get()["epochs"] == list(run.epochs)


def test_axes_follow_a_run_of_other_length_and_losses(replay, run):
    before = replay._chart._names.text
    replay.feed({"run": plain(run, 1, last=500, loss="inf"), "name": "Your run", "serial": 1})
    assert replay._chart._names.text != before
    assert replay.get()["loss"] == "inf"
    assert "loss ∞" in replay._reading.text
    assert replay._slider.end == 62
    replay.feed({"run": plain(run, 3, last=40, loss=7.5), "name": "Your run", "serial": 2})
    assert replay._slider.end == 40
    assert ">10<" in replay._chart._names.text


@pytest.mark.parametrize(
    "data",
    [
        3,
        {},
        {"name": "Your run"},
        {"name": 3, "run": {}},
        {"name": "Your run", "run": {"moments": [], "last": 3}},
    ],
)
def test_what_is_no_run_is_refused_and_nothing_changes(replay, data):
    before = replay.get()
    with pytest.raises(ValueError, match="run"):
        replay.feed(data)
    assert replay.get() == before
