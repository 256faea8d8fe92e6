"""What every widget shares: one stylesheet, bare parts, heat tables, charts, and the lessons' own lists."""

import importlib.util
import json
import re
from pathlib import Path

import pytest
from bokeh.document import Document

from lookback.widgets import heat, theme
from lookback.widgets.base import Widget
from lookback.widgets.canvas import blank
from lookback.widgets.chart import Axis, Chart, Layer

LESSONS = sorted(Path(__file__).parents[3].glob("lessons/*/widgets.py"))


def widgets_of(path):
    spec = importlib.util.spec_from_file_location(f"widgets_of_{path.parent.name.replace('-', '_')}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.WIDGETS


ALL = [
    pytest.param(make, id=f"{path.parent.name}/{name}")
    for path in LESSONS
    for name, make in widgets_of(path).items()
]


@pytest.fixture(params=ALL)
def widget(request):
    return request.param()


def test_a_lesson_widget_is_one_and_its_state_is_strict_json(widget):
    assert isinstance(widget, Widget)
    state = json.loads(json.dumps(widget.get(), allow_nan=False))
    widget.set({key: state[key] for key in widget.settable})
    assert json.loads(json.dumps(widget.get(), allow_nan=False)) == state


def test_a_view_is_built_once_and_brings_no_stylesheet_to_fetch(widget):
    view = widget.view()
    assert widget.view() is view
    document = Document()
    view.server_doc(document)
    models = list(document.models)
    assert not [m for m in models if m.__class__.__name__ == "ImportedStyleSheet"]
    assert sum(m.__class__.__name__ == "InlineStyleSheet" for m in models) == 1


def test_a_poster_has_no_script_no_address_and_the_look_of_the_stylesheet(widget):
    poster = widget.poster()
    assert "<script" not in poster
    assert not re.search(r"https?:|\bon\w+=|url\(", poster)
    assert theme.stylesheet(still=True) in poster


def test_every_class_of_a_poster_is_one_the_stylesheet_knows(widget):
    used = {name for value in re.findall(r'class="([^"]+)"', widget.poster()) for name in value.split()}
    unknown = {name for name in used if name.startswith("lb-") and f".{name}" not in theme.stylesheet()}
    assert unknown <= {"lb-poster", "lb-reset", "lb-legend", "lb-reading"}


def test_a_widget_tells_its_listener_nothing_when_nothing_is_set(widget):
    told = []
    widget.on_change(lambda: told.append(1))
    widget.set({})
    assert told == []
    with pytest.raises(ValueError, match="nonsense = 1 cannot be set here; the keys are"):
        widget.set({"nonsense": 1})


def test_a_selector_inside_a_part_is_written_for_live_view_and_poster():
    assert ":host(.lb-table) table,.lb-table table" in theme.stylesheet()
    assert "\n.lb-table table" in theme.stylesheet(still=True)
    assert ">>" not in theme.stylesheet() + theme.stylesheet(still=True)


def test_heat_cells_carry_number_colour_and_full_value():
    table = heat.table(["q"], ["a", "b"], [[0.25, 0.75]], "Weights")
    assert '<td style="--w:0.2500" title="q, a: 0.250000">.250</td>' in table
    with pytest.raises(ValueError, match=r"weights \(1, 2\) for 1 rows and 1 columns"):
        heat.table(["q"], ["a"], [[0.25, 0.75]], "Weights")


def test_a_chart_draws_data_in_its_axes():
    chart = Chart(
        Axis("x", 0, 10, ((0, "0"), (10, "10"))), Axis("y", -1, 1, ((0, "0"),)), {"a": Layer("line", "ink")}
    )
    chart.paint({"a": ([0, 5, 10], [-1, 0, 1])})
    assert chart._sources["a"].data == {"x": [0, 0.5, 1], "y": [0, 0.5, 1]}
    assert "M0.00000 1.00000L0.50000 0.50000L1.00000 0.00000" in chart.picture(
        {"a": ([0, 5, 10], [-1, 0, 1])}
    )


def test_a_blank_canvas_draws_nothing_of_its_own():
    plot = blank("lb-x", (0, 1), (2, 0))
    assert [plot.left, plot.right, plot.above, plot.below, plot.center, plot.renderers] == [[]] * 6
    assert (plot.title, plot.outline_line_color, plot.background_fill_color) == (None, None, None)
    assert (plot.y_range.start, plot.y_range.end) == (2, 0)
