"""The version is that of the program."""

import json

from ._node import PROGRAM


def _read() -> str:
    with open(PROGRAM.parents[3] / "package.json", encoding="utf-8") as file:
        return json.load(file)["version"]


version = _read()
