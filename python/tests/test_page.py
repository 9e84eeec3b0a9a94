"""The example of docs/python.md runs as it is written."""

import json
import os
import re
from pathlib import Path

import pytest

EXAMPLES = Path(os.environ["NEARDUP_EXAMPLES"])


def test_the_example_of_the_page_runs_on_a_frame():
    pandas = pytest.importorskip("pandas")
    page = (EXAMPLES.parent / "docs/python.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)
    lines = (EXAMPLES / "articles.jsonl").read_text(encoding="utf-8").splitlines()
    frame = pandas.DataFrame([json.loads(line) for line in lines]).rename(columns={"text": "body"})
    names = {"frame": frame}
    exec(compile(code, "docs/python.md", "exec"), names)  # noqa: S102
    assert len(names["clean"]) + len(names["result"].removed) == len(frame)
    assert list(names["clean"].columns) == list(frame.columns)
