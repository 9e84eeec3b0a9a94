-- dedup on Spark, statement by statement. Both drivers run it: neardup_spark.py and `neardup dedup --spark`.
-- Every statement begins with a line `-- @KIND NAME`:
--   table  its rows are kept as Parquet in the work folder, so that a run that was cut off goes on after it
--   stage  the same, with the rows sent through `neardup worker` first: `-- @stage NAME: STAGE (COLUMNS)`
--   view   is computed when it is used
--   rows   are given to the driver
-- ${input}, ${names}, ${field}, ${value}, ${bytes} and ${keep} come from the driver; ${NAME} of a table is the table.

-- @stage keys: keys (number bigint, id string, words bigint, hash ${bytes}, keys array<bigint>, text string, problem string, tag string${keep})
SELECT * FROM ${input}

-- Parts of files in the order of the input, the reference first. A tag says which part of which file a row is in.
-- What is in the input and in the reference, or is named twice, counts once.
-- @table blocks
WITH parts AS (
  SELECT tag, min(number) AS first, max(number) AS last, count(*) AS lines, split(tag, '\t') AS t FROM ${keys} GROUP BY tag
), named AS (
  SELECT tag, first, last, lines, CAST(t[0] AS int) AS reference, CAST(t[1] AS int) AS input,
    url_decode(replace(t[2], '+', '%2B')) AS path, CAST(t[3] AS bigint) AS block, CAST(t[4] AS bigint) AS size, CAST(t[5] AS bigint) AS modified
  FROM parts
), counted AS (
  SELECT *, struct(reference, input) = min(struct(reference, input)) OVER (PARTITION BY path) AS counts FROM named
)
SELECT tag, first, last, reference, input, path, size, modified, counts,
  IF(first + lines = last + 1, 0, raise_error('Spark gave the lines of a file in more than one order.')) AS checked,
  -- a table that is named has files anywhere
  IF(instr(path, prefix) = 0, path, concat(given, substr(path, instr(path, prefix) + length(prefix)))) AS name,
  sum(lines) OVER (ORDER BY counts DESC, reference DESC, input, path, block) - lines AS base,
  sum(lines) OVER (PARTITION BY reference, input, path ORDER BY block) - lines AS before
FROM counted JOIN (VALUES ${names}) AS n(of_reference, of_input, given, prefix) ON of_reference = reference AND of_input = input

-- @view documents
SELECT /*+ BROADCAST(b) */ b.base + k.number - b.first AS number, b.reference, b.size, b.modified,
  concat(b.name, ':', b.before + k.number - b.first + 1) AS place,
  k.id IS NOT NULL AS given, coalesce(k.id, concat(b.name, ':', b.before + k.number - b.first + 1)) AS id,
  k.words, k.hash, k.keys, k.text, k.problem${keep_names}
FROM ${keys} k JOIN ${blocks} b ON k.tag = b.tag WHERE b.counts AND b.checked = 0

-- Whether any document has the field for ids. A misspelt name would give all of them other ids.
-- @rows id_field
SELECT CASE WHEN count(*) > 0 AND count_if(given) = 0 THEN 'none' ELSE 'some' END AS ids FROM documents
WHERE reference = 0 AND problem IS NULL

-- The kind of the field that the keep policy names: the one that all values have.
-- @rows kind
SELECT CASE WHEN n = 0 THEN 'none'
  WHEN d = n AND ('${field}' RLIKE 'date|time|stamp|created|updated|modified|published|crawled|fetched|_at$|At$' OR (x < n AND t < n)) THEN 'keepDate'
  WHEN x = n THEN 'keepNumber' WHEN t = n THEN 'keepText' ELSE 'mixed' END AS kind
FROM (SELECT count(keepNumber) AS x, count(keepDate) AS d, count(keepText) AS t, count(coalesce(CAST(keepNumber AS string), CAST(keepDate AS string), 'x' || hex(keepText))) AS n
  FROM documents WHERE reference = 0)

-- Equal texts are one. The first of them in the order of the keep policy stands for it.
-- @table texts
SELECT best.number, best.reference, best.keys, hash, rank FROM (
  SELECT hash, min_by(struct(number, reference, keys), rank) AS best, min(rank) AS rank FROM (
    SELECT number, reference, keys, hash, struct(1 - reference AS a, value IS NULL AS b, value AS c, number AS d) AS rank
    FROM (SELECT *, IF(reference = 1, NULL, ${value}) AS value FROM documents WHERE keys IS NOT NULL)
  ) GROUP BY hash
)

-- Texts that share a band key, each with the first of them.
-- @table edges
SELECT DISTINCT a, b FROM (
  SELECT number AS a, min(number) OVER (PARTITION BY band, key) AS b FROM (SELECT number, posexplode(keys) AS (band, key) FROM ${texts})
) WHERE a <> b

-- @stage components: components (number bigint, component bigint)
SELECT /*+ COALESCE(1) */ a, b FROM ${edges}

-- The texts of a component together, in the order of the keep policy. A bit for every document says whether it is in a component, so that
-- other texts are not shuffled: 4 KB for 32,768 documents, at every executor.
-- @stage follows: verify (number bigint, kept bigint, resemblance double, inKept double, ofKept double, distance bigint, truncated bigint)
WITH wanted AS (
  SELECT number DIV 32768 AS part, bitmap_construct_agg(number % 32768) AS bits FROM ${components} GROUP BY part
), found AS (
  SELECT /*+ BROADCAST(w) */ d.number, d.text FROM documents d JOIN wanted w ON d.number DIV 32768 = w.part
  WHERE CAST(conv(hex(substr(w.bits, 1 + d.number % 32768 DIV 8, 1)), 16, 10) AS int) & shiftleft(1, CAST(d.number % 8 AS int)) <> 0
)
SELECT component, number, reference, hash, text FROM (
  SELECT c.component, t.number, t.reference, t.hash, f.text, t.rank
  FROM ${components} c JOIN ${texts} t ON c.number = t.number JOIN found f ON f.number = t.number
  DISTRIBUTE BY component SORT BY component, rank
)

-- Documents that share an id, up to the `#2` at its end.
-- @table suspects
SELECT number, reference, id, given, place, base FROM (
  SELECT *, count(*) OVER (PARTITION BY reference, base) AS n
  FROM (SELECT number, reference, id, given, place, regexp_replace(id, '(#[0-9]+)+$', '') AS base FROM documents WHERE words IS NOT NULL)
) WHERE n > 1

-- @stage ids: ids (number bigint, id string)
SELECT number, reference, id, given, place FROM (SELECT * FROM ${suspects} DISTRIBUTE BY base SORT BY number)

-- @table gone
SELECT * FROM (
  SELECT d.number, coalesce(f.kept, t.number) AS kept, f.resemblance, f.inKept, f.ofKept, f.distance
  FROM documents d JOIN ${texts} t ON d.hash = t.hash LEFT JOIN (SELECT * FROM ${follows} WHERE kept IS NOT NULL) f ON f.number = t.number
  WHERE d.reference = 0
) WHERE number <> kept AND (NOT ${only_against} OR kept < (SELECT coalesce(sum(last - first + 1), 0) FROM ${blocks} WHERE reference = 1 AND counts))

-- Rows of the input that are not written: they are removed, or no documents.
-- @table left_out
SELECT k.number FROM ${keys} k JOIN ${blocks} b ON k.tag = b.tag LEFT JOIN ${gone} g ON g.number = b.base + k.number - b.first
WHERE b.reference = 0 AND (k.words IS NULL OR g.number IS NOT NULL OR NOT b.counts)

-- @view names
SELECT d.number, coalesce(i.id, d.id) AS id FROM documents d LEFT JOIN ${ids} i ON i.number = d.number

-- @view removed
SELECT n.id, k.id AS keptId, coalesce(g.resemblance, 1D) AS resemblance,
  named_struct('inKept', coalesce(g.inKept, 1D), 'ofKept', coalesce(g.ofKept, 1D)) AS containment, coalesce(g.distance, 0) AS distance,
  g.resemblance IS NULL AS identical, h.place AS `group`,
  IF(g.kept < (SELECT coalesce(sum(last - first + 1), 0) FROM ${blocks} WHERE reference = 1 AND counts), true, NULL) AS reference
FROM ${gone} g JOIN (SELECT kept, row_number() OVER (ORDER BY kept) AS place FROM (SELECT DISTINCT kept FROM ${gone})) h ON h.kept = g.kept
  JOIN names n ON n.number = g.number JOIN names k ON k.number = g.kept
ORDER BY g.number

-- The rows of the input again. They must be where they were: or the input has changed.
-- @view kept
SELECT r.* EXCEPT (neardup_number, neardup_tag) FROM ${rows} r LEFT JOIN ${blocks} b ON r.neardup_tag = b.tag LEFT ANTI JOIN ${left_out} l ON l.number = r.neardup_number
WHERE IF(r.neardup_number BETWEEN b.first AND b.last, true, raise_error('The input has changed since it was first read.'))

-- @rows problems
SELECT place, problem FROM documents WHERE problem IS NOT NULL ORDER BY number LIMIT 20

-- @rows summary
SELECT documents, documents - removed AS kept, removed, groups, truncated, empty, unreadable, short, (
    SELECT count(DISTINCT path) FROM ${blocks} WHERE reference = 1 AND NOT counts) AS inBoth
FROM (SELECT count_if(reference = 0 AND words IS NOT NULL) AS documents, count_if(reference = 0 AND words = 0) AS empty,
    count_if(problem IS NOT NULL) AS unreadable, count_if(reference = 0 AND words > 0 AND keys IS NULL) AS short FROM documents),
  (SELECT count(*) AS removed, count(DISTINCT kept) AS groups FROM ${gone}),
  (SELECT coalesce(sum(truncated), 0) AS truncated FROM ${follows})
