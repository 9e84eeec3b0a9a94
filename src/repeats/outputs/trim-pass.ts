/**
 * The second pass of `trim`: finds the cuts of every document with repeats, in its text, and notes where the words are that stay for others.
 */

import type { Cut, KeptPlace, KnownPlace, Trimmed } from '../../answers/repeats.ts';
import { findPlaces, type TextFolder, type WordPlaces } from '../../canonicalize/index.ts';
import type { FieldsOf } from '../../document.ts';
import { textOf } from '../../read/index.ts';
import type { ReadDocument, Reader } from '../../read.ts';
import type { CutUnit, RepeatUnit } from '../../repeats.ts';
import type { Changes } from '../../write.ts';
import { cutFromText, type PlacedCut } from '../cut/cut-from-text.ts';
import { DocumentRecords } from '../find/document-records.ts';
import { PIECE_WIDTH } from '../find/prove-runs.ts';
import type { CutPassages } from './cut-passages.ts';
import { DocumentNotes } from './document-notes.ts';

/** Formats whose documents can be written as they were, with another text. */
export const WRITTEN: ReadonlySet<string> = new Set([
  'text',
  'jsonl',
  'json',
  'csv',
  'parquet',
  'arrow',
  'documents',
]);

interface TrimRule {
  readonly unit: RepeatUnit;
  readonly cut: CutUnit;
  readonly leastLeft: number;
  /** Whether pieces say where their words have stayed. */
  readonly keepsFirst: boolean;
  /** The place of a known stretch: their numbers follow those of the documents. */
  knownPlace(number: number): { readonly id: string; readonly word: number };
  readonly temp?: string;
}

/** The documents of a run. */
interface NumberedDocuments {
  readonly length: number;
  readonly references: number;
  readonly words: { get(number: number): number };
  id(number: number): string;
}

export class TrimPass {
  /** Documents with cuts, documents that go, cuts, and their words. */
  trimmed = 0;
  removed = 0;
  cuts = 0;
  cutWords = 0;
  asText = 0;
  private readonly sources: Uint8Array;
  private readonly places: DocumentRecords;
  private readonly notes: DocumentNotes<Note>;

  /** @param pieces What goes from each document, and where it has stayed. */
  constructor(
    private readonly documents: NumberedDocuments,
    private readonly pieces: DocumentRecords,
    private readonly folder: TextFolder,
    private readonly rule: TrimRule,
    private readonly page?: CutPassages,
  ) {
    this.places = new DocumentRecords(documents.length, rule.temp);
    this.notes = new DocumentNotes(rule.temp);
    this.sources = sourcesIn(pieces, documents.length);
  }

  isKept(): boolean {
    return true;
  }

  isWanted(number: number): boolean {
    return this.pieces.has(number) || this.isSource(number);
  }

  /** Whether words of a document have stayed for others. */
  isSource(number: number): boolean {
    return this.rule.keepsFirst && this.sources[number] === 1;
  }

  /** Looks at a document that is wanted. Returns whether it stays, or its text without the cuts. */
  look(number: number, item: ReadDocument, reader: Pick<Reader, 'name'>): boolean | Changes {
    const text = textOf(item);
    const words = findPlaces(this.folder, text);
    if (words.starts.length !== this.documents.words.get(number)) {
      throw new Error(`repeats: document ${this.documents.id(number)} has other words than before`);
    }
    if (this.isSource(number)) this.places.set(number, interleaved(words));
    if (!this.pieces.has(number)) return true;
    const pieces = this.pieces.of(number);
    const { cuts, cutWords, left, isRemoved, ...cut } = cutFromText(
      text,
      words,
      pieces,
      this.rule,
      item.lang,
    );
    if (cuts.length === 0) return true;
    this.trimmed++;
    this.cuts += cuts.length;
    this.cutWords += cutWords;
    if (isRemoved) this.removed++;
    else if (!WRITTEN.has(reader.name)) this.asText++;
    this.page?.addDocument(cutWords / words.starts.length);
    this.notes.add(number, { cuts, left, isRemoved });
    return isRemoved ? false : cut;
  }

  /** Counts the cuts for the page. The places where words have stayed are known once all documents were looked at. */
  addToPage(): void {
    for (const { number, cuts, spans } of this.notesWithSpans()) {
      for (const { start, end, from, to, places } of cuts) {
        const cut = { document: number, start, end };
        const span = this.rule.keepsFirst ? spans.get(placeKey(places[0])) : undefined;
        const kept = span && { document: places[0][0], ...span };
        const key = JSON.stringify(places);
        this.page?.add(key, { words: to - from, cut, ...(kept !== undefined && { kept }) });
      }
    }
  }

  /** The results, in the order of the input. */
  *results(fieldsOf: FieldsOf): Generator<Trimmed> {
    for (const { number, cuts, left, isRemoved, spans } of this.notesWithSpans()) {
      const fields = fieldsOf(number);
      yield {
        id: this.documents.id(number),
        cuts: cuts.map(({ start, end, from, to, places }) => ({
          ...{ start, end, words: to - from },
          ...this.stayed(places, spans),
        })),
        left,
        ...(isRemoved && { removed: true as const }),
        ...(fields !== undefined && { fields }),
      };
    }
  }

  close(): void {
    this.places.close();
    this.notes.close();
  }

  private stayed(places: PlacedCut['places'], spans: KeptSpans): Pick<Cut, 'from' | 'known'> {
    if (!this.rule.keepsFirst) return {};
    const from: KeptPlace[] = [];
    const known: KnownPlace[] = [];
    for (const place of places) {
      const [document, word, words] = place;
      if (document < this.documents.length) {
        from.push({
          id: this.documents.id(document),
          ...{ ...spans.get(placeKey(place))!, words },
          ...(document < this.documents.references && { reference: true as const }),
        });
      } else {
        const { id, word: first } = this.rule.knownPlace(document);
        known.push({ id, word: first + word, words });
      }
    }
    return { ...(from.length > 0 && { from }), ...(known.length > 0 && { known }) };
  }

  /** The notes of all documents, many at a time, with the text of every place that stays for one of their cuts. */
  private *notesWithSpans(): Generator<Note & { readonly number: number; readonly spans: KeptSpans }> {
    let batch: (Note & { number: number })[] = [];
    let pieces = 0;
    const numbers = [...this.notes.documents()];
    for (const [i, number] of numbers.entries()) {
      const note = this.notes.of(number);
      batch.push({ number, ...note });
      pieces += note.cuts.reduce((sum, { places }) => sum + places.length, 0);
      if (pieces < BATCH_PIECES && i + 1 < numbers.length) continue;
      const spans = this.spansOf(batch);
      for (const each of batch) yield { ...each, spans };
      batch = [];
      pieces = 0;
    }
  }

  /** Where the words that stay are in their texts. Documents are read in their order, each once. */
  private spansOf(notes: readonly Note[]): KeptSpans {
    const spans = new Map<string, { start: number; end: number }>();
    if (!this.rule.keepsFirst) return spans;
    const places = notes.flatMap(({ cuts }) => cuts.flatMap((cut) => cut.places));
    const own = places.filter(([document]) => document < this.documents.length);
    for (const place of own.sort((a, b) => a[0] - b[0])) {
      const key = placeKey(place);
      if (spans.has(key)) continue;
      const [document, word, count] = place;
      const words = this.places.of(document);
      spans.set(key, { start: words[2 * word], end: words[2 * (word + count) - 1] });
    }
    return spans;
  }
}

/** The texts of places, by their keys. */
type KeptSpans = ReadonlyMap<string, { readonly start: number; readonly end: number }>;

/** Places that are looked up together. */
const BATCH_PIECES = 1 << 14;

function placeKey([document, word, count]: PlacedCut['places'][number]): string {
  return `${document} ${word} ${count}`;
}

interface Note {
  readonly cuts: readonly PlacedCut[];
  readonly left: number;
  readonly isRemoved: boolean;
}

/** A byte for each document: 1 if words have stayed in it for others. */
function sourcesIn(pieces: DocumentRecords, documents: number): Uint8Array {
  const sources = new Uint8Array(documents);
  for (let number = 0; number < documents; number++) {
    const own = pieces.of(number);
    // those of known passages are beyond
    for (let at = 0; at < own.length; at += PIECE_WIDTH)
      if (own[at + 2] < documents) sources[own[at + 2]] = 1;
  }
  return sources;
}

/** Start and end of every word. */
function interleaved({ starts, ends }: WordPlaces): Uint32Array {
  const places = new Uint32Array(2 * starts.length);
  for (let word = 0; word < starts.length; word++) {
    places[2 * word] = starts[word];
    places[2 * word + 1] = ends[word];
  }
  return places;
}
