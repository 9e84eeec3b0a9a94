/**
 * The texts of a collection, in two temporary files (as they are, and canonical), and the places of their sentences and paragraphs.
 * Memory: 32 bytes a document and its id, 12 bytes a sentence, 4 a paragraph; up to twice that because arrays double.
 */
import { growingNumbers, growingU32 } from '../../corpus/index.ts';
import type { Heap } from '../../engines/index.ts';
import { hashWords } from '../../engines/scalar/anchors.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import { Spool } from '../../platform/spool.ts';
import type { CutDocument, SentenceBatch } from '../canonical-sentences.ts';
import { lastUpTo } from './last-up-to.ts';
import { type SentencePlace, SentenceWords } from './sentence-words.ts';

export class SourceTexts {
  readonly ids: string[] = [];
  /** Words of all documents so far. */
  words = 0;
  private readonly texts: Spool;
  private readonly canonical: Spool;
  // of documents
  private readonly positions = growingNumbers();
  private readonly lengths = growingU32();
  private readonly canonicalPositions = growingNumbers();
  private readonly canonicalLengths = growingU32();
  private readonly firstSentences = growingU32();
  // of sentences
  private readonly starts = growingU32();
  private readonly ends = growingU32();
  private readonly sentenceWords = growingU32();
  /** The first sentence of every paragraph. */
  private readonly paragraphs = growingU32();

  /** @param keepsTexts False if only the canonical sentences are wanted; then `text` gives nothing. */
  static async open(folder?: string, keepsTexts = true): Promise<SourceTexts> {
    await Spool.prepare(2);
    return new SourceTexts(folder, keepsTexts);
  }

  private constructor(
    folder: string | undefined,
    private readonly keepsTexts: boolean,
  ) {
    this.texts = new Spool(folder);
    this.canonical = new Spool(folder);
  }

  get documents(): number {
    return this.ids.length;
  }

  get sentences(): number {
    return this.starts.length;
  }

  get paragraphCount(): number {
    return this.paragraphs.length;
  }

  /** Bytes of memory, without the ids. */
  get memory(): number {
    return 32 * this.documents + 12 * this.sentences + 4 * this.paragraphCount;
  }

  /** Bytes on disk. */
  get disk(): number {
    return this.texts.bytes + this.canonical.bytes;
  }

  /** Takes all documents of a batch. */
  add(batch: SentenceBatch, heap: Heap): void {
    const canonical = this.canonical.append(heap.u8.subarray(batch.text, batch.text + batch.bytes));
    const encoder = new TextEncoder();
    const texts = batch.documents.map(({ document }) => encoder.encode(this.keepsTexts ? document.text : ''));
    // one write for all: a call of the system for each would take longer than all the rest
    let position = this.texts.append(joinBytes(texts));
    for (const [i, cut] of batch.documents.entries()) {
      this.positions.push(position);
      this.lengths.push(texts[i].length);
      position += texts[i].length;
      this.addDocument(cut, batch, canonical, heap.u32);
    }
  }

  private addDocument(
    { document, sentences, first }: CutDocument,
    batch: SentenceBatch,
    position: number,
    u32: Uint32Array,
  ): void {
    const offsets = batch.offsets / 4 + first;
    this.ids.push(document.id);
    this.canonicalPositions.push(position + u32[offsets]);
    this.canonicalLengths.push(u32[offsets + sentences.length] - u32[offsets]);
    this.firstSentences.push(this.sentences);
    let paragraph = -1;
    sentences.forEach((sentence, i) => {
      if (sentence.paragraph !== paragraph) this.paragraphs.push(this.sentences);
      paragraph = sentence.paragraph;
      this.starts.push(sentence.start);
      this.ends.push(sentence.end);
      const words = u32[batch.words / 4 + first + i];
      this.sentenceWords.push(words);
      this.words += words;
    });
  }

  text(document: number): string {
    // a text that begins with U+FEFF keeps it
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return decoder.decode(this.texts.read(this.positions.get(document), this.lengths.get(document)));
  }

  /** Canonical sentences, each followed by a NUL. */
  canonicalText(document: number): Uint8Array {
    return this.canonical.read(this.canonicalPositions.get(document), this.canonicalLengths.get(document));
  }

  /** About `bytes` bytes of canonical sentences, from document `from` on, and where they begin and end. */
  canonicalPiece(from: number, bytes: number) {
    const position = this.canonicalPositions.get(from);
    let end = from;
    let length = 0;
    while (end < this.documents && length < bytes) length += this.canonicalLengths.get(end++);
    const firstSentence = this.firstSentences.get(from);
    // the first paragraph that does not begin before the piece
    const firstParagraph = firstSentence === 0 ? 0 : lastUpTo(this.paragraphs.view(), firstSentence - 1) + 1;
    return { bytes: this.canonical.read(position, length), end, firstSentence, firstParagraph };
  }

  /** The sentences of a document: [first, end). */
  document(number: number): { first: number; end: number } {
    const isLast = number + 1 === this.documents;
    return {
      first: this.firstSentences.get(number),
      end: isLast ? this.sentences : this.firstSentences.get(number + 1),
    };
  }

  /** The words of a document, made from its canonical sentences. */
  wordsOf(document: number): SentenceWords {
    const { first, end } = this.document(document);
    const places: SentencePlace[] = [];
    const firsts = new Uint32Array(end - first + 1);
    for (let sentence = first; sentence < end; sentence++) {
      places.push(this.sentence(sentence));
      firsts[sentence - first + 1] = firsts[sentence - first] + this.sentenceWords.get(sentence);
    }
    const bytes = this.canonicalText(document);
    const hashes = new Uint32Array(firsts[end - first]);
    hashWords(bytes, 0, bytes.length, hashes, 0);
    return new SentenceWords(hashes, places, firsts);
  }

  /** The place of a sentence in its text. */
  sentence(number: number): SentencePlace {
    return { start: this.starts.get(number), end: this.ends.get(number) };
  }

  /** The sentences of a paragraph: [first, end). */
  paragraph(number: number): { first: number; end: number } {
    const isLast = number + 1 === this.paragraphCount;
    return {
      first: this.paragraphs.get(number),
      end: isLast ? this.sentences : this.paragraphs.get(number + 1),
    };
  }

  close(): void {
    this.texts.close();
    this.canonical.close();
  }
}
