"""`build.py bench`: how fast the site is, beside the usual way of doing the same, measured in one run."""

# What can be measured alone, in the order in which a whole run does it.
PARTS = ("visits", "interaction", "training", "memory", "builds")
