"""neardup: finds near-duplicate documents, proves every match against the text, and shows what is the same.

>>> import neardup
>>> neardup.dedup(["One text.", "One text!", "Another."]).kept()
['One text.', 'Another.']
"""

from ._collection import Collection
from ._errors import NeardupError
from ._results import Compared, Kept, Results
from ._verbs import annotate, compare, decontaminate, dedup, fingerprint, groups, pairs, search, trim
from ._version import version as __version__

__all__ = [
    "Collection",
    "Compared",
    "Kept",
    "NeardupError",
    "Results",
    "annotate",
    "compare",
    "decontaminate",
    "dedup",
    "fingerprint",
    "groups",
    "pairs",
    "search",
    "trim",
    "__version__",
]
