"""Collections as the package opens them: what they take, who shares them, and what goes wrong."""

import gc

import pytest

import neardup

pa = pytest.importorskip("pyarrow")


def test_a_collection_lasts(tmp_path):
    path = tmp_path / "seen.nd"
    with neardup.Collection(path, indexes=["passages", "search"]) as seen:
        assert [row["state"] for row in seen.add([{"id": "a", "text": "One text that is long enough to ask."}])] == ["added"]
        table = pa.table({"id": ["b", "c"], "text": ["Another text about herons.", "A third text of words."], "n": [1, 2]})
        assert seen.add(table).summary["added"] == 2
        assert seen.check("one text THAT is long enough to ask")[0]["pairs"][0]["b"] == "a"
        assert seen.search("herons")[0]["id"] == "b"
        assert seen.get("b")["meta"] == {"n": 1}
    with neardup.Collection(path, read_only=True) as seen:
        assert seen.info()["documents"] == 3
        with pytest.raises(neardup.NeardupError):
            seen.remove(["a"])
    with pytest.raises(neardup.NeardupError, match="closed"):
        seen.info()


def frame_of(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


@pytest.mark.parametrize("make", [list, pa.Table.from_pylist, frame_of], ids=["list", "table", "frame"])
def test_documents_of_every_kind_are_stored_alike(make, tmp_path):
    rows = [
        {"id": 7, "text": "One text.", "n": 1, "lang": "en", "more": None},
        {"id": 8, "text": "Two texts.", "n": 2, "lang": None, "more": None},
        {"id": 7, "text": "One text that came again.", "n": 3, "lang": None, "more": "words"},
    ]
    with neardup.Collection(tmp_path / "c.nd") as seen:
        assert [(row["id"], row["state"]) for row in seen.add(make(rows))] == [
            ("7", "added"),
            ("8", "added"),
            ("7", "replaced"),
        ]
        assert seen.get("7")["text"] == "One text that came again."
        assert seen.get("7")["meta"] == {"n": 3, "more": "words"}
        assert seen.get("8")["meta"] == {"n": 2}


def test_a_document_that_cannot_be_stored_is_told_by_its_id_and_the_others_are_stored(tmp_path):
    with neardup.Collection(tmp_path / "c.nd") as seen:
        given = [{"id": "a", "text": "A text."}, {"id": "b", "text": None}, {"id": None, "text": "Another."}, {"id": "c", "text": "Last."}]
        answers = seen.add(given)
        assert [(row["id"], row["state"]) for row in answers] == [("a", "added"), ("b", "failed"), (2, "failed"), ("c", "added")]
        for wrong in ({"text": "zz"}, {"id": "zz"}):
            with pytest.raises(neardup.NeardupError, match="no column `zz`") as raised:
                seen.add(given, **wrong)
            assert raised.value.option == next(iter(wrong))
        with pytest.raises(neardup.NeardupError, match="got int64"):
            seen.add([{"id": "a", "text": 5}])


def test_texts_and_frames_are_checked_in_their_order_with_their_ids(tmp_path):
    with neardup.Collection(tmp_path / "c.nd") as seen:
        seen.add([{"id": "a", "text": "One text that is long enough."}, {"id": "b", "text": "One text that is long enough!"}])
        texts = ["Nothing.", "one text that is long enough", "Other."]
        found = [[], [0], []]
        assert [[0 for _ in row["pairs"]] for row in seen.check(*texts)] == found
        assert [[0 for _ in row["pairs"]] for row in seen.check(texts)] == found
        rows = [{"id": f"q{n}", "text": text} for n, text in enumerate(texts)]
        for given in (rows, frame_of(rows), pa.Table.from_pylist(rows)):
            answers = seen.check(given)
            assert [row["pairs"][0]["a"] for row in answers if row["pairs"]] == ["q1"]
        assert seen.check({"id": "a"})[0]["pairs"][0]["b"] == "b"
        assert seen.check({"text": texts[1], "id": "mine"})[0]["pairs"][0]["a"] == "mine"
        with pytest.raises(neardup.NeardupError, match="a text of at most 100 MB at 1"):
            seen.check(["a", None])
        with pytest.raises(neardup.NeardupError, match="got several"):
            seen.check(frame_of(rows), frame_of(rows))


def test_a_collection_that_is_opened_again_is_the_same_one(tmp_path):
    path = tmp_path / "c.nd"
    first = neardup.Collection(path)
    second = neardup.Collection(str(path))
    first.add([{"id": "a", "text": "One text."}])
    first.close()
    assert second.info()["documents"] == 1
    second.close()
    with pytest.raises(neardup.NeardupError, match="closed"):
        second.info()
    neardup.Collection(path)  # nobody keeps it: a notebook runs its cell again
    gc.collect()
    seen = neardup.Collection(path)
    with pytest.raises(neardup.NeardupError, match="open here with other settings"):
        neardup.Collection(path, threshold=0.9)
    seen.close()
    with neardup.Collection(path, read_only=True) as read:
        assert read.info()["documents"] == 1


def test_an_index_can_be_added_later(tmp_path):
    with neardup.Collection(tmp_path / "c.nd") as seen:
        seen.add([{"id": "a", "text": "Words about herons."}])
        with pytest.raises(neardup.NeardupError, match="without the index"):
            seen.search("herons")
        seen.merge(indexes="all")
        assert seen.search("herons")[0]["id"] == "a"
    for indexes in ("all", "passages,search", ["passages", "search"]):
        with neardup.Collection(tmp_path / f"{len(str(indexes))}.nd", indexes=indexes) as made:
            made.add([{"id": "a", "text": "Words about herons."}])
            assert made.search("herons") and made.sources("Words about herons.") is not None
