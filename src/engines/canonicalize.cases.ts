/** Runs the canonicalize kernels on batches and shows all they wrote; and makes texts to run them on. */
import fc from 'fast-check';
import { letterTable } from '../canonicalize/letter-table.ts';
import { stopTable } from '../canonicalize/stop-table.ts';
import type { Address, Heap } from './heap.ts';
import type { Kernels } from './kernels.ts';
import { placeBytes } from './layouts/batches.ts';
import { CANONICAL_GROWTH } from './layouts/modes.ts';
import { placeTexts } from './place-texts.cases.ts';

export interface Outcome {
  /** What the kernel returned. */
  result: number;
  /** The canonical documents, each with its NUL. */
  documents: string[];
  words: number[];
  /** Where the words of each document are in it, first byte and behind the last, joined: strings are compared quickly. */
  places: string[];
  /** Whether it wrote outside the room it may use. */
  trespassed: boolean;
}

const GUARD = 256;

/** A heap with the letter table and a stop-word table, to run batches on. */
export class Bench {
  private readonly letters: Address;
  private readonly stops: Address;

  constructor(
    readonly heap: Heap,
    stopWords: readonly string[],
  ) {
    this.letters = heap.place(letterTable());
    this.stops = heap.place(stopTable(stopWords));
  }

  /** `stopped(i)` tells whether stop words leave document i. */
  run(
    kernels: Kernels,
    documents: readonly Uint8Array[],
    mode: number,
    stopped?: (i: number) => boolean,
    hasPlaces = false,
  ): Outcome {
    const { heap } = this;
    const count = documents.length;
    // around the batch, there is what looks like the rest of a cut letter
    const { text, offsets, bytes } = placeTexts(heap, documents, 0xbf);
    const tables = documents.map((_, i) => (stopped?.(i) ? this.stops : 0));
    const stopsAt = stopped === undefined ? 0 : heap.place(Uint32Array.from(tables));
    const room = Math.floor(CANONICAL_GROWTH * bytes) + 2 * count + 64;
    const out = heap.allocate(room + GUARD);
    heap.u8.fill(0xa5, out - 64, out + room + GUARD);
    const outOffsets = heap.allocate(4 * count + 4);
    const words = heap.allocate(4 * count);
    const placeRoom = placeBytes(bytes, count);
    const places = hasPlaces ? heap.allocate(placeRoom + GUARD) : 0;
    if (hasPlaces) heap.u8.fill(0xa5, places, places + placeRoom + GUARD);
    const fixed = { letters: this.letters, stops: stopsAt, mode };
    const result = kernels.canonicalize({ text, offsets, count, ...fixed, out, outOffsets, words, places });
    const around = [...heap.u8.subarray(out - 64, out), ...heap.u8.subarray(out + room, out + room + GUARD)];
    if (hasPlaces) around.push(...heap.u8.subarray(places + placeRoom, places + placeRoom + GUARD));
    const outcome: Outcome = {
      result,
      documents: [],
      words: [],
      places: [],
      trespassed: around.some((byte) => byte !== 0xa5),
    };
    for (let i = 0; i < count && result >= 0; i++) {
      const [start, end] = heap.u32.subarray((outOffsets >>> 2) + i, (outOffsets >>> 2) + i + 2);
      outcome.documents.push(Buffer.from(heap.u8.slice(out + start, out + end)).toString('latin1'));
      outcome.words.push(heap.u32[(words >>> 2) + i]);
    }
    let place = places >>> 2;
    for (let i = 0; i < outcome.words.length && hasPlaces; i++) {
      const own = Array.from(
        { length: 2 * outcome.words[i] },
        () => heap.u32[place++] - heap.u32[offsets / 4 + i],
      );
      outcome.places.push(own.join(' '));
    }
    for (const block of [text, offsets, out, outOffsets, words]) heap.release(block);
    for (const block of [stopsAt, places]) if (block !== 0) heap.release(block);
    return outcome;
  }
}

const LETTERS =
  "aBz09ÉßŉİıſΐЙйїҐмЯДѠѡ漢汉臺的カーｶﾞﾊกิ้ខ្មែរ한שׁבְﬃ𐐀𠮷😀ȺⱥǅᲐⅣ²'’ʼ‘`´＇ \t-.,—\u00ad\u0301\u0308\u200b\ufeff\u0483\u3099\u0e38\u0e49";
const BREAKS = [
  '\n',
  '\r\n',
  '\r',
  '\n  ',
  ' \n',
  '\n\n',
  '  \r\n\t ',
  `\n${' '.repeat(15)}`,
  `\n${' '.repeat(16)}`,
];
const WORDS =
  "the The THE and of cat don't м'ята Й не на і та 我們 的 了 中文分词 ＡＢＣ naïve état für x".split(' ');

/** Texts of all kinds: words, single letters, every plane, bytes that are no UTF-8, long words, runs of separators. */
export function anyText(): fc.Arbitrary<Uint8Array> {
  const encode = (text: string) => Uint8Array.from(Buffer.from(text));
  const bytes = fc.uint8Array({ maxLength: 12 });
  const letters = fc.constantFrom(...LETTERS).map(encode);
  const spaced = fc
    .tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ', ', '. ', '—', '', "'"))
    .map((p) => encode(p.join('')));
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map(encode);
  const anyPlane = fc.integer({ min: 0, max: 0x10ffff }).map((code) => encode(String.fromCodePoint(code)));
  const repeated = fc
    .tuple(
      fc.oneof(letters, fc.constant(encode(' ')), fc.constant(encode('.-'))),
      fc.integer({ min: 2, max: 150 }),
    )
    .map(([unit, times]) => Uint8Array.from(Array.from({ length: times }, () => [...unit]).flat()));
  const wrapped = fc
    .array(fc.tuple(fc.constantFrom(...'漢字的กก𠮷ア'), fc.constantFrom('', '', '', ...BREAKS)), {
      maxLength: 20,
    })
    .map((parts) => encode(parts.flat().join('')));
  const cut = anyPlane.map((unit) => unit.subarray(0, unit.length - 1));
  const piece = fc.oneof(
    { weight: 8, arbitrary: spaced },
    { weight: 6, arbitrary: letters },
    { weight: 3, arbitrary: ascii },
    { weight: 2, arbitrary: anyPlane },
    { weight: 1, arbitrary: repeated },
    { weight: 2, arbitrary: wrapped },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: cut },
  );
  return fc.array(piece, { maxLength: 40 }).map((pieces) => Uint8Array.from(pieces.flatMap((p) => [...p])));
}
