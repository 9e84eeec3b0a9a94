"""``python -m neardup …`` is the command line."""

import subprocess
import sys

from ._errors import NeardupError
from ._node import command


def main() -> int:
    try:
        words = command()
    except NeardupError as error:
        print(f"neardup: {error}", file=sys.stderr)
        return 2
    process = subprocess.Popen([*words, *sys.argv[1:]])
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the program has the signal too, and cleans up


if __name__ == "__main__":
    sys.exit(main())
