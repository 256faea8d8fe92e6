"""`build.py bench`: how fast the site is, beside the usual way of doing the same, measured in one run."""
