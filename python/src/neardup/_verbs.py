"""The verbs of neardup. Made from the one description of the options: UPDATE_README=1 npx vitest run test/python-verbs.test.ts"""

from typing import Any, Dict, Literal, Optional, Sequence, Union

from . import _calls
from ._options import size
from ._results import Compared, Kept, Results

__all__ = ["dedup", "annotate", "pairs", "groups", "trim", "decontaminate", "search", "fingerprint", "compare"]


def dedup(
    data: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    against: Any = None,
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    lang: Optional[str] = None,
    stop_words: Optional[bool] = None,
    stems: Optional[bool] = None,
    stem_dictionary: Optional[bool] = None,
    ngram: Optional[int] = None,
    segment: Optional[Literal["ngrams", "words"]] = None,
    threshold: Optional[float] = None,
    containment: Optional[float] = None,
    containment_of: Optional[Literal["document", "reference"]] = None,
    min_words: Optional[int] = None,
    shingle: Optional[int] = None,
    unit: Optional[Literal["word", "character", "sentence"]] = None,
    order: Optional[Literal["classic", "sorted", "free"]] = None,
    method: Optional[Literal["auto", "simhash", "bands", "exact"]] = None,
    max_distance: Optional[int] = None,
    tables: Optional[int] = None,
    hash: Optional[Literal["mixed", "sdbm"]] = None,
    features: Optional[Literal["sets", "counts"]] = None,
    ties: Optional[Literal[0, 1]] = None,
    within: Optional[str] = None,
    unique_by: Optional[str] = None,
    keep: Optional[str] = None,
    drop: Optional[Literal["copies", "all"]] = None,
    at_most: Optional[int] = None,
    fields: Optional[str] = None,
    only_against: Optional[bool] = None,
    output: Optional[str] = None,
    output_format: Optional[Literal["jsonl", "csv", "tsv", "parquet", "arrow"]] = None,
    unreadable: Optional[Literal["keep", "leave-out"]] = None,
    split: Optional[int] = None,
    removed: Optional[str] = None,
    report: Optional[str] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Kept:
    """Removes near-duplicates; every removed document was compared with the one that is kept for it.

    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    against: documents to compare with, in any of the forms of `data`
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    lang: language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)
    stop_words: ignore words such as "the" and "and"
    stems: compare stems, so that forms of a word match: "cats", "cat"
    stem_dictionary: take Ukrainian stems from the system's hunspell dictionary
    ngram: characters per word in Chinese, Japanese, Thai … (1 to 3; default: 2)
    segment: cut Chinese into character n-grams, or into words with @node-rs/jieba (default: ngrams)
    threshold: least resemblance of near-duplicates (above 0 to 1; default: 0.8)
    containment: also match if this share of one document is in the other; dedup, groups: of the removed one (above 0 to 1; default: off)
    containment_of: with `containment` and `against`: reference: the share of a reference document that is in the removed one (default: document)
    min_words: never match documents of fewer words, such as "Test" (1 to 10000; default: 1)
    shingle: words in a shingle, the unit of comparison (1 to 16; default: 3; with `order` free 2)
    unit: what a shingle consists of (default: word)
    order: sorted, free: ignore the order of words within a shingle, or a sentence (default: classic)
    method: candidates by near fingerprints, min-hashes, rare shingles; exact takes all; auto: bands or exact (default: auto)
    max_distance: with `method` simhash or `fingerprints`: most bits in which candidates differ (0 to 7; default: 7)
    tables: with `method` simhash or `fingerprints`: tables of the index; for 3 bits 4, 5, 6, 10, 20, 35 or 56 (1 to 1000000; default: by size and distance)
    hash: hash of a word; sdbm is exactly the published method (default: mixed)
    features: count a word once, or as often as it occurs (default: sets)
    ties: the bit if as many words have 1 as 0 there; 1 is the printed example of the published method (default: 0)
    within: compare only documents with the same value of a field (lang), or with dates this close (date:7d) (default: all are compared)
    unique_by: documents with the same value of this field are copies, too: url, without scheme and tracking parameters (default: off)
    keep: which document of a group is kept: first, last, longest, shortest, newest, oldest, largest, max:FIELD or min:FIELD (default: first)
    drop: copies: all documents of a group but the kept one are removed; all: the kept one, too (default: copies)
    at_most: keep this many documents of a group, the first by `keep`; one of `against` counts (1 to 1000000000; default: 1)
    fields: show these fields beside ids, such as url or subject,date (default: none)
    only_against: with `against`: leave duplicates within the input alone
    output: write kept documents to *.jsonl, *.csv, *.tsv (also .gz, .zst), *.parquet, *.arrow, *.arrows, a folder/ or -
    output_format: with -o -: the format on standard output (default: jsonl)
    unreadable: with -o FOLDER/: keep unreadable files unchanged, or leave-out (default: keep)
    split: divide kept documents among n files of equal length: clean-00000-of-00008.jsonl and so on (1 to 1000)
    removed: write the list of removed documents to *.jsonl, *.csv, *.tsv (also .gz, .zst) (default: OUTPUT.removed.jsonl with `output`)
    report: write an HTML page with all groups, scores and texts side by side; `fields` title shows and finds headlines
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> neardup.dedup(frame, threshold=0.9).kept()
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "lang": lang,
        "stop_words": stop_words,
        "stems": stems,
        "stem_dictionary": stem_dictionary,
        "ngram": ngram,
        "segment": segment,
        "threshold": threshold,
        "containment": containment,
        "containment_of": containment_of,
        "min_words": min_words,
        "shingle": shingle,
        "unit": unit,
        "order": order,
        "method": method,
        "max_distance": max_distance,
        "tables": tables,
        "hash": hash,
        "features": features,
        "ties": ties,
        "within": within,
        "unique_by": unique_by,
        "keep": keep,
        "drop": drop,
        "at_most": at_most,
        "fields": fields,
        "only_against": only_against,
        "output": output,
        "output_format": output_format,
        "unreadable": unreadable,
        "split": split,
        "removed": removed,
        "report": report,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.dedup(data, text, id, against, progress, options)


def annotate(
    data: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    prefix: str = "neardup.",
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    lang: Optional[str] = None,
    stop_words: Optional[bool] = None,
    stems: Optional[bool] = None,
    stem_dictionary: Optional[bool] = None,
    ngram: Optional[int] = None,
    segment: Optional[Literal["ngrams", "words"]] = None,
    threshold: Optional[float] = None,
    containment: Optional[float] = None,
    min_words: Optional[int] = None,
    shingle: Optional[int] = None,
    unit: Optional[Literal["word", "character", "sentence"]] = None,
    order: Optional[Literal["classic", "sorted", "free"]] = None,
    method: Optional[Literal["auto", "simhash", "bands", "exact"]] = None,
    max_distance: Optional[int] = None,
    tables: Optional[int] = None,
    hash: Optional[Literal["mixed", "sdbm"]] = None,
    features: Optional[Literal["sets", "counts"]] = None,
    ties: Optional[Literal[0, 1]] = None,
    within: Optional[str] = None,
    unique_by: Optional[str] = None,
    keep: Optional[str] = None,
    fields: Optional[str] = None,
    output_format: Optional[Literal["jsonl", "csv", "tsv", "parquet", "arrow"]] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Any:
    """Removes nothing: gives all documents with columns that say their group, its size, and whether they are kept.

    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    prefix: what the names of the new columns begin with
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    lang: language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)
    stop_words: ignore words such as "the" and "and"
    stems: compare stems, so that forms of a word match: "cats", "cat"
    stem_dictionary: take Ukrainian stems from the system's hunspell dictionary
    ngram: characters per word in Chinese, Japanese, Thai … (1 to 3; default: 2)
    segment: cut Chinese into character n-grams, or into words with @node-rs/jieba (default: ngrams)
    threshold: least resemblance of near-duplicates (above 0 to 1; default: 0.8)
    containment: also match if this share of one document is in the other; dedup, groups: of the removed one (above 0 to 1; default: off)
    min_words: never match documents of fewer words, such as "Test" (1 to 10000; default: 1)
    shingle: words in a shingle, the unit of comparison (1 to 16; default: 3; with `order` free 2)
    unit: what a shingle consists of (default: word)
    order: sorted, free: ignore the order of words within a shingle, or a sentence (default: classic)
    method: candidates by near fingerprints, min-hashes, rare shingles; exact takes all; auto: bands or exact (default: auto)
    max_distance: with `method` simhash or `fingerprints`: most bits in which candidates differ (0 to 7; default: 7)
    tables: with `method` simhash or `fingerprints`: tables of the index; for 3 bits 4, 5, 6, 10, 20, 35 or 56 (1 to 1000000; default: by size and distance)
    hash: hash of a word; sdbm is exactly the published method (default: mixed)
    features: count a word once, or as often as it occurs (default: sets)
    ties: the bit if as many words have 1 as 0 there; 1 is the printed example of the published method (default: 0)
    within: compare only documents with the same value of a field (lang), or with dates this close (date:7d) (default: all are compared)
    unique_by: documents with the same value of this field are copies, too: url, without scheme and tracking parameters (default: off)
    keep: which document of a group is kept: first, last, longest, shortest, newest, oldest, largest, max:FIELD or min:FIELD (default: first)
    fields: show these fields beside ids, such as url or subject,date (default: none)
    output_format: with -o -: the format on standard output (default: jsonl)
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> neardup.annotate(frame)["neardup.group"]
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "lang": lang,
        "stop_words": stop_words,
        "stems": stems,
        "stem_dictionary": stem_dictionary,
        "ngram": ngram,
        "segment": segment,
        "threshold": threshold,
        "containment": containment,
        "min_words": min_words,
        "shingle": shingle,
        "unit": unit,
        "order": order,
        "method": method,
        "max_distance": max_distance,
        "tables": tables,
        "hash": hash,
        "features": features,
        "ties": ties,
        "within": within,
        "unique_by": unique_by,
        "keep": keep,
        "fields": fields,
        "output_format": output_format,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.annotate(data, text, id, prefix, progress, options)


def pairs(
    data: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    lang: Optional[str] = None,
    stop_words: Optional[bool] = None,
    stems: Optional[bool] = None,
    stem_dictionary: Optional[bool] = None,
    ngram: Optional[int] = None,
    segment: Optional[Literal["ngrams", "words"]] = None,
    threshold: Optional[float] = None,
    containment: Optional[float] = None,
    min_words: Optional[int] = None,
    shingle: Optional[int] = None,
    unit: Optional[Literal["word", "character", "sentence"]] = None,
    order: Optional[Literal["classic", "sorted", "free"]] = None,
    method: Optional[Literal["auto", "simhash", "bands", "exact"]] = None,
    max_distance: Optional[int] = None,
    tables: Optional[int] = None,
    hash: Optional[Literal["mixed", "sdbm"]] = None,
    features: Optional[Literal["sets", "counts"]] = None,
    ties: Optional[Literal[0, 1]] = None,
    image: Optional[str] = None,
    index: Optional[Literal["join", "eight-blocks"]] = None,
    checksum: Optional[Literal["fast", "crc32", "md5", "sha1"]] = None,
    step: Optional[int] = None,
    fields: Optional[str] = None,
    output: Optional[str] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Results:
    """Lists every pair of near-duplicates with its evidence.

    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    lang: language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)
    stop_words: ignore words such as "the" and "and"
    stems: compare stems, so that forms of a word match: "cats", "cat"
    stem_dictionary: take Ukrainian stems from the system's hunspell dictionary
    ngram: characters per word in Chinese, Japanese, Thai … (1 to 3; default: 2)
    segment: cut Chinese into character n-grams, or into words with @node-rs/jieba (default: ngrams)
    threshold: least resemblance of near-duplicates (above 0 to 1; default: 0.8)
    containment: also match if this share of one document is in the other; dedup, groups: of the removed one (above 0 to 1; default: off)
    min_words: never match documents of fewer words, such as "Test" (1 to 10000; default: 1)
    shingle: words in a shingle, the unit of comparison (1 to 16; default: 3; with `order` free 2)
    unit: what a shingle consists of (default: word)
    order: sorted, free: ignore the order of words within a shingle, or a sentence (default: classic)
    method: candidates by near fingerprints, min-hashes, rare shingles; exact takes all; auto: bands or exact (default: auto)
    max_distance: with `method` simhash or `fingerprints`: most bits in which candidates differ (0 to 7; default: 7, with `fingerprints` 3)
    tables: with `method` simhash or `fingerprints`: tables of the index; for 3 bits 4, 5, 6, 10, 20, 35 or 56 (1 to 1000000; default: by size and distance)
    hash: hash of a word; sdbm is exactly the published method (default: mixed)
    features: count a word once, or as often as it occurs (default: sets)
    ties: the bit if as many words have 1 as 0 there; 1 is the printed example of the published method (default: 0)
    image: checksums of shingles, printed or compared: all, the smallest:200, or those divisible:25 (default: off)
    index: with `fingerprints`: how pairs are found; eight-blocks is a published method, for up to 3 bits (default: join)
    checksum: with `image`: the checksum of a shingle (default: fast)
    step: with `image`: words (or what `unit` says) from one shingle to the next (1 to 64; default: 1)
    fields: show these fields beside ids, such as url or subject,date (default: none)
    output: write the list to *.jsonl, *.csv, *.tsv (also .gz, .zst), and print the summary only
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> [(pair["a"], pair["b"]) for pair in neardup.pairs(frame)]
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "lang": lang,
        "stop_words": stop_words,
        "stems": stems,
        "stem_dictionary": stem_dictionary,
        "ngram": ngram,
        "segment": segment,
        "threshold": threshold,
        "containment": containment,
        "min_words": min_words,
        "shingle": shingle,
        "unit": unit,
        "order": order,
        "method": method,
        "max_distance": max_distance,
        "tables": tables,
        "hash": hash,
        "features": features,
        "ties": ties,
        "image": image,
        "index": index,
        "checksum": checksum,
        "step": step,
        "fields": fields,
        "output": output,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.listing("pairs", data, text, id, progress, options)


def groups(
    data: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    lang: Optional[str] = None,
    stop_words: Optional[bool] = None,
    stems: Optional[bool] = None,
    stem_dictionary: Optional[bool] = None,
    ngram: Optional[int] = None,
    segment: Optional[Literal["ngrams", "words"]] = None,
    threshold: Optional[float] = None,
    containment: Optional[float] = None,
    min_words: Optional[int] = None,
    shingle: Optional[int] = None,
    unit: Optional[Literal["word", "character", "sentence"]] = None,
    order: Optional[Literal["classic", "sorted", "free"]] = None,
    method: Optional[Literal["auto", "simhash", "bands", "exact"]] = None,
    max_distance: Optional[int] = None,
    tables: Optional[int] = None,
    hash: Optional[Literal["mixed", "sdbm"]] = None,
    features: Optional[Literal["sets", "counts"]] = None,
    ties: Optional[Literal[0, 1]] = None,
    within: Optional[str] = None,
    unique_by: Optional[str] = None,
    keep: Optional[str] = None,
    fields: Optional[str] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Results:
    """Lists groups of near-duplicates: the kept document and its copies.

    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    lang: language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)
    stop_words: ignore words such as "the" and "and"
    stems: compare stems, so that forms of a word match: "cats", "cat"
    stem_dictionary: take Ukrainian stems from the system's hunspell dictionary
    ngram: characters per word in Chinese, Japanese, Thai … (1 to 3; default: 2)
    segment: cut Chinese into character n-grams, or into words with @node-rs/jieba (default: ngrams)
    threshold: least resemblance of near-duplicates (above 0 to 1; default: 0.8)
    containment: also match if this share of one document is in the other; dedup, groups: of the removed one (above 0 to 1; default: off)
    min_words: never match documents of fewer words, such as "Test" (1 to 10000; default: 1)
    shingle: words in a shingle, the unit of comparison (1 to 16; default: 3; with `order` free 2)
    unit: what a shingle consists of (default: word)
    order: sorted, free: ignore the order of words within a shingle, or a sentence (default: classic)
    method: candidates by near fingerprints, min-hashes, rare shingles; exact takes all; auto: bands or exact (default: auto)
    max_distance: with `method` simhash or `fingerprints`: most bits in which candidates differ (0 to 7; default: 7)
    tables: with `method` simhash or `fingerprints`: tables of the index; for 3 bits 4, 5, 6, 10, 20, 35 or 56 (1 to 1000000; default: by size and distance)
    hash: hash of a word; sdbm is exactly the published method (default: mixed)
    features: count a word once, or as often as it occurs (default: sets)
    ties: the bit if as many words have 1 as 0 there; 1 is the printed example of the published method (default: 0)
    within: compare only documents with the same value of a field (lang), or with dates this close (date:7d) (default: all are compared)
    unique_by: documents with the same value of this field are copies, too: url, without scheme and tracking parameters (default: off)
    keep: which document of a group is kept: first, last, longest, shortest, newest, oldest, largest, max:FIELD or min:FIELD (default: first)
    fields: show these fields beside ids, such as url or subject,date (default: none)
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> len(neardup.groups(frame))
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "lang": lang,
        "stop_words": stop_words,
        "stems": stems,
        "stem_dictionary": stem_dictionary,
        "ngram": ngram,
        "segment": segment,
        "threshold": threshold,
        "containment": containment,
        "min_words": min_words,
        "shingle": shingle,
        "unit": unit,
        "order": order,
        "method": method,
        "max_distance": max_distance,
        "tables": tables,
        "hash": hash,
        "features": features,
        "ties": ties,
        "within": within,
        "unique_by": unique_by,
        "keep": keep,
        "fields": fields,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.listing("groups", data, text, id, progress, options)


def trim(
    data: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    against: Any = None,
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    known: Optional[str] = None,
    unit: Optional[Literal["passage", "paragraph", "line", "sentence"]] = None,
    least: Optional[int] = None,
    copies: Optional[int] = None,
    cut: Optional[Literal["sentences", "words", "lines", "paragraphs"]] = None,
    least_left: Optional[int] = None,
    spans: Optional[str] = None,
    keep: Optional[str] = None,
    fields: Optional[str] = None,
    output: Optional[str] = None,
    output_format: Optional[Literal["jsonl", "csv", "tsv", "parquet", "arrow"]] = None,
    report: Optional[str] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Kept:
    """Cuts passages that stand at several places of the documents; the first place stays.

    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    against: documents to compare with, in any of the forms of `data`
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    known: also cut passages that earlier runs with this folder have seen; with -o, new ones are added to it
    unit: compare passages of `least` words, or whole paragraphs, lines or sentences (default: passage)
    least: words of the shortest repeat; in scripts without spaces 8 characters count as 5 (1 to 1000; default: 50, with another `unit` 8)
    copies: cut only passages at this many places or more (2 to 255; default: 2)
    cut: the unit that is cut: sentences, all of whose words are repeats, words, lines or paragraphs (default: sentences, or the `unit`)
    least_left: also remove documents that were cut and have fewer words left (0 to 1000000; default: 0)
    spans: write the list of cuts, and where their words have stayed, to *.jsonl, *.csv, *.tsv (also .gz, .zst) (default: OUTPUT.cuts.jsonl with `output`)
    keep: which place stays: first, last, longest, shortest, newest, oldest, largest, max:FIELD or min:FIELD, or none (default: first)
    fields: show these fields beside ids, such as url or subject,date (default: none)
    output: write the documents to *.jsonl, *.csv, *.tsv (also .gz, .zst), *.parquet, *.arrow, *.arrows, a folder/ or -
    output_format: with -o -: the format on standard output (default: jsonl)
    report: write an HTML page: the passages cut most often, where they stayed, and how much documents lost
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> neardup.trim(frame, least=30).kept()
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "known": known,
        "unit": unit,
        "least": least,
        "copies": copies,
        "cut": cut,
        "least_left": least_left,
        "spans": spans,
        "keep": keep,
        "fields": fields,
        "output": output,
        "output_format": output_format,
        "report": report,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.trim(data, text, id, against, progress, options)


def decontaminate(
    data: Any,
    against: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    least: Optional[int] = None,
    share: Optional[float] = None,
    item_fields: Optional[str] = None,
    suite_field: Optional[str] = None,
    action: Optional[Literal["report", "cut", "drop"]] = None,
    least_left: Optional[int] = None,
    spans: Optional[str] = None,
    fields: Optional[str] = None,
    output: Optional[str] = None,
    output_format: Optional[Literal["jsonl", "csv", "tsv", "parquet", "arrow"]] = None,
    report: Optional[str] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Kept:
    """Finds items of evaluation sets in documents, and cuts them or drops the documents.

    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    against: documents to compare with, in any of the forms of `data`
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    least: items of fewer words are not looked for; in scripts without spaces 8 characters count as 5 (5 to 1000; default: 6)
    share: least share of the words of an item of 50 words or more; of one of up to 20 words all must be there (above 0 to 1; default: 0.8)
    item_fields: field with the text of an item, or several as one: question,answer (default: `text_field`)
    suite_field: field that names the evaluation set of an item (default: the name of the file)
    action: what becomes of documents that have an item: report, cut (its words) or drop (default: drop with `output`, else report)
    least_left: also remove documents that were cut and have fewer words left (0 to 1000000; default: 0)
    spans: write the list of items found, and their places, to *.jsonl, *.csv, *.tsv (also .gz, .zst) (default: OUTPUT.items.jsonl with `output`)
    fields: show these fields beside ids, such as url or subject,date (default: none)
    output: write the documents to *.jsonl, *.csv, *.tsv (also .gz, .zst), *.parquet, *.arrow, *.arrows, a folder/ or -
    output_format: with -o -: the format on standard output (default: jsonl)
    report: write an HTML page: the share of every set that was found, and the items in their documents
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> neardup.decontaminate(train, test, action="drop").kept()
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "least": least,
        "share": share,
        "item_fields": item_fields,
        "suite_field": suite_field,
        "action": action,
        "least_left": least_left,
        "spans": spans,
        "fields": fields,
        "output": output,
        "output_format": output_format,
        "report": report,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.decontaminate(data, text, id, against, progress, options)


def search(
    queries: Union[str, Sequence[str]],
    data: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    lang: Optional[str] = None,
    stop_words: Optional[bool] = None,
    stems: Optional[bool] = None,
    stem_dictionary: Optional[bool] = None,
    ngram: Optional[int] = None,
    segment: Optional[Literal["ngrams", "words"]] = None,
    k: Optional[int] = None,
    quality: Optional[float] = None,
    exact: Optional[bool] = None,
    structure: Optional[Literal["auto", "clusters", "slices", "scan"]] = None,
    slice_bits: Optional[int] = None,
    expand: Optional[int] = None,
    cutoff: Optional[int] = None,
    candidates: Optional[int] = None,
    explain: Optional[bool] = None,
    width: Optional[int] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Results:
    """Finds the documents most like a text.

    queries: a text, or several
    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    lang: language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)
    stop_words: ignore words such as "the" and "and"
    stems: compare stems, so that forms of a word match: "cats", "cat"
    stem_dictionary: take Ukrainian stems from the system's hunspell dictionary
    ngram: characters per word in Chinese, Japanese, Thai … (1 to 3; default: 2)
    segment: cut Chinese into character n-grams, or into words with @node-rs/jieba (default: ngrams)
    k: number of documents to find for every query (1 to 10000; default: 10)
    quality: share of the true nearest that is found (recall@10); less is faster (0.7 to 1; default: 0.95)
    exact: compare with every document, like `quality` 1
    structure: what queries of over 20 words search: scan (all), clusters, slices (the published lists) or auto (default: auto)
    slice_bits: with `structure` slices: bits of a slice (w) (2 to 26; default: by the number of documents)
    expand: with `structure` slices: visit lists within this distance of the query (i) (0 to 26; default: 3)
    cutoff: with `structure` slices: do not add documents first seen beyond this distance (j) (0 to 26; default: that of `expand`)
    candidates: with `structure` slices: compare this many signatures bit by bit, those with the best scores (1 to 1000000; default: 64, or the number of results)
    explain: also show the terms that query and document share
    width: bits of a signature, a multiple of 64 (64 to 4096; default: 1024)
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> neardup.search("herons on the estuary", frame, k=3)
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "lang": lang,
        "stop_words": stop_words,
        "stems": stems,
        "stem_dictionary": stem_dictionary,
        "ngram": ngram,
        "segment": segment,
        "k": k,
        "quality": quality,
        "exact": exact,
        "structure": structure,
        "slice_bits": slice_bits,
        "expand": expand,
        "cutoff": cutoff,
        "candidates": candidates,
        "explain": explain,
        "width": width,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.search(queries, data, text, id, progress, options)


def fingerprint(
    data: Any,
    *,
    text: Union[str, Sequence[str], None] = None,
    id: Optional[str] = None,
    progress: Optional[bool] = None,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    lang: Optional[str] = None,
    stop_words: Optional[bool] = None,
    stems: Optional[bool] = None,
    stem_dictionary: Optional[bool] = None,
    ngram: Optional[int] = None,
    segment: Optional[Literal["ngrams", "words"]] = None,
    hash: Optional[Literal["mixed", "sdbm"]] = None,
    features: Optional[Literal["sets", "counts"]] = None,
    ties: Optional[Literal[0, 1]] = None,
    weights: Optional[str] = None,
    width: Optional[int] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Results:
    """Gives the fingerprint of every document.

    data: a frame, table, dataset, relation, list, or paths (a string or `Path`)
    text: the column or columns of the text (default: text, content, body or article)
    id: the column of the ids, which may be missing or repeated (default: id)
    progress: whether to show a bar (default: on a terminal and in notebooks)
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    lang: language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)
    stop_words: ignore words such as "the" and "and"
    stems: compare stems, so that forms of a word match: "cats", "cat"
    stem_dictionary: take Ukrainian stems from the system's hunspell dictionary
    ngram: characters per word in Chinese, Japanese, Thai … (1 to 3; default: 2)
    segment: cut Chinese into character n-grams, or into words with @node-rs/jieba (default: ngrams)
    hash: hash of a word; sdbm is exactly the published method (default: mixed)
    features: count a word once, or as often as it occurs (default: sets)
    ties: the bit if as many words have 1 as 0 there; 1 is the printed example of the published method (default: 0)
    weights: with `level`: corpus, none, or a file with lines of word, tab, level 1 to 5 (default: corpus)
    width: print TopSig signatures of this width instead, a multiple of 64 such as 1024 (64 to 4096; default: off)
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> neardup.fingerprint(["One text."])[0]["fingerprint"]
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "lang": lang,
        "stop_words": stop_words,
        "stems": stems,
        "stem_dictionary": stem_dictionary,
        "ngram": ngram,
        "segment": segment,
        "hash": hash,
        "features": features,
        "ties": ties,
        "weights": weights,
        "width": width,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.listing("fingerprint", data, text, id, progress, options)


def compare(
    a: Any,
    *sources: Any,
    html: bool = True,
    format: Optional[str] = None,
    encoding: Optional[str] = None,
    markup: Optional[Literal["none", "html"]] = None,
    max_document: Union[int, str, None] = None,
    main: Optional[bool] = None,
    attachments: Optional[bool] = None,
    document_seconds: Optional[int] = None,
    document_memory: Union[int, str, None] = None,
    exclude_files: Optional[str] = None,
    gitignore: Optional[bool] = None,
    hidden: Optional[bool] = None,
    lang: Optional[str] = None,
    similar_weight: Optional[float] = None,
    right_weight: Optional[float] = None,
    min_words: Optional[int] = None,
    clauses: Optional[bool] = None,
    tile: Optional[int] = None,
    thesaurus: Optional[str] = None,
    exclude_quotations: Optional[bool] = None,
    exclude_bibliography: Optional[bool] = None,
    max_text: Optional[int] = None,
    threads: Optional[int] = None,
    engine: Optional[Literal["auto", "wasm", "scalar", "gpu"]] = None,
    temp: Optional[str] = None,
) -> Compared:
    """Finds the passages that a text shares with others. A string is a text; a file is a Path.

    a: a text; a file is a `Path`
    sources: the texts and files that it is compared with
    html: whether a notebook shows the page with both texts
    format: read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow … (default: auto)
    encoding: charset of text, Markdown, HTML and CSV files (default: auto)
    markup: html: text fields contain HTML; remove its tags (default: none)
    max_document: largest document to read, e.g. 64MB (1 to 1GB; default: 100MB)
    main: of HTML pages, read only the main text: no menus, links or notices
    attachments: of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own
    document_seconds: time limit in seconds for extracting one PDF, Word … document (1 to 86400; default: 30)
    document_memory: memory limit for extracting one PDF, Word … document, e.g. 512MB (64MB to 64GB; default: 1GB)
    exclude_files: leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated (default: none)
    gitignore: leave out what the .gitignore files of folders name
    hidden: read files and folders whose names begin with a dot, too
    lang: language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)
    similar_weight: sentences that share less of their words than this are never similar (0 to below 1; default: 0.6)
    right_weight: sentences that share more than this are always similar; in between, synonyms decide (0 to 1; default: 0.8)
    min_words: leave out passages of fewer words, unless they are beside longer ones (default: 8)
    clauses: also cut sentences at commas and semicolons, as the published method does
    tile: sentences along a side of a tile of the matrix, one task each; it never changes the result (1 to 1000000; default: a few tiles for each thread)
    thesaurus: synonyms: auto, built-in, none, or a file (MyThes, WordNet, word<TAB>synonyms) (default: auto)
    exclude_quotations: quotations of the text do not count (with `all`: of every text)
    exclude_bibliography: the bibliography of the text does not count (with `all`: of every text)
    max_text: longest text to compare, in characters (1 to 268435456; default: 10000000)
    threads: threads that compute (1 to 64; default: one per processor)
    engine: the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm (default: auto)
    temp: folder for temporary files (default: the system's)

    >>> neardup.compare("One long text …", Path("essay.docx"))
    """
    options: Dict[str, Any] = {
        "format": format,
        "encoding": encoding,
        "markup": markup,
        "max_document": size(max_document),
        "main": main,
        "attachments": attachments,
        "document_seconds": document_seconds,
        "document_memory": size(document_memory),
        "exclude_files": exclude_files,
        "gitignore": gitignore,
        "hidden": hidden,
        "lang": lang,
        "similar_weight": similar_weight,
        "right_weight": right_weight,
        "min_words": min_words,
        "clauses": clauses,
        "tile": tile,
        "thesaurus": thesaurus,
        "exclude_quotations": exclude_quotations,
        "exclude_bibliography": exclude_bibliography,
        "max_text": max_text,
        "threads": threads,
        "engine": engine,
        "temp": temp,
    }
    return _calls.compare(a, list(sources), html, options)
