"""Readers' files, and widgets that are drawn by them."""

import json

from lookback.browser.documents import WidgetDocument, to_text
from lookback.checker.observe import observe

WORDS, KEYS = ("the", "cat", "sat"), ((1, 0), (0, 1), (1, 1))
VALUES = ((10, 0, 0), (0, 10, 0), (0, 0, 10))
IDENTITY = ((1, 0), (0, 1))
PARAMETERS = {"Wq": IDENTITY, "Wk": IDENTITY, "bias": (0, 0), "v": (1, 1)}

SOFTMAX = """
import numpy as np
def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()
"""
ATTENTION = (
    SOFTMAX
    + """
def attention(q, K, V, mask=None):
    if mask is not None and not mask.any():
        raise ValueError("every position is masked")
    w = softmax(np.where(mask, K @ q, -np.inf))
    return w, w @ V
"""
)
ADDITIVE = """
import numpy as np
def additive_score(query, key, parameters):
    p = parameters
    return p["v"] @ np.tanh(p["Wq"] @ query + p["Wk"] @ key + p["bias"])
def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()
def context_vector(weights, states):
    return weights @ states
"""


def open_live(widget):
    """A widget with a document around it, as on a page: what cannot be painted or sent fails."""
    widget.document = WidgetDocument(widget)
    return widget


def answer(widget, source):
    """Answer what is asked with what the source does, until nothing is asked: the functions of each round."""
    asked = []
    while ask := widget.ask():
        calls = ask["calls"]
        asked.append(" ".join(one["function"] for one in (calls, *calls.get("then", []))))
        record = observe(ask["calls"], source, time_limit=60.0)  # what is slow here is the machine
        to_text(widget.document.hear(ask["serial"], {"record": json.loads(json.dumps(record))}))
    return asked


def draw(widget, source, **standing):
    """The widget by this source; the functions that it defines are written, those named are as said."""
    known = {name: "written" for name in widget.own.functions if f"def {name}" in source} | standing
    widget.document.know(known)
    widget.document.set({"whose": "yours"})
    answer(widget, source)
    return widget.get()["yours"]


def painted(widget):
    """All markup of the live view."""
    return "\n".join(model.text for model in widget.document._document.select({"type": _html()}))


def _html():
    from panel.models.markup import HTML

    return HTML
