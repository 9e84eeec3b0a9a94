/**
 * Candidates among texts. Documents with the same canonical text are found here and count as one from now on:
 * a page that was copied ten thousand times is compared once.
 */
import type { Corpus } from '../corpus.ts';
import type { Engine } from '../engines.ts';
import { type IndexOptions, joinPairs } from '../indexes.ts';

/** The distinct texts of a corpus (those with words in them), gathered by fingerprint. */
export interface CandidateTexts {
  /** Documents with text t: `members.subarray(memberStarts[t], memberStarts[t + 1])`, ascending. */
  readonly memberStarts: Uint32Array;
  readonly members: Uint32Array;
  /** Texts with distinct fingerprint f: from `textStarts[f]` up to `textStarts[f + 1]`. */
  readonly textStarts: Uint32Array;
  /** Pairs of distinct fingerprints within the distance asked for, each once, left < right, ordered. */
  readonly left: Uint32Array;
  readonly right: Uint32Array;
}

export async function candidateTexts(
  corpus: Corpus,
  engine: Engine,
  options: IndexOptions,
): Promise<CandidateTexts> {
  const { numbers, fingerprints } = withWords(corpus);
  const found = await joinPairs(engine)(fingerprints, options);
  const cells = found.starts.length - 1;
  const members = new Uint32Array(numbers.length);
  const memberStarts: number[] = [];
  const textStarts = new Uint32Array(cells + 1);
  let used = 0;
  for (let cell = 0; cell < cells; cell++) {
    textStarts[cell] = memberStarts.length;
    const positions = found.members.subarray(found.starts[cell], found.starts[cell + 1]);
    for (const text of sameTexts(corpus, positions, numbers)) {
      memberStarts.push(used);
      members.set(text, used);
      used += text.length;
    }
  }
  textStarts[cells] = memberStarts.length;
  memberStarts.push(used);
  return {
    memberStarts: Uint32Array.from(memberStarts),
    members,
    textStarts,
    left: found.left,
    right: found.right,
  };
}

/** The documents that have words, with their fingerprints: an empty document resembles nothing. */
function withWords(corpus: Corpus): { numbers: Uint32Array; fingerprints: BigUint64Array } {
  const words = corpus.words.view();
  const all = corpus.fingerprints.view();
  const numbers = new Uint32Array(words.length);
  const fingerprints = new BigUint64Array(words.length);
  let count = 0;
  for (let number = 0; number < words.length; number++) {
    if (words[number] === 0) continue;
    numbers[count] = number;
    fingerprints[count++] = all[number];
  }
  return { numbers: numbers.subarray(0, count), fingerprints: fingerprints.subarray(0, count) };
}

/** Divides documents with one fingerprint by their texts. Equal hashes are only believed after a look at the bytes. */
function sameTexts(corpus: Corpus, positions: Uint32Array, numbers: Uint32Array): number[][] {
  if (positions.length === 1) return [[numbers[positions[0]]]];
  const texts: number[][] = [];
  const byHash = new Map<bigint, { bytes: Uint8Array; text: number[] }[]>();
  for (const position of positions) {
    const number = numbers[position];
    const hash = corpus.contents.get(number);
    const bytes = corpus.canonicalText(number);
    const alike = byHash.get(hash) ?? [];
    const known = alike.find((entry) => Buffer.compare(entry.bytes, bytes) === 0);
    if (known !== undefined) {
      known.text.push(number);
      continue;
    }
    const text = [number];
    texts.push(text);
    alike.push({ bytes, text });
    byHash.set(hash, alike);
  }
  return texts;
}
