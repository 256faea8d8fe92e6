"""What build.py does. Modules imported by `cli` at start use the standard library only."""
