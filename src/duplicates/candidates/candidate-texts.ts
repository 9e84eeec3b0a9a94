/**
 * Candidates among texts. Documents with the same canonical text are found here and count as one from now on:
 * a page that was copied ten thousand times is compared once.
 */
import type { Corpus } from '../../corpus/index.ts';
import type { Buckets, CandidateOptions, Candidates, ContainmentOf } from '../../duplicates.ts';
import { mixedHash, type Seed } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { methodFor, textShape } from '../../fingerprint/index.ts';
import { sameBytes } from '../../platform/bytes.ts';
import { bandBuckets } from './bands.ts';
import { collapse } from './candidates.ts';
import type { Conditions } from './conditions.ts';
import { joinPairs } from './join/join-pairs.ts';
import { rareShingleBuckets } from './rare-shingles.ts';
import { splitByClass } from './split-cells.ts';

/** The distinct texts of a corpus (those with words in them), gathered into cells. */
export interface CandidateTexts {
  /** Documents with text t: `members.subarray(memberStarts[t], memberStarts[t + 1])`, ascending. */
  readonly memberStarts: Uint32Array;
  readonly members: Uint32Array;
  /** Texts of cell c: from `textStarts[c]` up to `textStarts[c + 1]`. All texts of a cell are candidates of each other. */
  readonly textStarts: Uint32Array;
  /** Where cells meet. */
  readonly buckets: Buckets;
  /** What fields say of the documents. */
  readonly conditions?: Conditions;
}

export async function candidateTexts(
  corpus: Corpus,
  engine: Engine,
  options: CandidateOptions & { readonly containmentOf?: ContainmentOf },
  conditions?: Conditions,
): Promise<CandidateTexts> {
  const texts = await allCandidates(corpus, engine, options, conditions);
  if (conditions === undefined) return texts;
  const { classes } = conditions;
  return { ...(classes === undefined ? texts : splitByClass(texts, classes)), conditions };
}

async function allCandidates(
  corpus: Corpus,
  engine: Engine,
  options: CandidateOptions & { readonly containmentOf?: ContainmentOf },
  conditions?: Conditions,
): Promise<CandidateTexts> {
  const numbers = withWords(corpus);
  if (methodFor(options) === 'simhash') {
    const fingerprints = valuesOf(corpus.fingerprints.view(), numbers);
    const found = await joinPairs(engine)(fingerprints, options);
    const { textStarts, ...texts } = await textsOf(corpus, found, numbers, engine.seed, conditions);
    return { ...texts, textStarts, buckets: neighborBuckets(found) };
  }
  // half of the hash is enough to bring equal texts together: their bytes are compared
  const same = collapse(valuesOf(corpus.contents.view(), numbers, 2));
  const { memberStarts, members } = await textsOf(corpus, same, numbers, engine.seed, conditions);
  const textStarts = memberStarts.map((_, text) => text);
  // any document of a text will do
  const documents =
    members.length === 0 ? members : memberStarts.subarray(0, -1).map((start) => members[start]);
  const buckets = await shingleBuckets(corpus, documents, engine, options);
  return { memberStarts, members, textStarts, buckets };
}

/** The buckets of texts, each given by a document that has it. */
async function shingleBuckets(
  corpus: Corpus,
  documents: Uint32Array,
  engine: Engine,
  options: CandidateOptions & { readonly containmentOf?: ContainmentOf },
): Promise<Buckets> {
  if (methodFor(options) === 'bands') {
    const { bands, keyWords: words } = corpus;
    return bandBuckets({ keys: corpus.bandKeys.view(), bands, words }, documents);
  }
  const ranges = new Float64Array(2 * documents.length);
  documents.forEach((document, i) => {
    ranges[2 * i] = corpus.positions.get(document);
    ranges[2 * i + 1] = corpus.lengths.get(document);
  });
  const { threshold, containment, containmentOf } = options;
  const shape = textShape(options);
  return rareShingleBuckets(
    engine,
    { file: corpus.spool.file, ranges },
    {
      ...{ shape, threshold, containment, containmentOf },
    },
  );
}

/** Divides documents that agree in a hash by their texts. A group of equal hashes makes one cell. */
async function textsOf(
  corpus: Corpus,
  { starts, members: positions }: Pick<Candidates, 'starts' | 'members'>,
  numbers: Uint32Array,
  seed: Seed,
  conditions: Conditions | undefined,
): Promise<Pick<CandidateTexts, 'memberStarts' | 'members' | 'textStarts'>> {
  const cells = starts.length - 1;
  await corpus.needTexts(alike(starts, positions, numbers));
  // copies of a text follow each other as the texts do: in the next shard, in another language
  const textOf = corpus.textsInOrder(4);
  const members = new Uint32Array(numbers.length);
  const memberStarts: number[] = [];
  const textStarts = new Uint32Array(cells + 1);
  let used = 0;
  for (let cell = 0; cell < cells; cell++) {
    textStarts[cell] = memberStarts.length;
    if (starts[cell + 1] - starts[cell] === 1) {
      memberStarts.push(used);
      members[used++] = numbers[positions[starts[cell]]];
      continue;
    }
    const documents = positions.subarray(starts[cell], starts[cell + 1]).map((position) => numbers[position]);
    for (const text of sameTexts(corpus, documents, textOf, seed).flatMap((same) =>
      ofOneKind(same, conditions),
    )) {
      memberStarts.push(used);
      members.set(text, used);
      used += text.length;
    }
  }
  textStarts[cells] = memberStarts.length;
  memberStarts.push(used);
  return { memberStarts: Uint32Array.from(memberStarts), members, textStarts };
}

/** The documents that agree with another one in their hash. */
function alike(starts: Uint32Array, positions: Uint32Array, numbers: Uint32Array): Uint32Array {
  const found = new Uint32Array(numbers.length);
  let count = 0;
  for (let cell = 0; cell < starts.length - 1; cell++) {
    if (starts[cell + 1] - starts[cell] === 1) continue;
    for (let i = starts[cell]; i < starts[cell + 1]; i++) found[count++] = numbers[positions[i]];
  }
  return found.subarray(0, count);
}

/** A bucket for every fingerprint, into which its neighbors look. */
function neighborBuckets({ distinct, left, right }: Candidates): Buckets {
  const count = distinct.length;
  const lookStarts = new Uint32Array(count + 1);
  for (let p = 0; p < left.length; p++) {
    lookStarts[left[p] + 1]++;
    lookStarts[right[p] + 1]++;
  }
  for (let cell = 0; cell < count; cell++) lookStarts[cell + 1] += lookStarts[cell] + 1;
  const looks = new Uint32Array(lookStarts[count]);
  const next = lookStarts.slice();
  for (let cell = 0; cell < count; cell++) looks[next[cell]++] = cell;
  for (let p = 0; p < left.length; p++) {
    looks[next[left[p]]++] = right[p];
    looks[next[right[p]]++] = left[p];
  }
  const each = Uint32Array.from({ length: count + 1 }, (_, i) => i);
  return { count, lookStarts, looks, postStarts: each, posts: each.subarray(0, count) };
}

/** The documents that have words: an empty document resembles nothing. */
function withWords(corpus: Corpus): Uint32Array {
  const words = corpus.words.view();
  const numbers = new Uint32Array(words.length);
  let count = 0;
  for (let number = 0; number < words.length; number++) if (words[number] !== 0) numbers[count++] = number;
  return numbers.subarray(0, count);
}

/** @param words Numbers that the column has for a document; the first counts. */
function valuesOf(column: BigUint64Array, numbers: Uint32Array, words = 1): BigUint64Array {
  const values = new BigUint64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) values[i] = column[words * numbers[i]];
  return values;
}

/**
 * Divides documents by their texts. Equal hashes are only believed after a look at the bytes. Anyone can make texts that share a hash, but
 * not texts that also share the one with a seed; so few bytes are looked at, whatever the texts.
 */
function sameTexts(
  corpus: Corpus,
  documents: Uint32Array,
  textOf: (number: number) => Uint8Array,
  seed: Seed,
): number[][] {
  const texts: number[][] = [];
  const byHash = new Map<bigint | string, { bytes: Uint8Array; text: number[] }>();
  for (const number of documents) {
    const bytes = textOf(number);
    let key: bigint | string = corpus.content(number);
    let known = byHash.get(key);
    for (let next = 0; known !== undefined && !sameBytes(known.bytes, bytes); next++) {
      key = `${next} ${seededHash(bytes, seed)}`;
      known = byHash.get(key);
    }
    if (known !== undefined) {
      known.text.push(number);
      continue;
    }
    const text = [number];
    texts.push(text);
    byHash.set(key, { bytes: bytes.slice(), text });
  }
  return texts;
}

/** Divides documents by what fields say of them. */
function ofOneKind(documents: number[], conditions: Conditions | undefined): number[][] {
  if (conditions === undefined) return [documents];
  const kinds = new Map<string, number[]>();
  for (const document of documents) {
    const kind = conditions.kindOf(document);
    const others = kinds.get(kind);
    if (others === undefined) kinds.set(kind, [document]);
    else others.push(document);
  }
  return [...kinds.values()];
}

function seededHash(bytes: Uint8Array, seed: Seed): string {
  const halves = new Uint32Array(2);
  mixedHash(bytes, 0, bytes.length, halves, seed);
  return halves.join(' ');
}
