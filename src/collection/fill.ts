/** Enters what was prepared into the columns of a corpus, in the order it was read: ids, places, numbers, texts. */
import { formatPlace, type Problem } from '../document.ts';
import { type Heap, JsonlRecord } from '../engines/index.ts';
import type { Options } from '../options.ts';
import { idOf } from '../read/index.ts';
import type { ReadDocument, Reader, ReadItem, SourcedItem, SourcedLines } from '../read.ts';
import type { Corpus } from './columns.ts';
import { DocumentIds } from './document-ids.ts';
import type { LineFile } from './lines-again.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import type { PreparedLines } from './prepare-lines.ts';

export class Filler {
  /** Documents that could not be read. */
  unreadable = 0;
  /** Put in front of every id: what marks those of the reference. */
  mark = '';
  private readonly ids: DocumentIds;
  /** Lines of the present source that came before, where it is read in bulk. */
  private linesBefore = 0;
  /** The file with these lines, where their texts need not be put into the spool. */
  private file: LineFile | undefined;

  constructor(
    private readonly corpus: Corpus,
    private readonly heap: Heap,
    private readonly options: Pick<Options, 'duplicateIds' | 'onProblem'>,
    private readonly onDocument: ((document: ReadDocument, number: number) => void) | undefined,
  ) {
    this.ids = new DocumentIds(corpus, options.duplicateIds);
  }

  /** @param prepared The texts of the documents among the items. */
  takeItems(items: readonly SourcedItem[], prepared: PreparedBatch | undefined): void {
    for (const { item, place, reader } of items) {
      if (item.problem !== undefined) {
        this.addProblem({ ...place, reason: item.problem });
        continue;
      }
      this.addId(item, { place, reader });
      this.corpus.addPlace(place.source, place.line);
      this.onDocument?.(item, this.corpus.length - 1);
    }
    if (prepared !== undefined) this.store(prepared).addNumbers(0, prepared.count);
  }

  /** @param file The file of these lines, told with the first ones of a source. */
  takeLines({ source, reader, raw }: SourcedLines, scans: readonly PreparedLines[], file?: LineFile): void {
    if (raw.first) {
      this.linesBefore = 0;
      this.file = file;
      // with a number of its own, even where the source before has the same name
      if (file !== undefined)
        this.corpus.linesAgain!.add(this.corpus.sourceNames.push(source.name) - 1, file);
    }
    if (raw.tooLong !== undefined) {
      const line = ++this.linesBefore;
      this.addProblem({ source: source.name, line, reason: raw.format.read(raw.tooLong, line)!.problem! });
    }
    let position = raw.position ?? 0;
    for (const scan of scans) {
      this.takeScan(source.name, reader, scan, position);
      this.linesBefore += scan.lines;
      position += scan.bytes;
    }
  }

  /** @param position Where the lines of the scan begin in the file. */
  private takeScan(source: string, reader: Reader, scan: PreparedLines, position: number): void {
    const { recordCount } = scan;
    const start = scan.records / 4;
    const records = this.heap.u32.subarray(start, start + JsonlRecord.length * recordCount);
    const odd = scan.oddItems.values();
    const oddNumbers = this.oneByOne(scan.oddDocuments);
    const { file } = this;
    const { addNumbers } = this.store(scan.documents, file === undefined);
    const isOdd = (record: number) => records[JsonlRecord.length * record + JsonlRecord.odd] !== 0;
    let document = 0;
    for (let i = 0; i < recordCount; ) {
      const first = i;
      while (i < recordCount && !isOdd(i)) i++;
      const lines = this.corpus.addPlaces(source, i - first);
      for (let j = first; j < i; j++) lines[j - first] = this.lineOf(records, j);
      this.takeIds(source, scan, document, lines);
      addNumbers(document, document + i - first);
      for (let j = first; file !== undefined && j < i; j++) {
        const at = JsonlRecord.length * j;
        this.corpus.addLine(position + records[at + JsonlRecord.start], records[at + JsonlRecord.bytes]);
      }
      document += i - first;
      for (; i < recordCount && isOdd(i); i++) {
        const item = odd.next().value;
        if (item !== undefined && this.takeOdd(item, reader, source, this.lineOf(records, i)))
          oddNumbers.next();
      }
    }
  }

  /** Enters the ids of the documents on these lines, which are the scan's from number `document` on. */
  private takeIds(source: string, scan: PreparedLines, document: number, lines: Uint32Array): void {
    const count = lines.length;
    const { u8, u32 } = this.heap;
    const ids = scan.idOffsets / 4 + document;
    const offsets = u32.subarray(ids, ids + count + 1);
    const hashes = u32.subarray(scan.idHashes / 4 + document, scan.idHashes / 4 + document + count);
    const addUnusual = (i: number) => {
      const place = { source, line: lines[i] };
      const id = Buffer.from(u8.slice(scan.ids + offsets[i], scan.ids + offsets[i + 1])).toString();
      if (id === '') this.ids.addDerived(formatPlace(place), this.mark);
      else this.ids.addGiven(id, place, this.mark);
    };
    if (this.mark === '') this.corpus.ids.addRun(u8, scan.ids, offsets, hashes, addUnusual);
    else for (let i = 0; i < count; i++) addUnusual(i);
  }

  /** False where it is no document. */
  private takeOdd(item: ReadItem, reader: Reader, source: string, line: number): boolean {
    const place = { source, line };
    if (item.problem !== undefined) {
      this.addProblem({ ...place, reason: item.problem });
      return false;
    }
    this.addId(item, { place, reader });
    this.corpus.addPlace(source, line);
    return true;
  }

  private lineOf(records: Uint32Array, record: number): number {
    return this.linesBefore + records[JsonlRecord.length * record + JsonlRecord.line];
  }

  private addProblem(problem: Problem): void {
    this.unreadable++;
    this.options.onProblem(problem);
  }

  private addId(item: ReadDocument, from: Pick<SourcedItem, 'reader' | 'place'>): void {
    const id = idOf(item, from);
    if (item.id === undefined) this.ids.addDerived(id, this.mark);
    else this.ids.addGiven(id, from.place, this.mark);
  }

  /** Enters the numbers of one document of these batches after the other, with every step. */
  private *oneByOne(batches: readonly PreparedBatch[]): Generator<void> {
    for (const batch of batches) {
      const { addNumbers } = this.store(batch);
      for (let i = 0; i < batch.count; i++) yield addNumbers(i, i + 1);
    }
  }

  /**
   * Puts the texts of a batch into the spool, unless that is for later. What it returns enters the numbers of some of its
   * documents; where texts are for later, without their places.
   */
  private store(prepared: PreparedBatch, now = true): { addNumbers: (from: number, to: number) => void } {
    const { corpus } = this;
    const { u8, u32, u64 } = this.heap;
    const { keepsTexts } = corpus;
    const isSpooled = keepsTexts && now;
    const position = isSpooled
      ? corpus.spool.append(u8.subarray(prepared.text, prepared.text + prepared.bytes))
      : 0;
    const offsets = prepared.offsets / 4;
    const { bands } = corpus;
    const [words, fingerprints, contents, keys] = [
      prepared.words / 4,
      prepared.fingerprints / 8,
      prepared.contents / 8,
      prepared.bandKeys / 4,
    ];
    const addNumbers = (from: number, to: number) => {
      corpus.words.append(u32.subarray(words + from, words + to));
      if (corpus.keepsFingerprints) {
        corpus.fingerprints.append(u64.subarray(fingerprints + from, fingerprints + to));
      }
      if (!keepsTexts) return;
      corpus.contents.append(u64.subarray(contents + from, contents + to));
      corpus.bandKeys.append(u32.subarray(keys + from * bands, keys + to * bands));
      for (let i = from; i < to; i++) {
        corpus.lengths.push(u32[offsets + i + 1] - u32[offsets + i] - 1);
        if (!isSpooled) continue;
        corpus.positions.push(position + u32[offsets + i]);
        if (corpus.mayWait) corpus.lineBytes.push(0);
      }
    };
    return { addNumbers };
  }
}
