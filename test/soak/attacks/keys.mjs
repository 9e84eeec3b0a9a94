// Attacks on the values that stand for words, texts and ids: forged proofs, keys that all documents share, ids with one hash, and clusters
// in which everything must be compared with everything.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCrowd } from '../../../bench/data/crowd.mjs';
import { shortVector } from './short-vector.mjs';

/** Two texts without a word in common whose words have the same sdbm values, one by one: one must not go for the other. */
export async function forgedPair({ folder, neardup }) {
  return forged(folder, neardup, []);
}

export async function forgedPairExact({ folder, neardup }) {
  return forged(folder, neardup, ['--method', 'exact']);
}

async function forged(folder, neardup, options) {
  const file = join(folder, 'forged.jsonl');
  writeLines(
    file,
    forgedTexts(60).map((text, i) => ({ id: `d${i}`, text })),
  );
  const { removed } = summaryOf(await neardup(['dedup', file, '--json', '--quiet', ...options]));
  return {
    held: removed === 0,
    answer: removed === 0 ? 'no pair' : 'one text goes for a text of other words',
  };
}

/** Two texts of made-up words of 16 letters. */
export function forgedTexts(words) {
  const vector = shortVector();
  const next = generator(7);
  const pairs = Array.from({ length: words }, () => {
    const letters = vector.map((d) => {
      // both letters must be from a to z
      const [low, high] = [Math.max(0, -d), 25 - Math.max(0, d)];
      return 97 + low + (next() % (high - low + 1));
    });
    return [letters, letters.map((letter, i) => letter + vector[i])].map((word) =>
      String.fromCharCode(...word),
    );
  });
  return [0, 1].map((side) => pairs.map((pair) => pair[side]).join(' '));
}

/** A phrase whose shingle was 0 and so the least under every factor: 10,000 unrelated documents with it, beside ones without. */
export async function zeroPhrase({ folder, neardup }) {
  const next = generator(5);
  const documents = Array.from({ length: 10_000 }, () =>
    Array.from({ length: 100 }, () => `w${next() % 100_000}`),
  );
  const plain = join(folder, 'plain.jsonl');
  const magic = join(folder, 'magic.jsonl');
  writeLines(
    plain,
    documents.map((words, i) => ({ id: `d${i}`, text: words.join(' ') })),
  );
  for (const words of documents) words.splice(50, 0, 'cifa ciri dofo');
  writeLines(
    magic,
    documents.map((words, i) => ({ id: `d${i}`, text: words.join(' ') })),
  );
  return beside(neardup, plain, magic);
}

/** 100,000 ids that had one hash, beside ordinary ones. */
export async function sameIdHash({ folder, neardup }) {
  const ids = idsWithOneHash(100_000);
  const plain = join(folder, 'plain.jsonl');
  const same = join(folder, 'same.jsonl');
  writeLines(
    plain,
    ids.map((_, i) => ({ id: `idnumber${i}`, text: `t${i}` })),
  );
  writeLines(
    same,
    ids.map((id, i) => ({ id, text: `t${i}` })),
  );
  return beside(neardup, plain, same);
}

/** 5,000 documents of which any two are .79 alike: all are candidates, none is a pair. */
export async function justUnder({ folder, neardup }) {
  const file = join(folder, 'cluster.jsonl');
  writeLines(file, cluster(5000));
  const results = [];
  let said = true;
  for (const verb of ['dedup', 'groups', 'pairs']) {
    const result = await neardup([verb, file, '--json'], { limit: 6 * LIMIT });
    const summary = result.killed ? {} : summaryOf(result);
    said &&= summary.truncated > 0 && /compar/.test(result.stderr);
    results.push(`${verb} ${result.seconds.toFixed(1)} s, truncated ${summary.truncated ?? '-'}`);
  }
  return { held: said, answer: results.join('; ') };
}

/** Every fifth document ends with the same 200 words: nothing is removed, and it costs little more than documents without. */
export async function commonFooter({ folder, neardup }) {
  const [plain, hostile] = ['plain.jsonl', 'footer.jsonl'].map((name) => join(folder, name));
  writeCrowd(plain, 60_000, 0);
  writeCrowd(hostile, 60_000, 200);
  return beside(neardup, plain, hostile);
}

/** Documents with 202 words in common and some of their own. */
export function cluster(documents, own = 27) {
  const common = Array.from({ length: 202 }, (_, i) => `common${i}`).join(' ');
  return Array.from({ length: documents }, (_, i) => {
    const words = Array.from({ length: own }, (_, k) => `u${i}x${k}`);
    return { id: `d${i}`, text: `${common} ${words.join(' ')}` };
  });
}

/** Seconds after which a run is ended: it fell. */
const LIMIT = 300;

/** Runs `dedup` on an ordinary file and on a hostile one of the same size; it held if that took no more than twice the time and a second. */
async function beside(neardup, plain, hostile) {
  const ordinary = await neardup(['dedup', plain, '--json', '--quiet']);
  const attacked = await neardup(['dedup', hostile, '--json', '--quiet'], { limit: LIMIT });
  if (!attacked.killed) summaryOf(attacked);
  const answer = `${attacked.killed ? 'more than ' : ''}${attacked.seconds.toFixed(1)} s, ordinary documents ${ordinary.seconds.toFixed(1)} s`;
  return { held: attacked.seconds < 2 * ordinary.seconds + 1, answer };
}

/** Ids of eight characters that the id hash without a seed sent to one place: its steps can be undone. */
export function idsWithOneHash(count) {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_';
  const factor = 0x9e3779b1;
  const needed = rotate(Math.imul(12_345, inverse(5)), 19);
  const ids = [];
  for (let n = 0; ids.length < count; n++) {
    const first = [0, 6, 12, 18].map((shift) => alphabet[(n >> shift) & 63]).join('');
    const word = Buffer.from(first).readInt32LE();
    const state = Math.imul(rotate(8 ^ Math.imul(word, factor), 13), 5);
    const second = Buffer.alloc(4);
    second.writeInt32LE(Math.imul(needed ^ state, inverse(factor)));
    if (second.every((byte) => byte >= 0x20 && byte < 0x7f)) ids.push(first + second.toString('latin1'));
  }
  return ids;
}

/** Modulo 2^32. */
export function inverse(odd) {
  let x = odd;
  for (let i = 0; i < 5; i++) x = Math.imul(x, 2 - Math.imul(odd, x));
  return x;
}

function rotate(x, n) {
  return (x << n) | (x >>> (32 - n));
}

function writeLines(file, documents) {
  writeFileSync(file, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
}

function summaryOf({ code, stdout, stderr }) {
  if (code !== 0) throw new Error(`neardup ended with ${code}: ${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1)).summary;
}

/** Pseudo-random numbers (xorshift32). */
function generator(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
