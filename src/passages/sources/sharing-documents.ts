/** Reads an input and yields the documents that the quick pass lets through, each with its number. */
import {
  type PreparedBatch,
  packWork,
  prepareBatch,
  type ScannedLines,
  scanLines,
} from '../../corpus/index.ts';
import { problemAt } from '../../document.ts';
import { JsonlRecordFields, NO_SEED } from '../../engines/index.ts';
import { ordered } from '../../ordered.ts';
import type { GivenText } from '../../passages.ts';
import { idOf, type LineBlock, type OpenInput, type ReadRunOptions, textOf } from '../../read/index.ts';
import type { ReadItem, SourcedItem } from '../../read.ts';
import type { SentenceSteps } from '../canonical-sentences.ts';
import type { QuickPass } from './quick-pass.ts';

/** Bytes of input that are looked at together; with their results they need about five times that of the heap. */
const BYTES_AT_A_TIME = 64 << 20;

export class SharingDocuments {
  /** Documents that were read. */
  documents = 0;
  /** The numbers of those that were let through. */
  readonly numbers: number[] = [];
  /** Lines of the current source before the current scan. */
  private linesBefore = 0;

  constructor(
    private readonly input: OpenInput,
    private readonly steps: SentenceSteps,
    private readonly pass: QuickPass,
    private readonly options: ReadRunOptions,
  ) {}

  async *read(): AsyncGenerator<GivenText> {
    const { input, steps, options } = this;
    const { heap, threads } = steps.engine;
    const work = packWork(input.read(heap), heap);
    const limits = { items: 2 * threads, weigh: bytesOf, budget: BYTES_AT_A_TIME };
    for await (const looked of ordered(work, limits, (each) => this.look(each))) {
      if ('block' in looked) yield* this.lines(looked);
      else yield* this.items(looked);
      options.onProgress({
        stage: 'read',
        documents: this.documents,
        bytes: input.consumed(),
        totalBytes: input.bytes,
      });
    }
  }

  private async look(work: Work): Promise<LookedItems | LookedBlock> {
    const steps = { ...this.steps, ...NUMBERS };
    if ('items' in work) {
      if (work.batch === undefined) return { items: work.items, flags: new Uint8Array(0) };
      return { items: work.items, flags: await this.release(await prepareBatch(work.batch, steps)) };
    }
    const scans: LookedScan[] = [];
    for (const scan of await scanLines(work, { ...steps, idSeed: NO_SEED }))
      scans.push({ scan, flags: await this.pass.flags(scan.documents) });
    return { block: work, scans };
  }

  private async release(batch: PreparedBatch): Promise<Uint8Array> {
    try {
      return await this.pass.flags(batch);
    } finally {
      batch.release();
    }
  }

  private *items({ items, flags }: LookedItems): Generator<GivenText> {
    let document = 0;
    for (const { item, place, reader } of items) {
      const found = this.take(item, { reader, place }, () => flags[document++] === 1);
      if (found !== undefined) yield found;
    }
  }

  private *lines({ block, scans }: LookedBlock): Generator<GivenText> {
    const { source, reader, tooLong } = block;
    const { heap } = this.steps.engine;
    if (block.first) this.linesBefore = 0;
    const at = (line: number) => ({ reader, place: { source: source.name, line } });
    if (tooLong !== undefined) {
      const line = ++this.linesBefore;
      this.take(block.readLine(tooLong, line)!, at(line), () => false);
    }
    let address = block.address;
    for (const { scan, flags } of scans) {
      const oddItems = scan.oddItems.values();
      let document = 0;
      for (let i = 0; i < scan.recordCount; i++) {
        const record = scan.records / 4 + JsonlRecordFields.length * i;
        const { u8, u32 } = heap;
        const line = this.linesBefore + u32[record + JsonlRecordFields.line];
        if (u32[record + JsonlRecordFields.odd] !== 0) {
          const item = oddItems.next().value;
          const found = item && this.take(item, at(line), () => true);
          if (found !== undefined) yield found;
          continue;
        }
        if (flags[document++] === 0) {
          this.documents++;
          continue;
        }
        const start = address + u32[record + JsonlRecordFields.start];
        // a copy: decoding a string from shared memory is not allowed
        const content = u8.slice(start, start + u32[record + JsonlRecordFields.bytes]);
        yield this.take(block.readLine(content, line)!, at(line), () => true)!;
      }
      this.linesBefore += scan.lines;
      address += scan.bytes;
      scan.release();
    }
    block.release();
  }

  /** The document, if it is one that is let through; problems are reported. */
  private take(
    item: ReadItem,
    from: Pick<SourcedItem, 'reader' | 'place'>,
    mayShare: () => boolean,
  ): GivenText | undefined {
    if (item.problem !== undefined) {
      this.options.onProblem(problemAt(from.place, item));
      return undefined;
    }
    const number = this.documents++;
    if (!mayShare()) return undefined;
    this.numbers.push(number);
    return { id: idOf(item, from), text: textOf(item), lang: item.lang };
  }
}

/** Of every document only its canonical text is wanted; that is written if content hashes are. */
const NUMBERS = { simhashMode: 0, fingerprints: false, contents: true } as const;

type Work = ReturnType<typeof packWork> extends AsyncGenerator<infer W> ? W : never;

interface LookedItems {
  readonly items: readonly SourcedItem[];
  /** Of the documents among them. */
  readonly flags: Uint8Array;
}

interface LookedScan {
  readonly scan: ScannedLines;
  readonly flags: Uint8Array;
}

interface LookedBlock {
  readonly block: LineBlock;
  readonly scans: readonly LookedScan[];
}

function bytesOf(work: Work): number {
  return 'items' in work ? (work.batch?.bytes ?? 0) : work.bytes;
}
