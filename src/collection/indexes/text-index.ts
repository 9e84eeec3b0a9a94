/**
 * An index of the texts of documents, table by table. Segments have it in files; a part that is in no file yet is made from the log when it
 * is asked for, and kept in memory. So a file that is missing or damaged costs time only.
 */

import type { IndexName } from '../../collection.ts';
import { NeardupError } from '../../errors.ts';
import { isJsonObject, parsedJson } from '../json-shapes.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { Part, PartsFile, StreamedPart } from '../store/parts-file.ts';
import type { StoredDocument } from '../store/records.ts';
import { type DocumentTable, GONE } from '../tables/document-table.ts';

/** A stored document, and its number in its table. */
export interface NumberedDocument extends StoredDocument {
  readonly number: number;
}

/** A piece of an index, and the number that each document of its table gets; GONE for one that is left out. */
export interface RenumberedPiece<P> {
  readonly piece: P;
  readonly numbers: Uint32Array;
  readonly gone: number;
}

/** A kind of index. A piece of an index covers some documents of a table. */
export interface TextIndexKind<P> {
  readonly name: IndexName;
  /** Names how it is made. A file that says otherwise is made again. */
  readonly scheme: string;
  /** Makes a piece in memory. */
  make(documents: Iterable<NumberedDocument>): Promise<P>;
  /** Joins several pieces in memory, whose documents follow each other. */
  join(pieces: readonly P[]): P;
  /** @param documents Documents of the table that it is about. */
  open(file: PartsFile, documents: number): P;
  /** The parts of a file with all these pieces. The scheme is read afterwards. */
  parts(pieces: readonly RenumberedPiece<P>[]): Iterable<Part | StreamedPart>;
  /** Bytes that a piece takes in memory. */
  memory(piece: P): number;
  close(piece: P): void;
}

/** Documents of which a piece in memory is made at most. */
const MOST_IN_MEMORY = 32_768;
/** Bytes of a piece in memory that stays as it is: joining it again and again would cost more than asking one piece more. */
const LARGE_PIECE = 1 << 20;

interface TableEntry<P> {
  /** Pieces in files, then those in memory. Their documents ascend. */
  pieces: P[];
  files: string[];
  /** Documents that the pieces cover. */
  covered: number;
}

export class TextIndex<P> {
  private readonly entries = new Map<DocumentTable, TableEntry<P>>();
  /** Pieces of tables that are gone; questions may still use them. */
  private retired: P[] = [];
  private questions = 0;
  /** The last thing that was made: one after the other. */
  private making: Promise<unknown> = Promise.resolve();

  constructor(
    readonly kind: TextIndexKind<P>,
    private readonly folder: CollectionFolder,
    /** Reads documents of a table that are alive, in their order. */
    private readonly read: (table: DocumentTable, from: number, to: number) => Iterable<NumberedDocument>,
  ) {}

  /** Uses the files of a table. If one cannot be used, all are made again. */
  load(table: DocumentTable, files: readonly string[]): void {
    const entry = this.entryOf(table);
    try {
      for (const file of files) entry.pieces.push(this.open(file, table));
      entry.files = [...files];
      if (files.length > 0) entry.covered = table.length;
    } catch (error) {
      if (!(error instanceof NeardupError && error.code === 'BAD_COLLECTION')) throw error;
      this.forget(table);
    }
  }

  /** The pieces that cover all documents that a table has now. */
  pieces(table: DocumentTable): Promise<readonly P[]> {
    return this.inTurn(async () => {
      const entry = this.entryOf(table);
      while (entry.covered < table.length) await this.makeNext(table, entry);
      return [...entry.pieces];
    });
  }

  /** The pieces of several tables, all made in the same way. */
  async piecesOf(tables: readonly DocumentTable[]): Promise<(readonly P[])[]> {
    for (;;) {
      const { scheme } = this.kind;
      const all: (readonly P[])[] = [];
      for (const table of tables) all.push(await this.pieces(table));
      // the weights of words may have changed meanwhile: those that were asked for first are then of the old ones
      if (this.kind.scheme === scheme) return all;
    }
  }

  /** Makes sure that a segment's index is completely in files, and returns their names. */
  save(table: DocumentTable): Promise<readonly string[]> {
    return this.inTurn(async () => {
      const entry = this.entryOf(table);
      const own = (piece: P) => ({ piece, numbers: sameNumbers(table.length), gone: GONE });
      const store = async () => {
        const inMemory = entry.pieces.splice(entry.files.length);
        if (inMemory.length === 0) return;
        const file = await this.write(inMemory.map(own));
        entry.pieces.push(this.open(file, table));
        entry.files.push(file);
        for (const piece of inMemory) this.kind.close(piece);
      };
      await store();
      while (entry.covered < table.length) {
        await this.makeNext(table, entry);
        await store();
      }
      return entry.files;
    });
  }

  /** Merges the indexes of some tables into one file, to be loaded for the table merged from them. Returns the file's name. */
  merge(old: readonly DocumentTable[], numbers: readonly Uint32Array[]): Promise<string> {
    return this.ask(old, async () => {
      const all = await this.piecesOf(old);
      return this.write(
        all.flatMap((ofTable, t) => ofTable.map((piece) => ({ piece, numbers: numbers[t], gone: GONE }))),
      );
    });
  }

  /** Forgets the tables that are not among these. */
  keep(tables: readonly DocumentTable[]): void {
    for (const table of this.entries.keys()) if (!tables.includes(table)) this.forget(table);
  }

  /** Forgets the index of a table; it is made again from the log. */
  forget(table: DocumentTable): void {
    this.retired.push(...(this.entries.get(table)?.pieces ?? []));
    this.entries.delete(table);
    this.closeRetired();
  }

  /** Forgets the tables that have files. Those with pieces in memory only stay. */
  forgetFiles(tables: readonly DocumentTable[]): void {
    for (const table of tables) if (this.entryOf(table).files.length > 0) this.forget(table);
  }

  /** Asks a question of the pieces. If a file turns out to be damaged, the pieces of these tables are made again. */
  async ask<T>(tables: readonly DocumentTable[], question: () => Promise<T>): Promise<T> {
    this.questions++;
    try {
      try {
        return await question();
      } catch (error) {
        if (!(error instanceof NeardupError && error.code === 'BAD_COLLECTION')) throw error;
        this.forgetFiles(tables);
        return await question();
      }
    } finally {
      this.questions--;
      this.closeRetired();
    }
  }

  get memory(): number {
    const pieces = [...this.entries.values()].flatMap((entry) => entry.pieces);
    return pieces.reduce((sum, piece) => sum + this.kind.memory(piece), 0);
  }

  async close(): Promise<void> {
    await this.making.catch(() => {});
    this.keep([]);
  }

  private async makeNext(table: DocumentTable, entry: TableEntry<P>): Promise<void> {
    const { pieces, files } = entry;
    const end = Math.min(table.length, entry.covered + MOST_IN_MEMORY);
    pieces.push(await this.kind.make(this.read(table, entry.covered, end)));
    entry.covered = end;
    // small pieces become one, so that there are few: each is large, or at least twice as large as the next
    while (pieces.length - files.length > 1) {
      const [larger, last] = pieces.slice(-2);
      if (this.kind.memory(larger) >= Math.min(LARGE_PIECE, 2 * this.kind.memory(last))) break;
      pieces.splice(-2, 2, this.kind.join([larger, last]));
      this.retired.push(larger, last);
    }
    this.closeRetired();
  }

  private async write(pieces: readonly RenumberedPiece<P>[]): Promise<string> {
    const { kind, folder } = this;
    const file = folder.newDerivedName(kind.name);
    const parts = kind.parts(pieces);
    const facts = { name: 'facts', bytes: new TextEncoder().encode(JSON.stringify({ scheme: kind.scheme })) };
    await folder.writeDerived(file, followedBy(facts, parts));
    return file;
  }

  private open(file: string, table: DocumentTable): P {
    const opened = this.folder.openDerived(file);
    try {
      const facts = parsedJson(new TextDecoder().decode(opened.get('facts')));
      if (!isJsonObject(facts) || facts.scheme !== this.kind.scheme)
        throw opened.bad('it was made in another way');
      return this.kind.open(opened, table.length);
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  private entryOf(table: DocumentTable): TableEntry<P> {
    const entry = this.entries.get(table) ?? { pieces: [], files: [], covered: 0 };
    this.entries.set(table, entry);
    return entry;
  }

  private closeRetired(): void {
    if (this.questions > 0) return;
    for (const piece of this.retired.splice(0)) this.kind.close(piece);
  }

  private inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = this.making.then(make, make);
    this.making = made.catch(() => {});
    return made;
  }
}

function sameNumbers(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

function* followedBy(first: Part, rest: Iterable<Part | StreamedPart>): Generator<Part | StreamedPart> {
  yield first;
  yield* rest;
}
