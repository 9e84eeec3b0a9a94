/** OLE files and Word documents, made by hand for tests. */

/** An OLE file with these streams, in sectors of 512 bytes and without mini sectors. */
export function oleOf(streams: Readonly<Record<string, Uint8Array>>): Buffer {
  const END = 0xfffffffe;
  const sectors: Buffer[] = [Buffer.alloc(512, 0xff)];
  const fat: number[] = [0xfffffffd];
  const add = (content: Uint8Array): number => {
    const start = sectors.length;
    for (let at = 0; at < content.length; at += 512) {
      const sector = Buffer.alloc(512);
      sector.set(content.subarray(at, at + 512));
      sectors.push(sector);
      fat.push(at + 512 < content.length ? sectors.length : END);
    }
    return start;
  };
  const entry = (name: string, kind: number, start: number, size: number): Buffer => {
    const bytes = Buffer.alloc(128);
    bytes.write(name, 'utf16le');
    bytes.writeUInt16LE(2 * name.length + 2, 64);
    bytes[66] = kind;
    bytes.writeUInt32LE(start, 116);
    bytes.writeUInt32LE(size, 120);
    return bytes;
  };
  const entries = Object.entries(streams).map(([name, content]) => {
    // short streams would be looked for in mini sectors
    const long = Buffer.concat([content, Buffer.alloc(Math.max(0, 4096 - content.length))]);
    return entry(name, 2, add(long), long.length);
  });
  const directory = add(Buffer.concat([entry('Root Entry', 5, END, 0), ...entries]));
  fat.forEach((next, i) => {
    sectors[0].writeUInt32LE(next, 4 * i);
  });
  const header = Buffer.alloc(512, 0xff);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  header.writeUInt32LE(0, 76);
  return Buffer.concat([header, ...sectors]);
}

/** A document of one piece in UTF-16; `counts` are those of body, footnotes, headers, macros, comments, endnotes, boxes. */
export function wordOf(
  text: string,
  counts: readonly number[] = [text.length],
  flags = 0x200,
  more: Readonly<Record<string, Uint8Array>> = {},
): Buffer {
  const word = Buffer.alloc(1024 + 2 * text.length);
  word.writeUInt16LE(0xa5ec, 0);
  word.writeUInt16LE(0xc1, 2);
  word.writeUInt16LE(flags, 10);
  counts.forEach((count, i) => {
    word.writeUInt32LE(count, 0x4c + 4 * i);
  });
  word.write(text, 1024, 'utf16le');
  const pieces = Buffer.alloc(5 + 8 + 8);
  pieces[0] = 2;
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE(1024, 15);
  word.writeUInt32LE(0, 0x1a2);
  word.writeUInt32LE(pieces.length, 0x1a6);
  return oleOf({ WordDocument: word, '1Table': pieces, ...more });
}

/** Characters of one font. */
export interface FontRun {
  readonly bytes: Uint8Array;
  /** The number of the font, if the run names one. */
  readonly font?: number;
}

/** A document of Word 6 or 95. @param charsets The charset of each font. @param language The Windows id of the language. */
export function oldWordOf(
  runs: readonly FontRun[],
  charsets: readonly number[] = [],
  language = 0x409,
  { counts, pieces }: OldWordLayout = {},
): Buffer {
  const fonts = charsets.map((charset) => Buffer.from([7, 0, 0, 0, charset, 0, 0x46, 0]));
  const fontTable = Buffer.concat([Buffer.alloc(2), ...fonts]);
  fontTable.writeUInt16LE(fontTable.length);
  // one page of properties, at the end of the stream
  const text = Buffer.concat(runs.map(({ bytes }) => bytes));
  const start = 512;
  const pageAt = 512 * Math.ceil((start + text.length) / 512);
  const page = Buffer.alloc(512);
  page[511] = runs.length;
  let at = start;
  runs.forEach(({ bytes, font }, i) => {
    page.writeUInt32LE(at, 4 * i);
    at += bytes.length;
    page.writeUInt32LE(at, 4 * i + 4);
    if (font === undefined) return;
    const place = 510 - 6 * (i + 1);
    page[4 * (runs.length + 1) + i] = place / 2;
    // bold, then the font
    page.set([5, 85, 1, 93, font, 0], place);
  });
  const pages = Buffer.alloc(10);
  pages.writeUInt32LE(start, 0);
  pages.writeUInt32LE(at, 4);
  pages.writeUInt16LE(pageAt / 512, 8);
  const header = Buffer.alloc(512);
  header.writeUInt16LE(0xa5dc, 0);
  header.writeUInt16LE(0x68, 2);
  header.writeUInt16LE(language, 6);
  header.writeUInt32LE(start, 0x18);
  header.writeUInt32LE(at, 0x1c);
  (counts ?? [text.length]).forEach((count, i) => {
    header.writeUInt32LE(count, 0x34 + 4 * i);
  });
  const clx = pieces === undefined ? Buffer.alloc(0) : oldPieces(pieces, start);
  if (pieces !== undefined) {
    header.writeUInt16LE(4, 0x0a);
    header.writeUInt32LE(pageAt + 512 + pages.length + fontTable.length, 0x160);
    header.writeUInt32LE(clx.length, 0x164);
  }
  header.writeUInt32LE(pageAt + 512, 0xb8);
  header.writeUInt32LE(pages.length, 0xbc);
  header.writeUInt32LE(pageAt + 512 + pages.length, 0xd0);
  header.writeUInt32LE(fontTable.length, 0xd4);
  const gap = Buffer.alloc(pageAt - start - text.length);
  return oleOf({ WordDocument: Buffer.concat([header, text, gap, page, pages, fontTable, clx]) });
}

interface OldWordLayout {
  /** Bytes of body, footnotes, headers, macros, comments, endnotes and boxes. */
  readonly counts?: readonly number[];
  /** Of a file that was saved the fast way: where each piece is in the bytes of the runs, and its length. */
  readonly pieces?: readonly (readonly [start: number, length: number])[];
}

/** A property list, then the table of pieces. */
function oldPieces(pieces: readonly (readonly [number, number])[], start: number): Buffer {
  const table = Buffer.alloc(4 * (pieces.length + 1) + 8 * pieces.length);
  let at = 0;
  pieces.forEach(([place, length], i) => {
    at += length;
    table.writeUInt32LE(at, 4 * i + 4);
    table.writeUInt32LE(start + place, 4 * (pieces.length + 1) + 8 * i + 2);
  });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(table.length);
  return Buffer.concat([Buffer.from([1, 2, 0, 9, 9, 2]), size, table]);
}
