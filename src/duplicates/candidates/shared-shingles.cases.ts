/** Texts in clusters, the pairs among them by brute force, and a file to find them in. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distinctShingles } from '../../engines/scalar/shingles.ts';
import { generator } from '../../engines/wasm/simhash.cases.ts';
import type { TextsInFile } from '../../platform.ts';

/** Texts of 1 to `most` words: clusters of one text with some words changed, left out, or more put behind. */
export function clusteredTexts(count: number, most: number, seed: number): string[] {
  const random = generator(seed);
  const word = () => `w${random(3) === 0 ? random(40) : random(4000)}`;
  const texts = new Set<string>();
  let last: string[] = ['first'];
  while (texts.size < count) {
    if (random(4) === 0) last = Array.from({ length: 1 + random(most) }, word);
    const copy = last.slice();
    for (let edits = random(4); edits > 0; edits--) {
      const kind = random(3);
      if (kind === 0) copy[random(copy.length)] = word();
      else if (kind === 1 && copy.length > 1) copy.splice(random(copy.length), 1 + random(3));
      else copy.push(...Array.from({ length: random(most) }, word));
    }
    if (copy.length > 0) texts.add(copy.join(' '));
  }
  return [...texts];
}

export interface Overlap {
  /** `a b`, a < b. */
  readonly pair: string;
  readonly resemblance: number;
  /** The larger of the two containments. */
  readonly containment: number;
}

/** All pairs of texts that share a shingle, and how much they share. */
export function overlaps(texts: readonly string[], shape: number): Overlap[] {
  const sets = texts.map((text) => [...distinctShingles(Buffer.from(text), shape)]);
  const seen = new Map<bigint, number[]>();
  const common = new Map<string, number>();
  sets.forEach((set, b) => {
    for (const value of set) {
      const earlier = seen.get(value) ?? [];
      for (const a of earlier) common.set(`${a} ${b}`, (common.get(`${a} ${b}`) ?? 0) + 1);
      seen.set(value, [...earlier, b]);
    }
  });
  return [...common].map(([pair, shared]) => {
    const [a, b] = pair.split(' ').map((text) => sets[Number(text)].length);
    return { pair, resemblance: shared / (a + b - shared), containment: shared / Math.min(a, b) };
  });
}

export interface TemporaryTexts extends TextsInFile {
  close(): void;
}

/** The texts in a temporary file, one behind the other. */
export function textsInFile(texts: readonly string[]): TemporaryTexts {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-shingles-'));
  const file = openSync(join(folder, 'texts'), 'wx+');
  const ranges = new Float64Array(2 * texts.length);
  let position = 0;
  texts.forEach((text, i) => {
    const bytes = Buffer.from(text);
    writeSync(file, bytes);
    ranges.set([position, bytes.length], 2 * i);
    position += bytes.length;
  });
  const close = () => {
    closeSync(file);
    rmSync(folder, { recursive: true });
  };
  return { file, ranges, close };
}
