/** Enters what was prepared into the columns of a corpus, in the order it was read: ids, places, numbers, texts. */
import { formatPlace, type Place, type Problem } from '../document.ts';
import { type Heap, JsonlRecord } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import type { Options } from '../options.ts';
import type { ReadDocument, SourcedItem, SourcedLines } from '../read.ts';
import type { Corpus } from './columns.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import type { PreparedLines } from './prepare-lines.ts';

export class Filler {
  /** Documents that could not be read. */
  unreadable = 0;
  /** Put in front of every id: what marks those of the reference. */
  mark = '';
  /** The last number that an id got which came again. */
  private readonly renamed = new Map<string, number>();
  /** Lines of the present source that came before, where it is read in bulk. */
  private linesBefore = 0;

  constructor(
    private readonly corpus: Corpus,
    private readonly heap: Heap,
    private readonly options: Pick<Options, 'duplicateIds' | 'onProblem'>,
    private readonly onDocument: ((document: ReadDocument, number: number) => void) | undefined,
  ) {}

  /** @param prepared The texts of the documents among the items. */
  takeItems(items: readonly SourcedItem[], prepared: PreparedBatch | undefined): void {
    for (const { item, place, reader } of items) {
      if (item.problem !== undefined) {
        this.addProblem({ ...place, reason: item.problem });
        continue;
      }
      // a file with one document is known by its path, a line by path and line
      this.addId(item.id ?? (reader.many ? formatPlace(place) : place.source), place);
      this.corpus.addPlace(place.source, place.line);
      this.onDocument?.(item, this.corpus.length - 1);
    }
    if (prepared !== undefined) this.store(prepared).addNumbers(0, prepared.count);
  }

  takeLines({ source, raw }: SourcedLines, scans: readonly PreparedLines[]): void {
    if (raw.first) this.linesBefore = 0;
    if (raw.tooLong !== undefined) {
      const line = ++this.linesBefore;
      this.addProblem({ source: source.name, line, reason: raw.format.read(raw.tooLong, line)!.problem! });
    }
    for (const scan of scans) {
      this.takeScan(source.name, scan);
      this.linesBefore += scan.lines;
    }
  }

  private takeScan(source: string, scan: PreparedLines): void {
    const { corpus, linesBefore } = this;
    const { u8, u32 } = this.heap;
    const { ids } = scan;
    const idOffsets = scan.idOffsets / 4;
    const odd = scan.oddItems.values();
    const oddNumbers = this.oneByOne(scan.oddDocuments);
    const { addNumbers } = this.store(scan.documents);
    let document = 0;
    let entered = 0;
    for (let i = 0; i < scan.recordCount; i++) {
      const record = scan.records / 4 + JsonlRecord.length * i;
      const line = linesBefore + u32[record + JsonlRecord.line];
      if (u32[record + JsonlRecord.odd] === 0) {
        this.addRawId(u8, ids + u32[idOffsets + document], ids + u32[idOffsets + document + 1], source, line);
        corpus.addPlace(source, line);
        document++;
        continue;
      }
      const item = odd.next().value;
      if (item === undefined) continue;
      if (item.problem !== undefined) {
        this.addProblem({ source, line, reason: item.problem });
        continue;
      }
      addNumbers(entered, document);
      entered = document;
      const place = { source, line };
      this.addId(item.id ?? formatPlace(place), place);
      corpus.addPlace(source, line);
      oddNumbers.next();
    }
    addNumbers(entered, document);
  }

  private addProblem(problem: Problem): void {
    this.unreadable++;
    this.options.onProblem(problem);
  }

  private addRawId(u8: Uint8Array, start: number, end: number, source: string, line: number): void {
    if (this.mark === '' && start < end && this.corpus.ids.addBytes(u8, start, end) === -1) return;
    const place = { source, line };
    this.addId(start < end ? Buffer.from(u8.slice(start, end)).toString() : formatPlace(place), place);
  }

  /** Takes an id; one that was there before is refused, or gets the first free `#2`, `#3` … */
  private addId(given: string, place: Place): void {
    const { corpus, renamed } = this;
    const id = this.mark + given;
    const earlier = corpus.ids.add(id);
    if (earlier === -1) return;
    if (this.options.duplicateIds === 'error') {
      const places = `${formatPlace(corpus.place(earlier))} and ${formatPlace(place)}`;
      throw new NeardupError('DUPLICATE_ID', `The id \`${given}\` comes twice: ${places}.`);
    }
    let number = (renamed.get(id) ?? 1) + 1;
    while (corpus.ids.add(`${id}#${number}`) !== -1) number++;
    renamed.set(id, number);
  }

  /** Enters the numbers of one document of these batches after the other, with every step. */
  private *oneByOne(batches: readonly PreparedBatch[]): Generator<void> {
    for (const batch of batches) {
      const { addNumbers } = this.store(batch);
      for (let i = 0; i < batch.count; i++) yield addNumbers(i, i + 1);
    }
  }

  /** Puts the texts of a batch into the spool. What it returns enters the numbers of some of its documents. */
  private store(prepared: PreparedBatch): { addNumbers: (from: number, to: number) => void } {
    const { corpus } = this;
    const { u8, u32, u64 } = this.heap;
    const { keepsTexts } = corpus;
    const position = keepsTexts
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
      corpus.fingerprints.append(u64.subarray(fingerprints + from, fingerprints + to));
      if (!keepsTexts) return;
      corpus.contents.append(u64.subarray(contents + from, contents + to));
      corpus.bandKeys.append(u32.subarray(keys + from * bands, keys + to * bands));
      for (let i = from; i < to; i++) {
        corpus.positions.push(position + u32[offsets + i]);
        corpus.lengths.push(u32[offsets + i + 1] - u32[offsets + i] - 1);
      }
    };
    return { addNumbers };
  }
}
