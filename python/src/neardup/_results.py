"""What calls give: lists of results that know their summary, and show themselves in notebooks. All text is escaped."""

from html import escape
from typing import Any, Callable, Dict, Iterable, List, Optional

from ._errors import NeardupError

SHOWN_ROWS = 20
SHOWN_CHARACTERS = 80


class Results(List[Dict[str, Any]]):
    """Results in order, with the ``summary`` of the run and the ``problems``: documents that could not be read."""

    def __init__(self, rows: Iterable[Dict[str, Any]], summary: Dict[str, Any], problems: List[Dict[str, Any]]) -> None:
        super().__init__(rows)
        self.summary = summary
        self.problems = problems

    def _repr_html_(self) -> str:
        return _facts(self.summary) + table_of(self)


class Kept:
    """What stays of the documents, and what does not, with its evidence."""

    def __init__(
        self, removed: List[Dict[str, Any]], summary: Dict[str, Any], problems: List[Dict[str, Any]], kept: Callable[[], Any], title: str
    ) -> None:
        self.removed = removed
        self.summary = summary
        self.problems = problems
        self._kept = kept
        self._title = title

    def kept(self) -> Any:
        """The documents that stay, in the type that came in, with all columns."""
        return self._kept()

    @property
    def groups(self) -> List[Dict[str, Any]]:
        """Documents that belong together: the kept one, and those removed for it."""
        groups: Dict[int, Dict[str, Any]] = {}
        for row in self.removed:
            if "group" in row:
                group = groups.setdefault(row["group"], {"group": row["group"], "kept": row["keptId"], "members": []})
                group["members"].append(row)
        return list(groups.values())

    def __repr__(self) -> str:
        documents, unreadable = self.summary.get("documents"), self.summary.get("unreadable")
        found = f"{self.summary['kept']} of {documents} documents kept" if "kept" in self.summary else (
            f"{len(self.removed)} items found in {documents} documents"
        )
        return f"<neardup {self._title}: {found}{f', {unreadable} unreadable' if unreadable else ''}>"

    def _repr_html_(self) -> str:
        return _facts(self.summary) + table_of(self.removed)


class Compared(List[Dict[str, Any]]):
    """A comparison with each source: shares and passages. In a notebook it is the page with both texts side by side."""

    def __init__(self, comparisons: List[Dict[str, Any]], page: Optional[str]) -> None:
        super().__init__(each for each in comparisons if "summary" not in each)
        self.summary = next((each["summary"] for each in comparisons if "summary" in each), None)
        self.page = page

    def _repr_html_(self) -> str:
        if self.page is None:
            return table_of(self)
        # the page is closed off: it cannot reach the notebook
        return (
            f'<iframe title="comparison" sandbox="allow-scripts" srcdoc="{escape(self.page)}" '
            'style="box-sizing:border-box;width:100%;height:640px;border:1px solid #8884;border-radius:6px"></iframe>'
        )


def no_rows() -> Any:
    raise NeardupError(
        "BAD_OPTION",
        "The documents that stay were not written.",
        "Name a file for them: output='clean.jsonl'.",
        "output",
    )


def table_of(rows: List[Dict[str, Any]]) -> str:
    """The first rows as a table."""
    if not rows:
        return "<p>Nothing was found.</p>"
    names = list(dict.fromkeys(name for row in rows[:SHOWN_ROWS] for name in row))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in names) + "</tr>" for row in rows[:SHOWN_ROWS]
    )
    more = f"<p>… and {len(rows) - SHOWN_ROWS} more</p>" if len(rows) > SHOWN_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _facts(summary: Dict[str, Any]) -> str:
    facts = (f"{escape(name)} {_cell(value)}" for name, value in summary.items() if isinstance(value, (int, str)))
    return f"<p>{' · '.join(facts)}</p>"


def _cell(value: Any) -> str:
    text = _words(value)
    return escape(text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…")


def _words(value: Any) -> str:
    """A value as people read it: the members of a group are named by their ids."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, dict):
        if "id" in value:
            alike = f" ({_words(value['resemblance'])})" if "resemblance" in value else ""
            return f"{value['id']}{alike}"
        return " · ".join(f"{name} {_words(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(_words(each) for each in value[:SHOWN_ROWS])
    return str(value)
