"""A bar while a call runs: on a terminal and in notebooks, if it takes long enough to be seen."""

import sys
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Callable, Iterator, Optional

STAGES = {"plan": "planning", "read": "reading", "match": "matching", "verify": "comparing", "write": "writing"}
SECONDS_UNTIL_SHOWN = 1


@contextmanager
def progress_bar(verb: str, wanted: Optional[bool]) -> Iterator[Optional[Callable[[dict], None]]]:
    """@param wanted Whether to show it; None: on a terminal and in a notebook."""
    if wanted is False or (wanted is None and not (sys.stderr.isatty() or _in_notebook())):
        yield None
        return
    if _in_notebook() and find_spec("ipywidgets") is not None:
        from tqdm.notebook import tqdm
    else:  # tqdm.auto would warn where there are no widgets
        from tqdm import tqdm

    with tqdm(desc=verb, unit=" documents", delay=SECONDS_UNTIL_SHOWN, leave=False) as bar:

        def show(progress: dict) -> None:
            bar.set_description_str(f"{verb}: {STAGES.get(progress['stage'], progress['stage'])}", refresh=False)
            if bar.n > progress["documents"]:
                bar.reset()
            bar.update(progress["documents"] - bar.n)

        yield show


def _in_notebook() -> bool:
    return "ipykernel" in sys.modules
