"""What the messages say: the names, shapes and numbers of the code at hand, not a general rule alone."""

from __future__ import annotations

import pytest
from checker_support import report

ONE_FUNCTION = "def attention(q, K, V, mask=None):\n"
SAID = {
    "operands of a product": (
        "attention",
        ONE_FUNCTION + "    s = q @ K\n",
        "q has the shape (2,), K (3, 2)",
    ),
    "operands of a difference": (
        "attend_all",
        "def attend_all(Q, K, V):\n    S = Q @ K.T\n    return np.exp(S - S.max(axis=1))\n",
        "The 2 numbers are one per row, but a vector lines up with the 3 columns.",
    ),
    "a dict entry as an operand": (
        "additive_score",
        "def additive_score(query, key, parameters):\n    x = np.ones(5)\n    return parameters['Wk'] @ x\n",
        "parameters['Wk'] has the shape (2, 2), x (5,)",
    ),
    "a product inside another function": (
        "attend_all",
        "def attend_all(Q, K, V):\n    return attention(Q, K, V)\n",
        "Inside attention, given Q (2, 2), K (3, 2) and V (3, 3), a product does not fit.",
    ),
    "letters of einsum": (
        "attend_all",
        "def attend_all(Q, K, V):\n    return np.einsum('md,dn->mn', Q, K)\n",
        "the letter d is 2 for Q and 3 for K",
    ),
    "rows that were sorted": (
        "attend_all",
        "def attend_all(Q, K, V):\n    Q = np.array(sorted(Q, key=sum))\n    S = Q @ K.T\n"
        "    e = np.exp(S - S.max(axis=1, keepdims=True))\n    w = e / e.sum(axis=1, keepdims=True)\n"
        "    return w, w @ V\n",
        "Row 0 holds the weights of query 1.",
    ),
    "an own raise and the mask": (
        "attention",
        ONE_FUNCTION + "    if mask is not None and not mask.all():\n        raise ValueError('no')\n"
        "    w = softmax(K @ q)\n    return w, w @ V\n",
        "2 of 3 positions are allowed here",
    ),
    "an own raise that covers an error up": (
        "softmax",
        "def softmax(z):\n    try:\n        return nothing\n    except NameError as e:\n"
        "        raise RuntimeError('no') from e\n",
        "It covers up another error, NameError",
    ),
    "a sum of floats compared with 1": (
        "softmax",
        "def softmax(z):\n    e = np.exp(z - z.max())\n    w = e / e.sum()\n    assert w.sum() == 1\n    return w\n",
        "Floats add up to 1 only up to rounding",
    ),
    "a name of NumPy": ("softmax", "def softmax(z):\n    return exp(z)\n", "reached as np.exp"),
    "a misspelled name": (
        "softmax",
        "def softmax(z):\n    weights = np.exp(z)\n    return weigths\n",
        "A name that is, “weights”, is spelled almost like it.",
    ),
    "another library's argument": (
        "softmax",
        "def softmax(z):\n    return z.sum(dim=0)\n",
        "NumPy's word for it is axis",
    ),
    "a method of tensors": (
        "softmax",
        "def softmax(z):\n    return z.softmax()\n",
        "Tensors of other libraries have it",
    ),
    "the notebook's lines": ("softmax", "%matplotlib inline\n", "commands of a notebook"),
    "the last weight alone": (
        "softmax",
        "def softmax(z):\n    e = np.exp(z - z.max())\n    for x in e:\n        w = x / e.sum()\n    return w\n",
        "That is the last entry alone",
    ),
    "what was subtracted": (
        "alignment_weights",
        "def alignment_weights(scores):\n    e = np.exp(scores - scores[0])\n    return e / e.sum()\n",
        "The first score was taken off, not the largest: e^1000 is inf",
    ),
    "the weights a context was gathered with": (
        "context_vector",
        "def context_vector(weights, states):\n    return weights @ states + 0.4 * states[-1]\n",
        "Row 1 counts with 1.15, and its weight is .75",
    ),
    "the score at a position": (
        "alignment_weights",
        "def alignment_weights(scores):\n    s = scores + np.arange(len(scores)) * 0.5\n"
        "    e = np.exp(s - s.max())\n    return e / e.sum()\n",
        "the weight at 0 is that of the score −2.8; the score there is −1.8",
    ),
}


@pytest.mark.parametrize(("name", "code", "fragment"), SAID.values(), ids=SAID)
def test_a_message_names_what_is_at_work(name, code, fragment):
    message = report(name, code)["diagnosis"]["message"]
    assert fragment in message
    assert len(message) <= 220


def test_a_small_difference_is_said_to_be_small_and_not_none():
    code = "def softmax(z):\n    return np.exp(z) / (np.exp(z).sum() + 1e-3)\n"
    assert report("softmax", code)["cases"][0]["message"] == "other numbers at [0], off by 3.0e−5 at most"


def test_control_characters_and_paths_do_not_reach_a_message():
    said = report("softmax", "def softmax(z):\n    raise ValueError('a\\x1b[31m\\x07 \\u202e b')\n")
    assert said["diagnosis"]["message"].isprintable()
    imported = report("softmax", "from numpy import expp\ndef softmax(z):\n    return z\n")
    assert "site-packages" not in str(imported)


def test_two_calls_that_differ_in_their_mask_alone_are_no_stale_answer():
    code = (
        ONE_FUNCTION + "    s = (K @ q).astype(float)\n    if mask is not None:\n        if not mask.any():\n"
        "            raise ValueError\n        s[~mask] /= 2\n    w = softmax(s)\n    return w, w @ V\n"
    )
    assert report("attention", code)["diagnosis"]["id"] != "attention/pattern/stale"
