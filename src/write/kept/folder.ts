/**
 * A folder of kept documents: files that are one document are copied, files of many documents are written without the removed
 * ones. Everything is made in a temporary folder and moved when complete.
 */
import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NeardupError } from '../../errors.ts';
import type { Source } from '../../read.ts';
import type {
  AtomicFile,
  KeptDocument,
  KeptFormat,
  KeptSource,
  KeptWriter,
  RecordFields,
  UnreadSource,
} from '../../write.ts';
import { atomicFile, temporaryName } from '../atomic-file.ts';
import { removeLeftovers } from '../leftovers.ts';
import { syncFolder } from '../sync-folder.ts';
import { addUnfinished, settleUnfinished } from '../unfinished.ts';
import { writeFailed } from '../write-failed.ts';
import { noColumns } from './added-columns.ts';
import { arrowKind } from './arrow-kind.ts';
import { CsvFormat, isRow } from './csv-format.ts';
import { datasetsAmong, type InputDataset, notesOf, splitsNote } from './dataset-notes.ts';
import { JsonlFormat } from './jsonl-format.ts';
import { MailboxFormat } from './mailbox-format.ts';
import { commonFolder, nameInFolder, otherMemberName } from './names.ts';
import { PARQUET } from './parquet-kind.ts';
import { only } from './shards.ts';
import { TableFormat } from './table-format.ts';

/** Opens a folder that does not exist yet or is empty. */
export function openFolder(out: string, inputs: readonly string[], fields: RecordFields): KeptWriter {
  const exists = existsSync(out);
  if (exists && readdirSync(out).length > 0) {
    throw new NeardupError('WRITE_FAILED', `Cannot write to the folder \`${out}\`: it is not empty.`, {
      advice: 'Name a new or an empty folder: neardup does not overwrite or mix files.',
    });
  }
  // an existing folder may be a mount point or the current folder of a shell: it is filled, not replaced
  return openWriter(out, exists ? 'fill' : 'make', inputs, fields);
}

/**
 * Opens a folder that may hold files, to add others to it.
 * @param replace Whether files that are there already are replaced. If not, they are refused.
 */
export function addToFolder(
  out: string,
  inputs: readonly string[],
  fields: RecordFields,
  replace: boolean,
): KeptWriter {
  try {
    mkdirSync(out, { recursive: true });
  } catch (error) {
    throw writeFailed(out, error);
  }
  return openWriter(out, replace ? 'replace' : 'fill', inputs, fields);
}

/** How a folder gets the files: as a whole; beside others, none of which is replaced; or in place of others. */
type Filling = 'make' | 'fill' | 'replace';

function openWriter(
  out: string,
  filling: Filling,
  inputs: readonly string[],
  fields: RecordFields,
): KeptWriter {
  const final = out.replace(/(?<=.)[/\\]+$/, '');
  const beside = filling === 'make' ? final : join(final, 'kept');
  removeLeftovers(beside);
  const temporary = temporaryName(beside);
  try {
    addUnfinished(temporary);
    mkdirSync(temporary);
  } catch (error) {
    settleUnfinished(temporary);
    throw writeFailed(final, error);
  }
  return new FolderWriter(final, temporary, filling, commonFolder(inputs), fields);
}

/** Tables whose rows are copied. An Arrow file stays a file, and a stream a stream. */
const KINDS = [PARQUET, arrowKind(undefined)];
const TABLES_AND_LINES: ReadonlySet<string> = new Set(['jsonl', 'csv', 'parquet', 'arrow']);
/** The reader of the files of datasets. */
const ARROW_FILE = { name: 'arrow', many: true, extensions: ['.arrow'] };

/** A source of many documents that is written without the removed ones. */
interface Shortened {
  readonly source: Source;
  readonly file: AtomicFile;
  readonly format: KeptFormat;
}

class FolderWriter implements KeptWriter {
  private readonly final: string;
  private readonly temporary: string;
  private readonly filling: Filling;
  private readonly base: string | undefined;
  private shortened: Shortened | undefined;
  /** Files that were copied although they could not be read. */
  private readonly unread = new Set<string>();
  /** Datasets of the input whose notes are written, too. */
  private datasets: readonly InputDataset[] = [];
  /** Names that were written. */
  private readonly placed = new Set<string>();
  /** Folders that have new names in them. */
  private readonly changed = new Set<string>();

  constructor(
    final: string,
    temporary: string,
    filling: Filling,
    base: string | undefined,
    private readonly fields: RecordFields,
  ) {
    this.final = final;
    this.temporary = temporary;
    this.filling = filling;
    this.base = base;
  }

  async look(sources: readonly Source[]): Promise<void> {
    for (const kind of KINDS)
      for (const source of sources.filter(({ name }) => kind.named.test(name)))
        await new TableFormat(kind, this.fields, join(this.final, source.name)).look([source]);
    this.datasets = await datasetsAmong(sources);
  }

  async write(document: KeptDocument): Promise<void> {
    const name = this.nameOf(document);
    try {
      if (document.reader.many) await this.writeRecord(document, name);
      else if (document.changes?.added !== undefined) throw noColumns(name);
      else if (document.changes?.text !== undefined) await this.writeText(document, document.changes.text);
      else await this.copy(document.source, await this.place(name, document.source));
    } catch (error) {
      throw writeFailed(join(this.final, name), underlying(error));
    }
  }

  async writeLines(from: KeptSource, lines: Uint8Array): Promise<void> {
    const name = this.nameOf(from);
    try {
      const { file } = await this.shortenedFor(from.source, name, () => new JsonlFormat(this.fields));
      await file.write(lines);
    } catch (error) {
      throw writeFailed(join(this.final, name), underlying(error));
    }
  }

  async keepUnread(unread: UnreadSource): Promise<boolean> {
    const { source, reader, item } = unread;
    const { record, header } = item;
    if (record !== undefined && (reader.name !== 'mbox' || this.isWritten(reader))) {
      await this.write({ id: '', source, reader, item: { text: '', record, header } });
      return true;
    }
    // the name of a file of many documents is taken by its readable documents
    if (reader.many) return false;
    // unreadable files in an archive are kept with the archive
    const file = source.path === undefined ? source.container : source;
    if (file?.path === undefined) return false;
    const name = this.nameOf({ source: file, reader });
    if (this.unread.has(name)) return true;
    try {
      await this.copy(file, await this.place(name));
    } catch (error) {
      // of a file that may not be read there is nothing to copy
      if ((error as NodeJS.ErrnoException).code !== 'EACCES')
        throw writeFailed(join(this.final, name), error);
      return false;
    }
    this.unread.add(name);
    return true;
  }

  async prepare(): Promise<void> {
    try {
      await this.finishShortened();
      await this.writeNotes();
    } catch (error) {
      await this.abort();
      throw writeFailed(this.final, underlying(error));
    }
  }

  async commit(): Promise<void> {
    await this.prepare();
    try {
      this.move();
    } catch (error) {
      throw writeFailed(this.final, error);
    }
    // the files are there and whole; if a folder cannot be synced, that changes nothing now
    for (const folder of this.changed) await syncFolder(folder).catch(() => {});
  }

  async abort(): Promise<void> {
    this.shortened?.format.close?.();
    await this.shortened?.file.abort();
    if (settleUnfinished(this.temporary)) rmSync(this.temporary, { recursive: true, force: true });
  }

  private nameOf(from: KeptSource): string {
    return nameInFolder(from, this.base, this.isWritten(from.reader));
  }

  /** Whether files of this format are written in it. A mail has no room for columns, and none for another text. */
  private isWritten({ name }: KeptSource['reader']): boolean {
    const { added, changesTexts = false } = this.fields;
    return TABLES_AND_LINES.has(name) || (name === 'mbox' && added === undefined && !changesTexts);
  }

  private async writeRecord(document: KeptDocument, name: string): Promise<void> {
    const { source, item } = document;
    const { format, file } = await this.shortenedFor(source, name, () => {
      const kind = KINDS.find(({ reader }) => reader === document.reader.name);
      if (kind !== undefined) return new TableFormat(kind, this.fields, join(this.final, name));
      if (document.reader.name === 'mbox' && this.isWritten(document.reader)) return new MailboxFormat();
      return isRow(item) ? new CsvFormat(this.fields) : new JsonlFormat(this.fields);
    });
    await format.append(document, file);
  }

  /** The output of a source of many documents: opened with its first document, after the previous source is done. */
  private async shortenedFor(source: Source, name: string, format: () => KeptFormat): Promise<Shortened> {
    if (this.shortened?.source !== source) {
      await this.finishShortened();
      this.shortened = { source, file: await atomicFile(await this.place(name, source)), format: format() };
    }
    return this.shortened;
  }

  private async finishShortened(): Promise<void> {
    const { file, format } = this.shortened ?? {};
    if (file !== undefined) await format?.finish?.([only(file)]);
    await file?.commit();
    this.shortened = undefined;
  }

  /** Notes of datasets, once. A dataset without a kept row still has a file with its columns. */
  private async writeNotes(): Promise<void> {
    const above = new Map<string, string[]>();
    for (const dataset of this.datasets) {
      const nameOf = (source: Source) => this.nameOf({ source, reader: ARROW_FILE });
      const [first] = dataset.sources;
      if (!dataset.sources.some((source) => this.placed.has(nameOf(source))))
        await this.writeEmpty(first, nameOf(first));
      const names = dataset.sources.map(nameOf).filter((name) => this.placed.has(name));
      const folder = dirname(nameOf(first));
      const written = new Map(
        names.map((name) => [basename(name), statSync(join(this.temporary, name)).size]),
      );
      for (const [name, content] of await notesOf(dataset, written, this.fields.added ?? []))
        await this.writeNote(join(folder, name), content);
      const outer = dirname(dataset.folder);
      if (folder !== '.') above.set(outer, [...(above.get(outer) ?? []), folder]);
    }
    for (const [outer, folders] of above) {
      const note = await splitsNote(
        outer,
        folders.map((folder) => basename(folder)),
      );
      if (note !== undefined) await this.writeNote(join(dirname(folders[0]), note[0]), note[1]);
    }
    this.datasets = [];
  }

  private async writeEmpty(source: Source, name: string): Promise<void> {
    const format = new TableFormat(arrowKind(undefined), this.fields, join(this.final, name));
    await format.look([source]);
    const file = await atomicFile(await this.place(name));
    await format.finish([only(file)]);
    await file.commit();
  }

  private async writeNote(name: string, content: string): Promise<void> {
    const file = await atomicFile(await this.place(name));
    await file.write(content);
    await file.commit();
  }

  /** A document whose format cannot be written comes out as text, under a name that says so. */
  private async writeText(document: KeptDocument, text: string): Promise<void> {
    const name = this.nameOf(document).replace(/\.(?:bz2|xz)$/i, '');
    const isText = document.reader.name === 'text';
    const file = await atomicFile(
      await this.place(isText ? name : `${name.replace(/\.(?:gz|zst)$/i, '')}.txt`),
    );
    await file.write(text);
    await file.commit();
  }

  private async copy(source: Source, to: string): Promise<void> {
    if (source.path !== undefined) return copyFile(source.path, to, constants.COPYFILE_FICLONE);
    const file = await atomicFile(to);
    for await (const chunk of source.open()) await file.write(chunk);
    await file.commit();
  }

  /** The path of a file to be written, in a folder that exists. */
  private async place(wanted: string, source?: Source): Promise<string> {
    const other = source && this.isTaken(wanted) ? otherMemberName(source, this.base) : undefined;
    const name = other ?? wanted;
    const path = join(this.temporary, name);
    if (existsSync(path)) {
      throw new NeardupError('WRITE_FAILED', `Two inputs would both be written as \`${name}\`.`, {
        advice: 'Write to one *.jsonl file instead, or give the inputs different names.',
      });
    }
    if (this.filling === 'fill' && existsSync(join(this.final, name))) throw isThere(this.final, name);
    await mkdir(dirname(path), { recursive: true });
    this.placed.add(name);
    return path;
  }

  /** Whether a file or a folder has the name, or a file that of a folder above it. */
  private isTaken(name: string): boolean {
    if (existsSync(join(this.temporary, name))) return true;
    for (let above = dirname(name); above !== '.'; above = dirname(above))
      if (this.placed.has(above)) return true;
    return false;
  }

  private move(): void {
    if (!settleUnfinished(this.temporary)) {
      throw new NeardupError('INTERRUPTED', `Writing to the folder \`${this.final}\` was interrupted.`);
    }
    try {
      this.changed.add(dirname(this.final));
      if (this.filling === 'make') renameSync(this.temporary, this.final);
      else this.moveEach('');
    } catch (error) {
      rmSync(this.temporary, { recursive: true, force: true });
      throw error;
    }
  }

  /** Moves the files below a folder of the temporary one to the same names in the final one. */
  private moveEach(folder: string): void {
    for (const entry of readdirSync(join(this.temporary, folder), { withFileTypes: true })) {
      const name = join(folder, entry.name);
      const to = join(this.final, name);
      if (entry.isDirectory() && existsSync(to)) this.moveEach(name);
      else {
        if (this.filling === 'fill' && existsSync(to)) throw isThere(this.final, name);
        renameSync(join(this.temporary, name), to);
        this.changed.add(dirname(to));
      }
    }
    rmdirSync(join(this.temporary, folder));
  }
}

function isThere(folder: string, name: string): NeardupError {
  return new NeardupError('WRITE_FAILED', `\`${join(folder, name)}\` already exists.`, {
    advice: 'Name a new or an empty folder: neardup does not overwrite or mix files.',
  });
}

/** The underlying error: a message about a file in the temporary folder would name an unknown path. */
function underlying(error: unknown): unknown {
  const isBelow = error instanceof NeardupError && error.code === 'WRITE_FAILED' && error.cause !== undefined;
  return isBelow ? error.cause : error;
}
