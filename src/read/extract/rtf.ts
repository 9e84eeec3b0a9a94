/**
 * RTF: control words, groups and bytes in the code page of the current font become text. Left out: tables of fonts and
 * styles, pictures, headers and footers, comments, deleted and hidden text, numbers of list items.
 */
import { isAscii, latin1, toSearch } from '../../platform/bytes.ts';
import { BadDocument } from '../bad-document.ts';
import { decodeCharset } from '../charsets/decode-charset.ts';
import { isBinary } from '../foreign-formats.ts';
import { TextBuilder } from '../html/text-builder.ts';
import { binary } from '../messages.ts';
import { charsetOfFont, codePage } from './code-pages.ts';
import { oneDocument } from './extractor.ts';
import { BREAKS, CHARACTERS, KEPT_DESTINATIONS, SKIPPED_DESTINATIONS } from './rtf-words.ts';

export const rtf = oneDocument((bytes, options) => {
  // only pictures may have bytes that are no text, and most are written as digits
  if (isBinary(bytes) && !latin1(bytes).includes('\\bin')) throw new BadDocument(binary('an RTF file'));
  return { text: rtfToText(bytes, options.maxDocument) };
});

export function rtfToText(bytes: Uint8Array, max?: number): string {
  return new RtfText(bytes, max).read();
}

/** The state that a group inherits and its end restores. */
interface Group {
  skipped: boolean;
  hidden: boolean;
  raised: boolean;
  charset: string;
  /** The number of characters that replace a `\u` for readers that do not understand it. */
  fallback: number;
  inFontTable: boolean;
  /** `\upr`: the groups in it are the same text twice, and only the one in Unicode counts. */
  twice: boolean;
  note: boolean;
}

class RtfText {
  readonly #bytes: Uint8Array;
  readonly #body: TextBuilder;
  readonly #notes: TextBuilder;
  readonly #stack: Group[] = [];
  readonly #fonts = new Map<number, string>();
  #group: Group = {
    skipped: false,
    hidden: false,
    raised: false,
    charset: 'windows-1252',
    fallback: 1,
    inFontTable: false,
    twice: false,
    note: false,
  };
  #defaultCharset = 'windows-1252';
  #defaultFont = 0;
  #font = 0;
  #starred = false;
  /** Fallback characters that are still to be skipped. */
  #toSkip = 0;
  /** Bytes that are not decoded yet: a character may take two. */
  readonly #pending: number[] = [];
  #surrogate = '';

  constructor(bytes: Uint8Array, max?: number) {
    this.#bytes = toSearch(bytes);
    this.#body = new TextBuilder(max);
    this.#notes = new TextBuilder(max);
  }

  read(): string {
    const bytes = this.#bytes;
    for (let at = 0; at < bytes.length; ) {
      switch (bytes[at]) {
        case 0x7b:
          this.#open();
          at++;
          break;
        case 0x7d:
          this.#close();
          at++;
          break;
        case 0x5c:
          at = this.#control(at + 1);
          break;
        case 0x0a:
        case 0x0d:
        case 0x00:
          at++;
          break;
        default:
          this.#byte(bytes[at++]);
      }
    }
    this.#flush();
    this.#body.append(this.#notes.finish());
    return this.#body.finish();
  }

  get #builder(): TextBuilder {
    return this.#group.note ? this.#notes : this.#body;
  }

  #open(): void {
    this.#flush();
    this.#toSkip = 0;
    this.#starred = false;
    this.#stack.push(this.#group);
    this.#group = { ...this.#group, twice: false, skipped: this.#group.skipped || this.#group.twice };
  }

  #close(): void {
    this.#flush();
    this.#toSkip = 0;
    const wasNote = this.#group.note;
    const outer = this.#stack.pop();
    if (outer === undefined) return;
    if (wasNote && !outer.note) this.#notes.paragraph();
    this.#group = outer;
  }

  /** Reads the control after a backslash. Returns where to continue. */
  #control(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at];
    if (first === undefined) return at;
    if (!isLetter(first)) return this.#symbol(first, at);
    let end = at + 1;
    while (end < bytes.length && isLetter(bytes[end]) && end - at < LONGEST_WORD) end++;
    const word = latin1(bytes, at, end);
    const numberAt = end;
    if (bytes[end] === 0x2d) end++;
    while (bytes[end] >= 0x30 && bytes[end] <= 0x39 && end - numberAt < LONGEST_NUMBER) end++;
    const value = end > numberAt ? Number(latin1(bytes, numberAt, end)) : undefined;
    if (bytes[end] === 0x20) end++;
    if (word === 'bin') return end + Math.max(0, value ?? 0);
    this.#word(word, value);
    return end;
  }

  #symbol(symbol: number, at: number): number {
    switch (symbol) {
      case 0x27: {
        const code = Number.parseInt(latin1(this.#bytes, at + 1, at + 3), 16);
        if (Number.isNaN(code)) return at + 1;
        this.#byte(code);
        return at + 3;
      }
      case 0x2a:
        // an optional destination; elsewhere it has no meaning
        this.#starred = this.#bytes[at - 2] === 0x7b;
        return at + 1;
      case 0x7e:
        this.#add(' ');
        return at + 1;
      case 0x5f:
        this.#add('-');
        return at + 1;
      // an optional hyphen, and marks of index entries
      case 0x2d:
      case 0x3a:
      case 0x7c:
        return at + 1;
      case 0x0a:
      case 0x0d:
        this.#break('\n\n');
        return at + 1;
      case 0x09:
        this.#break('\t');
        return at + 1;
      default:
        this.#byte(symbol);
        return at + 1;
    }
  }

  #word(word: string, value: number | undefined): void {
    const starred = this.#starred;
    this.#starred = false;
    const group = this.#group;
    const character = CHARACTERS.get(word);
    const separator = BREAKS.get(word);
    if (word === 'u') this.#unicode(value ?? 0);
    else if (character !== undefined) this.#add(character);
    else if (separator !== undefined) this.#break(separator);
    else if (SKIPPED_DESTINATIONS.has(word) || (starred && !KEPT_DESTINATIONS.has(word))) {
      group.skipped = true;
      group.inFontTable = word === 'fonttbl';
    } else {
      this.#flush();
      this.#property(word, value, group);
    }
  }

  #property(word: string, value: number | undefined, group: Group): void {
    switch (word) {
      case 'uc':
        group.fallback = Math.max(0, value ?? 1);
        return;
      case 'ansicpg':
        this.#defaultCharset = group.charset = codePage(value ?? 1252);
        return;
      case 'mac':
        this.#defaultCharset = group.charset = 'macintosh';
        return;
      case 'deff':
        this.#defaultFont = value ?? 0;
        return;
      case 'f':
        if (group.inFontTable) this.#font = value ?? 0;
        else group.charset = this.#fonts.get(value ?? 0) ?? this.#defaultCharset;
        return;
      case 'fcharset':
        if (group.inFontTable) this.#nameFont(charsetOfFont(value ?? 0));
        return;
      case 'cpg':
        if (group.inFontTable) this.#nameFont(codePage(value ?? 0));
        return;
      case 'super':
        group.raised = value !== 0;
        return;
      case 'sub':
      case 'nosupersub':
        group.raised = false;
        return;
      case 'plain':
        group.hidden = false;
        group.raised = false;
        group.charset = this.#fonts.get(this.#defaultFont) ?? this.#defaultCharset;
        return;
      case 'v':
      case 'deleted':
        group.hidden = value !== 0;
        return;
      case 'footnote':
        group.note = true;
        this.#notes.paragraph();
        return;
      case 'upr':
        group.twice = true;
        return;
      case 'ud':
        group.skipped = this.#stack.at(-2)?.skipped ?? false;
    }
  }

  #nameFont(charset: string | undefined): void {
    if (charset !== undefined) this.#fonts.set(this.#font, charset);
  }

  #unicode(value: number): void {
    this.#flush();
    this.#toSkip = this.#group.fallback;
    const unit = String.fromCharCode(value & 0xffff);
    if (this.#surrogate === '' && HIGH_SURROGATE.test(unit)) this.#surrogate = unit;
    else {
      // a private character is one of a symbol font, whose lower half is ASCII
      this.#write(this.#surrogate + unit);
      this.#surrogate = '';
    }
  }

  /** A character that has its own control word. It may be the fallback of another. */
  #add(text: string): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else {
      this.#flush();
      this.#write(text);
    }
  }

  #break(separator: string): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#group.skipped) return;
    if (separator === '\n\n') this.#builder.paragraph();
    else if (separator === '\n') this.#builder.line();
    else this.#builder.cell();
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else if (!this.#group.skipped && !this.#group.hidden) this.#pending.push(byte);
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = Uint8Array.from(this.#pending);
    this.#pending.length = 0;
    const { charset } = this.#group;
    // all charsets of RTF agree on ASCII
    this.#write(isAscii(bytes) ? latin1(bytes) : decodeCharset(charset, bytes));
  }

  #write(text: string): void {
    if (this.#group.skipped || this.#group.hidden) return;
    if (this.#group.raised) this.#builder.superscript(text);
    else this.#builder.text(text);
  }
}

/** The standard's own limits; longer runs are invalid and end there. */
const LONGEST_WORD = 32;
const LONGEST_NUMBER = 11;
const HIGH_SURROGATE = /[\ud800-\udbff]/;

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}
