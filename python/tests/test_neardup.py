"""The package as it is installed: every kind of input, answers equal to the command line's, and what goes wrong."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import warnings
from contextlib import nullcontext
from pathlib import Path

import pytest

import neardup
from neardup import _worker
from neardup._node import command

pa = pytest.importorskip("pyarrow")
EXAMPLES = Path(os.environ["NEARDUP_EXAMPLES"])
ARTICLES = EXAMPLES / "articles.jsonl"


def articles():
    return [json.loads(line) for line in ARTICLES.read_text(encoding="utf-8").splitlines()]


def by_command_line(*words):
    done = subprocess.run([*command(), *words, "--json"], capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def pandas_frame(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


def polars_frame(rows):
    return pytest.importorskip("polars").DataFrame(rows)


def polars_lazy(rows):
    return polars_frame(rows).lazy()


def arrow_table(rows):
    return pa.Table.from_pylist(rows)


def arrow_reader(rows):
    return arrow_table(rows).to_reader(max_chunksize=7)


def dataset(rows):
    return pytest.importorskip("datasets").Dataset.from_list(rows)


def iterable_dataset(rows):
    return dataset(rows).to_iterable_dataset()


def splits(rows):
    datasets = pytest.importorskip("datasets")
    return datasets.DatasetDict(train=dataset(rows[: len(rows) // 2]), test=dataset(rows[len(rows) // 2 :]))


def iterable_splits(rows):
    datasets = pytest.importorskip("datasets")
    return datasets.IterableDatasetDict({name: part.to_iterable_dataset() for name, part in splits(rows).items()})


def relation(rows):
    return pytest.importorskip("duckdb").from_arrow(arrow_table(rows))


def ids_of(kept):
    if isinstance(kept, dict):
        return [row["id"] for part in kept.values() for row in part]
    if isinstance(kept, pa.RecordBatchReader):
        kept = kept.read_all()
    if hasattr(kept, "fetchall"):
        return [row[kept.columns.index("id")] for row in kept.fetchall()]
    if hasattr(kept, "column_names") and not isinstance(kept, pa.Table):
        return [row["id"] for row in kept]
    if isinstance(kept, list):
        return [row["id"] for row in kept]
    column = kept["id"]
    return column.to_pylist() if isinstance(column, pa.ChunkedArray) else list(column)


KINDS = [
    list,
    pandas_frame,
    polars_frame,
    polars_lazy,
    arrow_table,
    arrow_reader,
    dataset,
    iterable_dataset,
    splits,
    iterable_splits,
    relation,
]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_dedup_of_every_kind_of_input_equals_the_command_line_and_gives_back_its_kind(make):
    *lines, _ = by_command_line("dedup", str(ARTICLES), "--threshold", "0.9")
    result = neardup.dedup(make(articles()), threshold=0.9)
    assert [{**row, "row": None, "keptRow": None} for row in result.removed] == [
        {**line, "row": None, "keptRow": None} for line in lines
    ]
    gone = {line["id"] for line in lines}
    kept = result.kept()
    assert ids_of(kept) == [row["id"] for row in articles() if row["id"] not in gone]
    came = make(articles())
    assert type(kept) is (type(came) if make is not polars_lazy else type(came.collect()))


def test_columns_that_are_not_texts_are_kept_as_they_are():
    table = pa.table({"body": ["one two three", "one two three!", None], "n": [1, 2, 3], "s": [{"a": 1}, None, {"a": 3}]})
    result = neardup.dedup(table, text="body")
    assert result.kept().to_pylist() == [table.to_pylist()[0], table.to_pylist()[2]]
    assert [problem["row"] for problem in result.problems] == [2]


def test_ids_may_be_numbers_missing_or_repeated():
    frame = pandas_frame({"id": [7, 7, 8], "text": ["a b c d", "a b c d", "e f g h"]})
    result = neardup.dedup(frame)
    assert [(row["id"], row["keptId"], row["row"], row["keptRow"]) for row in result.removed] == [(7, 7, 1, 0)]
    assert [row["id"] for row in neardup.dedup(["a b c d", "a b c d"]).removed] == [1]


def test_a_reference_in_memory_removes_what_it_has():
    result = neardup.dedup(
        arrow_table([{"id": "n", "text": "a b c d e"}, {"id": "m", "text": "other words in this one"}]),
        against=[{"id": "old", "text": "A B C D E"}],
    )
    assert [(row["id"], row["keptId"]) for row in result.removed] == [("n", "old")]
    assert ids_of(result.kept()) == ["m"]


def test_keep_policies_and_within_read_their_columns():
    rows = [
        {"text": "a b c d e", "date": "2020-01-01", "lang": "en"},
        {"text": "a b c d e", "date": "2022-01-01", "lang": "en"},
    ]
    assert neardup.dedup(rows, keep="max:date").kept() == [rows[1]]
    assert neardup.dedup(rows, within="date:7d").kept() == rows


def test_annotated_columns_equal_the_command_line(tmp_path):
    out = tmp_path / "all.jsonl"
    subprocess.run([*command(), "dedup", str(ARTICLES), "--annotate", str(out), "--quiet"], check=True, capture_output=True)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    names = [name for name in lines[0] if name.startswith("neardup.")]
    for make in (list, pandas_frame, polars_frame, arrow_table, dataset):
        annotated = neardup.annotate(make(articles()))
        rows = annotated if isinstance(annotated, list) else None
        if rows is None:
            table = annotated if isinstance(annotated, pa.Table) else None
            if table is None and make is dataset:
                table = annotated.with_format("arrow")[:]
            if table is None:
                table = pa.table(annotated) if make is polars_frame else pa.Table.from_pandas(annotated)
            rows = table.to_pylist()
        for row, line in zip(rows, lines):
            for name in names:
                value = row[name]
                value = None if value != value else value
                assert value == line.get(name), (make.__name__, name, line["id"])


NOTICE = "Notice " + " ".join(f"notice{i}" for i in range(60)) + "."
NOTED = [f"First story about nothing at all. {NOTICE}", f"Second story about something else. {NOTICE}"]


def rows_of(data):
    """The rows of whatever was kept, as dicts."""
    if isinstance(data, dict):
        return [row for part in data.values() for row in part]
    if isinstance(data, pa.RecordBatchReader):
        data = data.read_all()
    if hasattr(data, "fetchall"):
        return [dict(zip(data.columns, row)) for row in data.fetchall()]
    for name in ("to_pylist", "to_dicts"):
        if hasattr(data, name):
            return getattr(data, name)()
    return list(data) if isinstance(data, list) or hasattr(data, "features") else data.to_dict("records")


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_trim_gives_back_its_kind_with_shorter_texts_in_the_same_columns(make):
    came = make([{"text": NOTED[0], "n": 1}, {"text": NOTED[1], "n": 2}])
    kept = neardup.trim(came).kept()
    first, second = rows_of(kept)
    assert list(first) == ["text", "n"]
    assert (first["text"], first["n"], second["n"]) == (NOTED[0], 1, 2)
    assert second["text"].startswith("Second story") and "notice5" not in second["text"]
    assert type(kept) is (type(came) if make is not polars_lazy else type(came.collect()))


def test_a_column_of_texts_stays_one():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = pandas.Series(NOTED, index=[7, 7], name="body")
    for came in (frame, polars.Series("body", NOTED), pa.chunked_array([NOTED]), NOTED):
        kept = neardup.trim(came).kept()
        assert "notice5" not in str(list(kept)[1])
        assert len(neardup.dedup(came, threshold=0.5).kept()) == 1
    assert neardup.trim(frame).kept().index.tolist() == [7, 7]
    assert neardup.dedup(frame).kept().name == "body"


def test_a_frame_may_have_a_repeated_index_and_columns_with_numbers_for_names():
    frame = pytest.importorskip("pandas").DataFrame({0: ["a b c", "a b c", "d e f"], 1: [1, 2, 3]}, index=[5, 5, 5])
    kept = neardup.dedup(frame, text="0").kept()
    assert kept.index.tolist() == [5, 5] and kept[1].tolist() == [1, 3]
    assert list(neardup.trim(frame, text="0").kept().columns) == [0, 1]


def test_a_reference_may_have_other_columns_than_the_data():
    came = pandas_frame({"text": ["a b c d e", "f g h i j"], "n": [1, 2]})
    old = arrow_table([{"text": "F G H I J", "source": {"a": 1}, "n": "words"}])
    assert neardup.dedup(came, against=old).kept()["n"].tolist() == [1]
    with pytest.raises(neardup.NeardupError, match="no column `text`|Expected a column"):
        neardup.dedup(came, against=arrow_table([{"words": "a"}]))


def test_splits_must_have_the_same_columns():
    datasets = pytest.importorskip("datasets")
    uneven = datasets.DatasetDict(train=dataset([{"text": "a", "n": 1}]), test=dataset([{"text": "a"}]))
    with pytest.raises(neardup.NeardupError, match="got `test` without `n`"):
        neardup.dedup(uneven)


def test_decontaminate_drops_documents_with_items():
    item = "which of these rivers is the longest one in the whole country"
    rows = [{"id": "a", "text": f"Before it. {item}. After it."}, {"id": "b", "text": "Nothing of the kind is here."}]
    result = neardup.decontaminate(rows, [{"id": "q", "text": item}], action="drop")
    assert [row["id"] for row in result.kept()] == ["b"]
    for items, name in (([{"id": "q", "text": item}], "q"), ([item], 0), (pandas_frame({"id": ["q"], "text": [item]}), "q")):
        found = neardup.decontaminate(rows, items)
        assert [(row["id"], row["row"], row["item"], "suite" in row) for row in found.removed] == [("a", 0, name, False)]
        assert repr(found) == "<neardup decontaminate: 1 items found in 2 documents>"


def test_items_in_memory_have_their_text_in_the_fields_that_are_named_and_a_suite():
    question, answer = "which of these rivers is the longest one", "the Dnipro is the longest in the whole country"
    rows = [{"id": "a", "text": f"Before it: {question}? {answer}. After it."}, {"id": "b", "text": "Nothing of it."}]
    items = [{"id": "q", "question": question, "answer": answer, "set": "rivers"}]
    for given in (items, pandas_frame({name: [value] for name, value in items[0].items()}), arrow_table(items)):
        found = neardup.decontaminate(rows, given, item_fields="question,answer", suite_field="set")
        assert [(row["id"], row["item"], row["suite"]) for row in found.removed] == [("a", "q", "rivers")]
        assert found.problems == []
    with pytest.raises(neardup.NeardupError, match="no column `riddle`"):
        neardup.decontaminate(rows, items, item_fields="riddle")


def test_pairs_groups_search_and_fingerprint_equal_the_command_line():
    table = arrow_table(articles())
    *pairs, _ = by_command_line("pairs", str(ARTICLES))
    assert [(row["a"], row["b"], row["resemblance"]) for row in neardup.pairs(table)] == [
        (line["a"], line["b"], line["resemblance"]) for line in pairs
    ]
    *groups, _ = by_command_line("groups", str(ARTICLES))
    assert [row["kept"] for row in neardup.groups(table)] == [line["kept"] for line in groups]
    *found, _ = by_command_line("search", "herons on the estuary", "--in", str(ARTICLES), "-k", "3")
    assert [row["id"] for row in neardup.search("herons on the estuary", table, k=3)] == [line["id"] for line in found]
    *prints, _ = by_command_line("fingerprint", str(ARTICLES))
    assert [row["fingerprint"] for row in neardup.fingerprint(table)] == [line["fingerprint"] for line in prints]


def test_a_comparison_is_shown_in_a_frame_that_cannot_reach_the_notebook():
    text = "one two three four five six seven eight nine ten eleven twelve."
    compared = neardup.compare(f"{text}<script>alert(1)</script>", text)
    assert compared[0]["similarity"]["b"] == 1
    html = compared._repr_html_()
    assert html.startswith("<iframe ") and 'sandbox="allow-scripts"' in html
    assert "<script>" not in html and "&lt;script" in html
    shown = neardup.dedup([{"id": "<b>x</b>", "text": "a b c"}, {"id": "y<i>", "text": "a b c"}])._repr_html_()
    assert "y&lt;i&gt;" in shown and "<i>" not in shown


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda: neardup.dedup([{"body_text": "x"}]), "Expected a column text"),
        (lambda: neardup.dedup([{"text": "x"}], text="txt"), "no column `txt`"),
        (lambda: neardup.dedup([{"text": "x"}], id="uid"), "no column `uid`"),
        (lambda: neardup.dedup([{"text": 5}]), "Expected texts in column `text`, got int64"),
        (lambda: neardup.dedup([{"text": "a"}, {"text": 5}]), "several types"),
        (lambda: neardup.dedup(pandas_frame({"text": [5, 6]})), "got int64"),
        (lambda: neardup.dedup(polars_frame({"text": [1.5]})), "got double"),
        (lambda: neardup.dedup(["a", {"text": "b"}]), "got dict at 1"),
        (lambda: neardup.dedup(["a", 5, "b"]), "got int at 1"),
        (lambda: neardup.dedup(pandas_frame({"text": ["a", 5]})), "several types: Expected bytes, got a 'int' object. Conv"),
        (lambda: neardup.dedup([{"text": "x"}], keep="max:date"), "no column `date`"),
        (lambda: neardup.dedup([{"text": "x"}], max_document="64 pages"), "`max_document`"),
        (lambda: neardup.compare(pandas_frame({"text": ["x"]}), "x"), "Expected a text, a Path, or a dict"),
        (lambda: neardup.dedup(42), "got int"),
        (lambda: neardup.dedup(["a"], threshold=7), "`threshold`"),
        (lambda: neardup.dedup("no/such/file.jsonl"), "no file or folder"),
    ],
    ids=str,
)
def test_a_mistake_is_one_clear_exception(given, words):
    with pytest.raises(neardup.NeardupError, match=words) as raised:
        given()
    assert raised.value.code


def test_a_mistake_names_its_option():
    for option, value in (("text", "x"), ("id", "x"), ("keep", "max:x"), ("within", "x"), ("fields", "x")):
        with pytest.raises(neardup.NeardupError) as raised:
            neardup.dedup([{"text": "a"}], **{option: value})
        assert raised.value.option == option


def test_sizes_are_numbers_or_texts():
    for size in (4, "4", "0.004KB"):
        assert [problem["row"] for problem in neardup.dedup(["a b c d e", "a"], max_document=size).problems] == [0]


def test_what_is_done_to_the_data_after_the_call_does_not_change_what_is_kept():
    frame = pandas_frame({"text": ["b b b", "a a a", "b b b"], "n": [1, 2, 3]})
    rows = [{"text": "b"}, {"text": "b"}]
    by_frame, by_list = neardup.dedup(frame), neardup.dedup(rows)
    with warnings.catch_warnings(action="ignore") if sys.version_info >= (3, 11) else nullcontext():
        frame.sort_values("text", inplace=True, ignore_index=True)
        frame.drop([0, 1], inplace=True)
    rows.reverse()
    rows.pop()
    assert by_frame.kept()["n"].tolist() == [1, 2]
    assert by_list.kept() == [{"text": "b"}]


def test_rows_without_a_text_stay_and_are_told():
    for came in (pandas_frame({"text": ["a b c", None, "a b c"]}), ["a b c", None, "a b c"]):
        result = neardup.dedup(came)
        assert len(result.kept()) == 2
        assert [(problem["row"], "source" in problem) for problem in result.problems] == [(1, False)]
        assert "1 of 2 documents kept, 1 unreadable" in repr(result)


def test_halves_of_surrogate_pairs_end_no_run():
    half = "a b \ud83d c"
    for came in ([half, half, "d"], [{"text": half}, {"text": half}, {"text": "d"}]):
        kept = neardup.dedup(came).kept()
        assert kept == [came[0], came[2]]
    frame = pytest.importorskip("pandas").DataFrame({"text": [half, half, None]}, dtype=object)
    assert len(neardup.dedup(frame).kept()) == 2


def test_an_array_of_numpy_is_a_list_of_texts():
    numpy = pytest.importorskip("numpy")
    kept = neardup.dedup(numpy.array(["a b", "a b", "c"])).kept()
    assert isinstance(kept, numpy.ndarray) and kept.tolist() == ["a b", "c"]


def test_an_empty_input_gives_an_empty_answer():
    assert neardup.dedup([]).kept() == []
    assert len(neardup.dedup(pandas_frame({"text": []})).kept()) == 0


def test_a_worker_that_is_killed_is_an_error_and_the_next_call_starts_another(monkeypatch):
    collect = _worker.Worker._collect

    def killed(self, *arguments):
        os.kill(self._process.pid, signal.SIGKILL)
        return collect(self, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(_worker.Worker, "_collect", killed)
        with pytest.raises(neardup.NeardupError) as raised:
            neardup.dedup([f"text number {i} " * 100 for i in range(5_000)])
    assert raised.value.code == "WORKER_ENDED"
    assert neardup.dedup(["a b", "a b"]).kept() == ["a b"]


def _in_child(queue):
    queue.put(len(neardup.dedup(["a b c", "a b c", "d e f"]).kept()))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_forked_child_has_a_process_of_its_own():
    neardup.fingerprint(["a"])
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=_in_child, args=(queue,)) for _ in range(2)]
    for child in children:
        child.start()
    assert [queue.get(timeout=120) for _ in children] == [2, 2]
    for child in children:
        child.join()
    assert neardup.dedup(["a b", "a b"]).kept() == ["a b"]


def test_a_child_that_is_forked_in_the_middle_of_a_call_answers_and_the_call_goes_on():
    code = """if True:
        import neardup, os, threading
        texts = [f"text number {i} " * 40 for i in range(20_000)]
        call = threading.Thread(target=lambda: print("parent", len(neardup.dedup(texts, threshold=1.0).kept()), flush=True))
        neardup.fingerprint(["a"])
        call.start()
        child = os.fork()
        if child == 0:
            print("child", neardup.dedup(["a b", "a b"]).kept(), flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        call.join()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    lines = done.stdout.splitlines()
    assert "child ['a b']" in lines and any(line.startswith("parent ") for line in lines), done.stderr


def test_threads_call_at_the_same_time():
    found = {}

    def ask(number):
        found[number] = neardup.dedup([f"{number} a b c", f"{number} a b c"]).kept()

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {i: [f"{i} a b c"] for i in range(8)}


def test_no_process_is_left_when_python_ends_or_is_killed():
    code = "import neardup, sys, time; neardup.fingerprint(['a']); from neardup import _worker; "
    code += "print(_worker._worker._process.pid, flush=True); time.sleep(float(sys.argv[1]))"
    for seconds, kill in (("0", False), ("60", True)):
        python = subprocess.Popen([sys.executable, "-c", code, seconds], stdout=subprocess.PIPE, text=True)
        pid = int(python.stdout.readline())
        if kill:
            python.kill()
        python.wait()
        assert ends(pid)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_child_that_lives_longer_than_its_parent_does_not_keep_the_process():
    code = """if True:
        import neardup, os, time
        from neardup import _worker
        neardup.fingerprint(["a"])
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        print(_worker._worker._process.pid, child, flush=True)
    """
    python = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    pid, child = map(int, python.stdout.readline().split())
    python.wait()
    try:
        assert ends(pid)
    finally:
        os.kill(child, signal.SIGKILL)


def test_control_c_ends_the_call_and_not_the_process():
    code = "import neardup, sys\nneardup.fingerprint(['a'])\n"
    code += "try:\n    print('ready', flush=True)\n    neardup.dedup([f'text number {i} ' * 300 for i in range(60_000)])\n"
    code += "except KeyboardInterrupt:\n    print(neardup.dedup(['a b', 'a b']).kept(), flush=True)\n"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    python = subprocess.Popen([sys.executable, "-c", code], **pipes, text=True, start_new_session=True)
    assert python.stdout.readline() == "ready\n"
    threading.Event().wait(1)
    os.killpg(python.pid, signal.SIGINT)
    said, errors = python.communicate(timeout=120)
    assert said == "['a b']\n", errors


def test_the_module_is_the_command_line():
    done = subprocess.run([sys.executable, "-m", "neardup", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == neardup.__version__


def test_workers_of_a_pytorch_loader_ask_and_leave_no_process():
    pytest.importorskip("torch")
    code = """if True:
        import neardup, torch.utils.data as data
        from neardup import _worker
        class Texts(data.Dataset):
            def __len__(self): return 8
            def __getitem__(self, n):
                kept = neardup.dedup([f"{n} a b", f"{n} a b", "c"]).kept()
                return len(kept), _worker._worker._process.pid
        neardup.fingerprint(["a"])
        for kept, process in data.DataLoader(Texts(), batch_size=None, num_workers=2):
            print(int(kept), int(process), flush=True)
        print(0, _worker._worker._process.pid)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    answers = [line.split() for line in done.stdout.splitlines()]
    assert [kept for kept, _ in answers] == ["2"] * 8 + ["0"], done.stderr
    assert len({process for _, process in answers}) == 3
    for _, process in answers:
        assert ends(process)


def ends(pid):
    for _ in range(200):
        if not Path(f"/proc/{pid}").exists():
            return True
        threading.Event().wait(0.1)
    return False


def test_a_notebook_shows_tables_and_comparisons():
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    cells = [
        "import neardup",
        "neardup.dedup(['one two three', 'one two three!', 'four'])",
        "neardup.groups(['one two three', 'one two three!'])",
        "neardup.compare('one two three four five six seven.', 'One two three four five six seven!')",
        "neardup.dedup(['x'], threshold=9)",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client.NotebookClient(notebook, timeout=120, allow_errors=True).execute()
    _, removed, groups, compared, failed = (cell["outputs"] for cell in notebook.cells)
    assert "<table>" in removed[-1]["data"]["text/html"]
    assert "inKept 1 · ofKept 1" in removed[-1]["data"]["text/html"]
    assert "<td>1 (1)</td>" in groups[-1]["data"]["text/html"]
    assert "<iframe" in compared[-1]["data"]["text/html"]
    assert not any("Warning" in output.get("text", "") for output in removed)
    assert failed[-1]["ename"] == "NeardupError"
