"""What lets a browser install the site: its manifest, and icons drawn from the one that the pages show."""

from __future__ import annotations

import hashlib
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from lookback.lesson.memory import Memory
from lookback_build import names

_SVG = "{http://www.w3.org/2000/svg}"
_OVERSAMPLING = 8
_STEPS = 200  # straight pieces of one curve
# A mask may cut an icon down to a circle of 80 % of its width; then the drawing has to keep away from the edge.
_SAFE = 0.66

Point = tuple[float, float]


def write_manifest(out: Path, icon: str, memory: Memory) -> None:
    """Write `out`/manifest.webmanifest and the icons it names; `icon` is the place of the SVG below `out`."""
    svg = names.SITE / "pages" / "icon.svg"
    icons = [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for size, purpose in ((192, "any"), (512, "any"), (512, "maskable")):
        drawing = partial(draw, svg, size, maskable=purpose == "maskable")
        content = memory.recall(f"icon {size} {purpose}", [svg, Path(__file__)], drawing)
        digest = hashlib.sha256(content).hexdigest()[:8]
        place = f"assets/icon-{size}-{purpose}-{digest}.png"
        (out / place).write_bytes(content)
        icons.append({"src": place, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    manifest = {
        "name": "Lookback: attention, computed in your browser",
        "short_name": "Lookback",
        "description": "Read, predict, drag a query, write the functions in NumPy. Everything runs in the browser.",
        "id": "./",
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": icons,
    }
    (out / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def draw(svg: Path, size: int, *, maskable: bool = False) -> bytes:
    """An icon as PNG, `size` pixels wide.

    Understands what the site's icon is made of: one rounded rectangle, and stroked paths of M, C, H and L in
    absolute coordinates. A maskable icon fills the square, and keeps its drawing away from the edge.
    """
    root = ElementTree.parse(svg).getroot()
    _, _, width, _ = (float(part) for part in root.attrib["viewBox"].split())
    pixels = size * _OVERSAMPLING
    scale = pixels / width
    image = Image.new("RGBA", (pixels, pixels))
    pen = ImageDraw.Draw(image)
    for rectangle in root.iter(f"{_SVG}rect"):
        radius = 0.0 if maskable else float(rectangle.attrib["rx"]) * scale
        pen.rounded_rectangle((0, 0, pixels - 1, pixels - 1), radius, fill=rectangle.attrib["fill"])
    inset = _SAFE if maskable else 1.0

    def place(point: Point) -> Point:
        x, y = ((part / width - 0.5) * inset + 0.5 for part in point)
        return x * pixels, y * pixels

    for group in root.iter(f"{_SVG}g"):
        for path in group.iter(f"{_SVG}path"):
            stroke = float(path.attrib["stroke-width"]) * scale * inset
            _stroke(
                pen, [place(point) for point in _points(path.attrib["d"])], stroke, group.attrib["stroke"]
            )
    packed = io.BytesIO()
    image.resize((size, size), Image.Resampling.LANCZOS).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _stroke(pen: ImageDraw.ImageDraw, line: list[Point], width: float, colour: str) -> None:
    """A line with flat ends, as SVG's strokes have: one quadrilateral for each piece."""
    for (x0, y0), (x1, y1) in pairwise(line):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        if length == 0:
            continue
        dx, dy = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
        corners: Any = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
        pen.polygon(corners, fill=colour)


def _points(path: str) -> Iterator[Point]:
    """A path as points on it, in drawing order."""
    here = (0.0, 0.0)
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "M" or command == "L":
            here = (values[0], values[1])
            yield here
        elif command == "H":
            here = (values[0], here[1])
            yield here
        elif command == "C":
            controls = [here, *zip(values[::2], values[1::2], strict=True)]
            for step in range(1, _STEPS + 1):
                yield _bezier(controls, step / _STEPS)
            here = controls[-1]
        else:
            raise ValueError(f"the icon uses {command} in a path; M, L, H and C are understood here")


def _bezier(points: list[Point], t: float) -> Point:
    """The point at `t` of a Bézier curve (de Casteljau)."""
    while len(points) > 1:
        points = [((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]) for a, b in pairwise(points)]
    return points[0]
