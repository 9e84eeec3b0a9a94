"""Options, as people write them in Python and as the program takes them."""

import re
from typing import Any, Dict, List, Optional, Union

UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def given(options: Dict[str, Any]) -> Dict[str, Any]:
    """The options that have a value, by the names of the program."""
    return {camel(name): value for name, value in options.items() if value is not None}


def size(value: Union[int, str, None]) -> Any:
    """Bytes: a number, or a text such as `64MB`. Anything else is for the program to refuse."""
    written = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)B?", value.strip(), re.IGNORECASE) if isinstance(value, str) else None
    return value if written is None else round(float(written[1]) * UNITS[written[2].upper()])


def index_names(value: Union[str, List[str], None]) -> Optional[List[str]]:
    """`all`, `passages`, `search`, several with commas, or a list."""
    if value == "all":
        return ["passages", "search"]
    return [name.strip() for name in value.split(",")] if isinstance(value, str) else value
