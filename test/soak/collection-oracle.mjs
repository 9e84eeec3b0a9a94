// The batch commands as the oracle of a lasting collection: what its answers must be, in a form in which both can be compared.
import { isDeepStrictEqual } from 'node:util';
import { canonicalText } from '../../dist/canonicalize/index.js';

/** Documents that are asked about together. */
const TOGETHER = 256;

/**
 * What checks of all documents find together: each pair once, documents with the same canonical text by the first of them. `truncated` has the ids whose
 * answer was cut short.
 */
export async function unionOfChecks(collection, living, options = {}) {
  const order = new Map(living.map(({ id }, i) => [id, i]));
  const first = await firstsOf(living);
  const edges = new Map();
  const truncated = new Set();
  for (let from = 0; from < living.length; from += TOGETHER) {
    const asked = living.slice(from, from + TOGETHER);
    const answers = await collection.checkTogether(
      asked.map(({ id }) => ({ id })),
      options,
    );
    for (const [i, answer] of answers.entries()) {
      const { id } = asked[i];
      if (answer.truncated) truncated.add(id);
      const isFirst = first.has(id);
      for (const { copies: _, ...pair } of answer.pairs) {
        // of documents with the same text only the first has other pairs in the list of `pairs`
        if (pair.identical === isFirst) continue;
        const edge = order.get(pair.a) < order.get(pair.b) ? pair : turned(pair);
        edges.set(`${edge.a} ${edge.b}`, edge);
      }
    }
  }
  return { edges, truncated };
}

/** The ids of documents whose canonical text no earlier one has. */
async function firstsOf(living) {
  const firsts = new Set();
  const texts = new Set();
  for (const { id, text } of living) {
    const canonical = await canonicalText(text);
    if (!texts.has(canonical)) firsts.add(id);
    texts.add(canonical);
  }
  return firsts;
}

function turned({ containment: { aInB, bInA }, ...pair }) {
  return { ...pair, a: pair.b, b: pair.a, containment: { aInB: bInA, bInA: aInB } };
}

/** What `pairs` finds, by the two ids. */
export async function edgesOf(pairs) {
  const edges = new Map();
  for await (const pair of pairs) edges.set(`${pair.a} ${pair.b}`, { ...pair });
  return edges;
}

/**
 * Where `add` with `skip` says something else than `dedup` of the same documents. What was skipped is not stored: a copy of it is compared with
 * all that came since, and may name one of these that it resembles more.
 */
export async function otherSkips(answers, removed, documents) {
  const skipped = answers.flatMap(({ duplicateOf }) => duplicateOf ?? []);
  const expected = asSkipped(removed);
  const firsts = await firstsOf(documents);
  const isCopy = (pair, other) =>
    pair.a === other?.a && !firsts.has(pair.a) && !other.identical && pair.resemblance >= other.resemblance;
  const others = skipped
    .map((pair, i) => [pair, expected[i]])
    .filter(([pair, other]) => !isDeepStrictEqual(pair, other) && !isCopy(pair, other));
  return [...others, ...expected.slice(skipped.length)];
}

/** What `dedup` removes, as `add` with `skip` says it. */
function asSkipped(removed) {
  return removed.map(({ id, keptId, resemblance, containment, distance, identical }) => ({
    ...{ a: id, b: keptId, resemblance, distance, identical },
    containment: { aInB: containment.inKept, bInA: containment.ofKept },
  }));
}

/** All of an answer of `sources` or `compareIn` but the numbers that documents have inside. */
export function comparable({ candidates, commit: _, ...others }) {
  return { ...others, candidates: candidates.map(({ document: _, ...candidate }) => candidate) };
}
