/** What was new in one run: stretches of canonical text, where they stand, and their anchors in `KNOWN_PARTS` parts by hash. */
import { growingU32 } from '../../corpus/index.ts';
import { KNOWN_PARTS, KNOWN_WIDTH, type NewStretch, PartedRecords } from '../../repeats/index.ts';
import { isCount, isString, parsedJson, shape } from '../json-shapes.ts';
import type { Disk } from '../store/disk.ts';
import {
  type Part,
  PartsFile,
  type PartsOutput,
  type StreamedPart,
  writeParts,
} from '../store/parts-file.ts';

export interface PassageFacts {
  readonly scheme: string;
  /** Words of a window. */
  readonly least: number;
  /** Of the input. */
  readonly digest: string;
}

const isFacts = shape({ scheme: isString, least: isCount, digest: isString });
const RECORD_BYTES = 4 * KNOWN_WIDTH;
/** Bytes of anchors that are read at a time. */
const BLOCK = RECORD_BYTES << 13;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export async function writePassages(
  output: PartsOutput,
  facts: PassageFacts,
  stretches: Iterable<NewStretch>,
  idOf: (document: number) => string,
  temp?: string,
): Promise<void> {
  const anchors = new PartedRecords(KNOWN_PARTS, KNOWN_WIDTH, temp);
  try {
    await writeParts(output, parts(facts, stretches, idOf, anchors));
  } finally {
    anchors.close();
  }
}

/** The texts come first: the other parts are known when they are written. */
function* parts(
  facts: PassageFacts,
  stretches: Iterable<NewStretch>,
  idOf: (document: number) => string,
  anchors: PartedRecords,
): Generator<Part | StreamedPart> {
  const [textLengths, words, documents, idLengths] = [growingU32(), growingU32(), growingU32(), growingU32()];
  const ids: number[] = [];
  function* texts(): Generator<Uint8Array> {
    for (const { document, word, text, anchors: own } of stretches) {
      const stretch = textLengths.length;
      textLengths.push(text.length);
      words.push(word);
      if (ids.at(-1) !== document) ids.push(document);
      documents.push(ids.length - 1);
      for (let at = 0; at < own.length; at += 2) {
        const block = anchors.take(Math.floor(own[at] / (2 ** 32 / KNOWN_PARTS)));
        block.set([own[at], own[at + 1], stretch, at / 2], anchors.at);
      }
      yield text;
    }
  }
  yield { name: 'text', chunks: texts() };
  function* names(): Generator<Uint8Array> {
    for (const document of ids) {
      const name = encoder.encode(idOf(document));
      idLengths.push(name.length);
      yield name;
    }
  }
  yield { name: 'ids', chunks: names() };
  for (const [name, numbers] of Object.entries({ textLengths, words, documents, idLengths }))
    yield { name: PARTS[name as keyof typeof PARTS], bytes: bytesOf(numbers.view()) };
  const counts = new Uint32Array(KNOWN_PARTS);
  function* records(): Generator<Uint8Array> {
    for (let part = 0; part < KNOWN_PARTS; part++) {
      for (const block of anchors.read(part)) {
        counts[part] += block.length / KNOWN_WIDTH;
        yield bytesOf(block);
      }
    }
  }
  yield { name: 'anchors', chunks: records() };
  yield { name: 'counts', bytes: bytesOf(counts) };
  yield { name: 'facts', bytes: encoder.encode(JSON.stringify(facts)) };
}

/** Names of parts have up to eight characters. */
const PARTS = { textLengths: 'textlens', words: 'words', documents: 'docs', idLengths: 'idlens' } as const;

export class PassageFile {
  readonly facts: PassageFacts;
  readonly stretches: number;
  private readonly file: PartsFile;
  private readonly texts: Float64Array;
  private readonly words: Uint32Array;
  private readonly documents: Uint32Array;
  private readonly ids: Float64Array;
  /** Where the anchors of each part begin. */
  private readonly firsts: Float64Array;

  constructor(path: string, disk: Disk) {
    this.file = new PartsFile(path, disk);
    try {
      const facts = parsedJson(decoder.decode(this.file.get('facts')));
      if (!isFacts(facts)) throw this.file.bad('its facts are not those of a file of passages');
      this.facts = facts as PassageFacts;
      const numbers = (name: keyof typeof PARTS) => this.file.numbers(PARTS[name], Uint32Array);
      this.texts = positions(numbers('textLengths'));
      this.ids = positions(numbers('idLengths'));
      [this.words, this.documents] = [numbers('words'), numbers('documents')];
      this.firsts = positions(this.file.numbers('counts', Uint32Array));
      this.stretches = this.words.length;
      const isWhole =
        this.texts.length === this.stretches + 1 &&
        this.documents.length === this.stretches &&
        this.documents.every((document) => document < this.ids.length - 1) &&
        this.firsts.length === KNOWN_PARTS + 1;
      if (!isWhole) throw this.file.bad('its parts do not belong together');
    } catch (error) {
      this.file.close();
      throw error;
    }
  }

  /** @param first The number of the first stretch of this file. */
  *anchors(from: number, to: number, first: number): Generator<Uint32Array> {
    const end = RECORD_BYTES * this.firsts[to];
    for (let at = RECORD_BYTES * this.firsts[from]; at < end; at += BLOCK) {
      const bytes = this.file.slice('anchors', at, Math.min(BLOCK, end - at)).slice();
      const block = new Uint32Array(bytes.buffer);
      for (let stretch = 2; stretch < block.length; stretch += KNOWN_WIDTH) {
        if (block[stretch] >= this.stretches) throw this.file.bad('an anchor names a missing stretch');
        block[stretch] += first;
      }
      yield block;
    }
  }

  text(stretch: number): Uint8Array {
    const from = this.texts[stretch];
    return this.file.slice('text', from, this.texts[stretch + 1] - from).slice();
  }

  place(stretch: number): { id: string; word: number } {
    const document = this.documents[stretch];
    const from = this.ids[document];
    const id = decoder.decode(this.file.slice('ids', from, this.ids[document + 1] - from));
    return { id, word: this.words[stretch] };
  }

  close(): void {
    this.file.close();
  }
}

/** Where parts of these lengths begin, and where the last one ends. */
function positions(lengths: Uint32Array): Float64Array {
  const found = new Float64Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) found[i + 1] = found[i] + lengths[i];
  return found;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
