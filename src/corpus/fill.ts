/** Adds documents to the columns of a corpus in the order they were read: ids, places, numbers, texts. */
import { type Problem, problemAt } from '../document.ts';
import type { Heap } from '../engines/index.ts';
import { JsonlRecordFields } from '../engines/index.ts';
import { idOf, type LineBlock } from '../read/index.ts';
import type { Reader, ReadItem, ReadProblem, SourcedItem } from '../read.ts';
import type { Corpus } from './corpus.ts';
import { DocumentIds } from './document-ids.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import type { ScannedLines } from './scan-lines.ts';

export interface FillOptions {
  /** What happens to an id that is given twice. */
  readonly duplicateIds: 'error' | 'rename';
  readonly onProblem: (problem: Problem) => void;
  /** Called with every document and its number. */
  readonly onDocument?: (document: SourcedItem, number: number) => void;
}

/** Adds the documents of one stream: those of the reference, or those of the input. */
export class CorpusFiller {
  /** Documents that could not be read. */
  unreadable = 0;
  private readonly ids: DocumentIds;
  /** Lines of the current source before the current scan, if it is read in blocks. */
  private linesBefore = 0;
  /** True if the texts of the current source can be made again from its lines. */
  private hasLineTexts = false;

  /** @param mark In front of every id. */
  constructor(
    private readonly corpus: Corpus,
    private readonly heap: Heap,
    private readonly options: FillOptions,
    mark: string,
  ) {
    this.ids = new DocumentIds(corpus, options.duplicateIds, mark);
  }

  /** @param prepared The texts of the documents among the items. */
  addItems(items: readonly SourcedItem[], prepared: PreparedBatch | undefined): void {
    for (const sourced of items) {
      const { item, place, reader, digest } = sourced;
      if (item.problem !== undefined) {
        this.addProblem(problemAt(place, item));
        continue;
      }
      this.ids.add(idOf(item, { reader, place }), item.id !== undefined, place);
      this.corpus.addPlace(place.source, place.line, digest);
      this.options.onDocument?.(sourced, this.corpus.length - 1);
    }
    if (prepared !== undefined) this.columnsOf(prepared).append(0, prepared.count);
  }

  addLines(block: LineBlock, scans: readonly ScannedLines[]): void {
    const { source, tooLong } = block;
    if (block.first) {
      this.linesBefore = 0;
      this.hasLineTexts = this.corpus.beginLines(block);
    }
    if (tooLong !== undefined) {
      const line = ++this.linesBefore;
      this.addProblem(problemAt({ source: source.name, line }, block.readLine(tooLong, line) as ReadProblem));
    }
    let position = block.position ?? 0;
    for (const scan of scans) {
      this.addScan(block, scan, position);
      this.linesBefore += scan.lines;
      position += scan.bytes;
    }
  }

  /** @param position Where the lines of the scan begin in the file. */
  private addScan({ source, reader }: LineBlock, scan: ScannedLines, position: number): void {
    const start = scan.records / 4;
    const records = this.heap.u32.subarray(start, start + JsonlRecordFields.length * scan.recordCount);
    const columns = this.columnsOf(scan.documents, !this.hasLineTexts);
    const oddItems = scan.oddItems.values();
    const oddColumns = this.oneByOne(scan.oddDocuments);
    let document = 0;
    for (let i = 0; i < scan.recordCount; ) {
      const end = endOfRun(records, i);
      this.addRun(source.name, scan, document, records.subarray(JsonlRecordFields.length * i), end - i);
      columns.append(document, document + end - i);
      if (this.hasLineTexts) this.addLinePositions(records, i, end, position);
      document += end - i;
      for (i = end; i < scan.recordCount && isOdd(records, i); i++) {
        const item = oddItems.next().value;
        if (item === undefined) continue;
        if (this.addOdd(item, reader, source.name, this.lineOf(records, i))) oddColumns.next();
      }
    }
  }

  /** Adds places and ids of documents whose lines follow each other, which are those of the scan from number `document` on. */
  private addRun(
    source: string,
    scan: ScannedLines,
    document: number,
    records: Uint32Array,
    count: number,
  ): void {
    const lines = this.corpus.addPlaces(source, count);
    for (let i = 0; i < count; i++) lines[i] = this.lineOf(records, i);
    const { u8, u32 } = this.heap;
    const ids = scan.idOffsets / 4 + document;
    const offsets = u32.subarray(ids, ids + count + 1);
    const hashes = u32.subarray(scan.idHashes / 4 + document, scan.idHashes / 4 + document + count);
    this.ids.addRun(u8, scan.ids, offsets, hashes, (i) => ({ source, line: lines[i] }));
  }

  private addLinePositions(records: Uint32Array, from: number, to: number, position: number): void {
    for (let i = from; i < to; i++) {
      const at = JsonlRecordFields.length * i;
      this.corpus.addLine(
        position + records[at + JsonlRecordFields.start],
        records[at + JsonlRecordFields.bytes],
      );
    }
  }

  /** Adds the document or problem of an odd line. Returns whether it is a document. */
  private addOdd(item: ReadItem, reader: Reader, source: string, line: number): boolean {
    const place = { source, line };
    if (item.problem !== undefined) {
      this.addProblem(problemAt(place, item));
      return false;
    }
    this.ids.add(idOf(item, { reader, place }), item.id !== undefined, place);
    this.corpus.addPlace(source, line);
    return true;
  }

  private lineOf(records: Uint32Array, record: number): number {
    return this.linesBefore + records[JsonlRecordFields.length * record + JsonlRecordFields.line];
  }

  private addProblem(problem: Problem): void {
    this.unreadable++;
    this.options.onProblem(problem);
  }

  /** Every step adds the numbers of the next document of these batches. */
  private *oneByOne(batches: readonly PreparedBatch[]): Generator<void> {
    for (const batch of batches) {
      const columns = this.columnsOf(batch);
      for (let i = 0; i < batch.count; i++) yield columns.append(i, i + 1);
    }
  }

  /**
   * Writes the texts of a batch to the spool, unless they can be made again. `append` adds the numbers of some of its documents;
   * if texts are not in the spool, without their positions.
   */
  private columnsOf(
    prepared: PreparedBatch,
    isSpooled = true,
  ): { append: (from: number, to: number) => void } {
    const { corpus } = this;
    const { u8, u32, u64 } = this.heap;
    const { keepsTexts, bands } = corpus;
    const position =
      keepsTexts && isSpooled
        ? corpus.spool.append(u8.subarray(prepared.text, prepared.text + prepared.bytes))
        : 0;
    const offsets = prepared.offsets / 4;
    const [words, fingerprints, contents, keys] = [
      prepared.words / 4,
      prepared.fingerprints / 8,
      prepared.contents / 8,
      prepared.bandKeys / 4,
    ];
    const { disguises } = prepared;
    const append = (from: number, to: number) => {
      for (let i = from; disguises.size > 0 && i < to; i++) {
        const found = disguises.get(i);
        // the next number is that of the document whose columns come next
        if (found !== undefined) corpus.disguises.add(corpus.words.length + i - from, found);
      }
      corpus.words.append(u32.subarray(words + from, words + to));
      if (corpus.keepsFingerprints) {
        corpus.fingerprints.append(u64.subarray(fingerprints + from, fingerprints + to));
      }
      if (!keepsTexts) return;
      corpus.contents.append(u64.subarray(contents + 2 * from, contents + 2 * to));
      corpus.addBandKeys(u32.subarray(keys + 2 * from * bands, keys + 2 * to * bands));
      for (let i = from; i < to; i++) {
        corpus.lengths.push(u32[offsets + i + 1] - u32[offsets + i] - 1);
        if (!isSpooled) continue;
        corpus.positions.push(position + u32[offsets + i]);
        if (corpus.needsFewTexts) corpus.lineBytes.push(0);
      }
    };
    return { append };
  }
}

/** The first record from `from` on that is odd. */
function endOfRun(records: Uint32Array, from: number): number {
  let end = from;
  while (JsonlRecordFields.length * end < records.length && !isOdd(records, end)) end++;
  return end;
}

function isOdd(records: Uint32Array, record: number): boolean {
  return records[JsonlRecordFields.length * record + JsonlRecordFields.odd] !== 0;
}
