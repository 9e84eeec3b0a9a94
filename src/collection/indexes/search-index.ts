/**
 * The index of `search`: signatures and canonical texts of documents. Signatures are weighed by term statistics; those of one set of statistics, an
 * epoch, can be compared with each other. A new epoch rebuilds them all.
 */
import { CANONICAL_VERSION } from '../../canonicalize/index.ts';
import { BatchBuilder, prepareBatch, type Steps } from '../../corpus/index.ts';
import { TERM_SLOTS, TermStatistics } from '../../fingerprint/index.ts';
import { ordered } from '../../ordered.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import { atOnce, type InSteps, inTurns } from '../in-turns.ts';
import { isCount, isU32 } from '../json-shapes.ts';
import type { Part, PartsFile, StreamedPart } from '../store/parts-file.ts';
import type { SearchWeights } from './search-weights.ts';
import type { NumberedDocument, RenumberedPiece, TextIndexKind } from './text-index.ts';
import { BlockBuilder, BlocksWriter, blocksIn, blocksOf, isLarge, type StoredBlock } from './word-blocks.ts';

/** Bits of a signature. */
export const WIDTH = 1024;
const SIGNATURE_BYTES = WIDTH / 8;
/** Bytes of text that are written together. */
const CHUNK = 1 << 20;
/** Documents whose words are counted between two chunks. */
const STEP = 64;
const NOTHING = new Uint8Array(0);

/** Four bytes each if that is enough. */
export type TextEnds = Uint32Array | Float64Array;

/** Some documents of a table: their numbers, ascending, with signature and canonical text. */
export interface SearchPiece {
  readonly numbers: Uint32Array;
  /** Where each text ends; they follow each other. */
  readonly ends: TextEnds;
  /** Signatures of the current epoch, if the piece is in memory. There must be an epoch. */
  signatures(): Uint8Array;
  /** Bytes of the texts. */
  texts(from: number, length: number): Uint8Array;
  /** The words of the texts, so that a search for few words need not read them. */
  blocks(): readonly StoredBlock[];
  readonly file?: PartsFile;
}

export function searchIndex(steps: Steps, weights: SearchWeights): TextIndexKind<SearchPiece> {
  return {
    name: 'search',
    get scheme() {
      return `signatures 1 and words 1 of ${WIDTH} bits, canonical form ${CANONICAL_VERSION}, weights ${weights.name}`;
    },
    make: (documents) => pieceOf(documents, steps, weights),
    join: (pieces) => MemoryPiece.join(pieces as readonly MemoryPiece[]),
    open: openPiece,
    parts: (pieces) => {
      const living = pieces.map(({ piece, numbers, gone }) => ({
        piece,
        isLiving: (number: number) => numbers[number] !== gone,
      }));
      beginFirstEpoch(living, steps, weights);
      return searchParts(pieces);
    },
    memory: ({ file, numbers, ends }) =>
      numbers.byteLength +
      ends.byteLength +
      (file === undefined ? SIGNATURE_BYTES * numbers.length + (ends.at(-1) ?? 0) : 0),
    close: ({ file }) => file?.close(),
  };
}

async function pieceOf(
  documents: Iterable<NumberedDocument>,
  steps: Steps,
  weights: SearchWeights,
): Promise<SearchPiece> {
  const numbers: number[] = [];
  const ends: number[] = [];
  const texts: Uint8Array[] = [];
  let end = 0;
  const { heap } = steps.engine;
  const batches = ordered(
    batchesOf(documents, numbers, steps),
    { items: 2 * steps.engine.threads },
    (batch) => prepareBatch(batch, { ...steps, bands: undefined }),
  );
  for await (const batch of batches) {
    const offsets = heap.u32.subarray(batch.offsets / 4, batch.offsets / 4 + batch.count + 1);
    // each without its trailing NUL
    const together = new Uint8Array(offsets[batch.count] - offsets[0] - batch.count);
    const start = end;
    for (let i = 0; i < batch.count; i++) {
      const text = heap.u8.subarray(batch.text + offsets[i], batch.text + offsets[i + 1] - 1);
      together.set(text, end - start);
      end += text.length;
      ends.push(end);
    }
    texts.push(together);
    batch.release();
  }
  const piece = new MemoryPiece(
    Uint32Array.from(numbers),
    Float64Array.from(ends),
    joinBytes(texts),
    steps,
    weights,
  );
  // without an epoch, there is nothing to weigh by until a search or a file needs it
  await piece.sign();
  return piece;
}

function* batchesOf(documents: Iterable<NumberedDocument>, numbers: number[], { engine }: Steps) {
  const builder = new BatchBuilder(engine.heap);
  for (const { number, text, lang } of documents) {
    numbers.push(number);
    yield* builder.add(text, lang);
  }
  const last = builder.finish();
  if (last !== undefined) yield last;
}

/** Texts of a piece on the heap, some at a time, each followed by a NUL as kernels expect. */
function* onHeap(
  { ends, texts }: SearchPiece,
  { engine }: Steps,
  wanted: (i: number) => boolean = () => true,
) {
  const { heap } = engine;
  for (let first = 0; first < ends.length; ) {
    const parts: Uint8Array[] = [];
    const offsets = [0];
    const members: number[] = [];
    let i = first;
    for (let bytes = 0; i < ends.length && bytes < CHUNK; i++) {
      if (!wanted(i)) continue;
      const start = i === 0 ? 0 : ends[i - 1];
      const length = ends[i] - start;
      parts.push(texts(start, length), NUL);
      bytes += length + 1;
      offsets.push(bytes);
      members.push(i);
    }
    first = i;
    const [text, places] = [heap.place(joinBytes(parts)), heap.place(Uint32Array.from(offsets))];
    yield { text, offsets: places, members };
    heap.release(text);
    heap.release(places);
  }
}

const NUL = new Uint8Array(1);

/** The signatures of all texts of a piece. */
function* signing(piece: SearchPiece, steps: Steps, statistics: TermStatistics): InSteps<Uint8Array> {
  const { heap, kernels } = steps.engine;
  const signatures = new Uint8Array(SIGNATURE_BYTES * piece.ends.length);
  const weights = heap.place(statistics.weights());
  const stretches = onHeap(piece, steps);
  for (const { text, offsets, members } of stretches) {
    const out = heap.allocate(Math.max(1, SIGNATURE_BYTES * members.length));
    kernels.topsig({ text, offsets, count: members.length, width: WIDTH, weights, out, masks: 0 });
    signatures.set(
      heap.u8.subarray(out, out + SIGNATURE_BYTES * members.length),
      SIGNATURE_BYTES * (members[0] ?? 0),
    );
    heap.release(out);
    yield;
  }
  heap.release(weights);
  return signatures;
}

/** A piece, and which numbers are of living documents. */
export interface LivingPiece {
  readonly piece: SearchPiece;
  isLiving(number: number): boolean;
}

/** If there is no epoch yet, these documents begin it. */
export function beginFirstEpoch(pieces: readonly LivingPiece[], steps: Steps, weights: SearchWeights): void {
  if (weights.statistics === undefined && pieces.some(({ piece }) => piece.numbers.length > 0))
    weights.begin(atOnce(statisticsIn(pieces, steps)));
}

/** Term statistics of the living documents of pieces. */
export function* statisticsIn(pieces: readonly LivingPiece[], steps: Steps): InSteps<TermStatistics> {
  const { heap, kernels } = steps.engine;
  const counts = heap.allocate(4 * TERM_SLOTS);
  heap.u8.fill(0, counts, counts + 4 * TERM_SLOTS);
  const statistics = new TermStatistics();
  for (const { piece, isLiving } of pieces) {
    const { numbers, ends } = piece;
    for (const { text, offsets, members } of onHeap(piece, steps, (i) => isLiving(numbers[i]))) {
      kernels.termCounts(text, offsets, members.length, counts);
      // a text without words is no document of the statistics
      for (const i of members) if (ends[i] > (i === 0 ? 0 : ends[i - 1])) statistics.documents++;
      yield;
    }
  }
  statistics.add(heap.u32.subarray(counts / 4, counts / 4 + TERM_SLOTS), 0);
  heap.release(counts);
  return statistics;
}

function constant<T>(value: T): () => T {
  return () => value;
}

/** A piece in memory. Its signatures are made again when a new epoch has begun; all else stays. */
class MemoryPiece implements SearchPiece {
  private signed: { epoch: string; signatures: Uint8Array } = { epoch: '', signatures: new Uint8Array(0) };
  private made: readonly StoredBlock[] | undefined;

  constructor(
    readonly numbers: Uint32Array,
    readonly ends: Float64Array,
    private readonly bytes: Uint8Array,
    private readonly steps: Steps,
    private readonly weights: SearchWeights,
  ) {}

  signatures(): Uint8Array {
    const { name: epoch, statistics } = this.weights;
    if (this.signed.epoch !== epoch && statistics !== undefined)
      this.signed = { epoch, signatures: atOnce(signing(this, this.steps, statistics)) };
    return this.signed.signatures;
  }

  /** Makes the signatures before they are asked for. If an epoch begins meanwhile, they are made again when they are. */
  async sign(): Promise<void> {
    const { name: epoch, statistics } = this.weights;
    if (statistics === undefined) return;
    this.signed = { epoch, signatures: await inTurns(signing(this, this.steps, statistics)) };
  }

  /** Joins several pieces, whose documents follow each other. */
  static join(pieces: readonly MemoryPiece[]): MemoryPiece {
    const { steps, weights } = pieces[0];
    const numbers = pieces.flatMap((piece) => [...piece.numbers]);
    const ends: number[] = [];
    let bytes = 0;
    for (const piece of pieces) {
      for (const end of piece.ends) ends.push(bytes + end);
      bytes += piece.bytes.length;
    }
    const joined = new MemoryPiece(
      Uint32Array.from(numbers),
      Float64Array.from(ends),
      joinBytes(pieces.map((piece) => piece.bytes)),
      steps,
      weights,
    );
    const { epoch } = pieces[0].signed;
    if (pieces.every(({ signed }) => signed.epoch === epoch))
      joined.signed = { epoch, signatures: joinBytes(pieces.map(({ signed }) => signed.signatures)) };
    return joined;
  }

  readonly texts = (from: number, length: number) => this.bytes.subarray(from, from + length);

  blocks(): readonly StoredBlock[] {
    this.made ??= blocksOf(this.ends, this.texts);
    return this.made;
  }
}

/** @param documents Documents of the table that it is about. */
function openPiece(file: PartsFile, documents: number): SearchPiece {
  const numbers = file.numbers('numbers', Uint32Array);
  const stored = file.numbers('ends', Float64Array);
  const ends = stored.every((end) => isU32(end)) ? Uint32Array.from(stored) : stored;
  const fits =
    ends.length === numbers.length &&
    file.lengthOf('sigs') === SIGNATURE_BYTES * numbers.length &&
    numbers.every((number, i) => i === 0 || number > numbers[i - 1]) &&
    (numbers.at(-1) ?? 0) < documents &&
    ends.every((end, i) => isCount(end) && end >= (i === 0 ? 0 : ends[i - 1])) &&
    (ends.at(-1) ?? 0) === file.lengthOf('texts');
  if (!fits) throw file.bad('its parts do not fit');
  const texts = (from: number, length: number) => file.slice('texts', from, length);
  const blocks = constant(blocksIn(file, numbers.length));
  return { numbers, ends, texts, signatures: () => file.get('sigs'), blocks, file };
}

function* searchParts(pieces: readonly RenumberedPiece<SearchPiece>[]): Generator<Part | StreamedPart> {
  const kept = pieces.map(({ piece, numbers, gone }) =>
    [...piece.numbers.keys()].filter((i) => numbers[piece.numbers[i]] !== gone),
  );
  const ends: number[] = [];
  let end = 0;
  pieces.forEach(({ piece }, p) => {
    for (const i of kept[p]) {
      end += piece.ends[i] - (i === 0 ? 0 : piece.ends[i - 1]);
      ends.push(end);
    }
  });
  const numbers = pieces.flatMap(({ piece, numbers }, p) => kept[p].map((i) => numbers[piece.numbers[i]]));
  yield { name: 'numbers', bytes: new Uint8Array(Uint32Array.from(numbers).buffer) };
  yield { name: 'ends', bytes: new Uint8Array(Float64Array.from(ends).buffer) };
  yield { name: 'sigs', chunks: signatureChunks(pieces, kept) };
  yield { name: 'texts', chunks: textChunks(pieces, kept) };
  const words = new BlocksWriter();
  yield { name: 'words', chunks: wordChunks(pieces, kept, words) };
  yield { name: 'blocks', bytes: words.directory() };
}

function* signatureChunks(pieces: readonly RenumberedPiece<SearchPiece>[], kept: readonly number[][]) {
  for (const [p, { piece }] of pieces.entries()) {
    const all = piece.signatures();
    const some = new Uint8Array(SIGNATURE_BYTES * kept[p].length);
    kept[p].forEach((i, at) => {
      some.set(all.subarray(SIGNATURE_BYTES * i, SIGNATURE_BYTES * (i + 1)), SIGNATURE_BYTES * at);
    });
    yield some;
  }
}

function* textChunks(pieces: readonly RenumberedPiece<SearchPiece>[], kept: readonly number[][]) {
  for (const [p, { piece }] of pieces.entries()) {
    for (const [from, to] of runsOf(kept[p])) {
      const start = from === 0 ? 0 : piece.ends[from - 1];
      for (let at = start; at < piece.ends[to - 1]; at += CHUNK) {
        yield piece.texts(at, Math.min(CHUNK, piece.ends[to - 1] - at));
      }
    }
  }
}

/** Blocks of files stay as they are if they are not small. The documents of others are in new ones. */
function* wordChunks(
  pieces: readonly RenumberedPiece<SearchPiece>[],
  kept: readonly number[][],
  writer: BlocksWriter,
) {
  const builder = new BlockBuilder();
  for (const [p, { piece }] of pieces.entries()) {
    const { ends, texts } = piece;
    const startOf = (i: number) => (i === 0 ? 0 : ends[i - 1]);
    let next = 0;
    const all = { first: 0, documents: ends.length };
    for (const block of piece.file === undefined ? [all] : piece.blocks()) {
      const from = next;
      while (next < kept[p].length && kept[p][next] < block.first + block.documents) next++;
      const bytes = startOf(block.first + block.documents) - startOf(block.first);
      if ('entries' in block && next - from === block.documents && isLarge(block.documents, bytes)) {
        yield* writer.write(builder.finish());
        yield* writer.copy(block);
      } else {
        for (const [at, i] of kept[p].slice(from, next).entries()) {
          yield* writer.write(builder.add(texts(startOf(i), ends[i] - startOf(i))));
          // an empty chunk is a moment at which `writeParts` can let other work go first
          if (at % STEP === STEP - 1) yield NOTHING;
        }
      }
    }
  }
  yield* writer.write(builder.finish());
}

/** Ascending numbers as ranges, `to` exclusive. */
function* runsOf(ascending: readonly number[]): Generator<readonly [from: number, to: number]> {
  for (let first = 0; first < ascending.length; ) {
    let last = first;
    while (last + 1 < ascending.length && ascending[last + 1] === ascending[last] + 1) last++;
    yield [ascending[first], ascending[last] + 1];
    first = last + 1;
  }
}
