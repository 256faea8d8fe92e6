"""A course of two lessons, as a SCORM manifest describes one."""

from lookback_build.pack.scorm_manifest import Sco

SCOS = (
    Sco("one", "Lesson <one> & more", "scorm/one.html", ("lessons/one.json", "lessons/one/index.html")),
    Sco("two", "Lesson two", "scorm/two.html", ("lessons/two.json",)),
)
FILES = ["assets/b.js", "assets/a.js"]
