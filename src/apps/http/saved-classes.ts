/**
 * The classes that were saved in a collection: a file for each, of JSON lines with checksums. The first line has the name and the settings, each
 * further one a document. A file is replaced as a whole. One that cannot be read is listed as broken; of one with damaged
 * lines the other documents are served.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from './problems.ts';
import { replaceFile } from './replace-file.ts';
import { openLine, sealLine } from './sealed-lines.ts';
import type { BrokenClass, ClassHead, SavedClass } from './service-answers.ts';

export interface ClassLimits {
  /** Classes of a collection, and bytes of their files together. */
  readonly classes: number;
  readonly bytes: number;
}

const LIMITS: ClassLimits = { classes: 1000, bytes: 256 << 20 };
const FILE = /^[0-9a-f]{32}\.jsonl$/;

type ClassDocument = SavedClass['documents'][number];
/** The first line of a file. `documents` says how many lines follow. */
type FirstLine = Omit<SavedClass, 'documents' | 'damaged'> & { readonly documents: number };
/** A file without its texts. */
type Known = (ClassHead | BrokenClass) & { readonly bytes: number };

export class SavedClasses {
  /** By the names of collections, then of files. */
  private readonly known = new Map<string, Promise<Map<string, Known>>>();
  private last: Promise<unknown> = Promise.resolve();

  /** @param folder A folder in it for each collection. */
  constructor(
    private readonly folder: string,
    private readonly limits = LIMITS,
  ) {}

  /** Newest first. */
  async list(collection: string): Promise<{ classes: ClassHead[]; broken: BrokenClass[] }> {
    const classes: ClassHead[] = [];
    const broken: BrokenClass[] = [];
    for (const { bytes: _, ...each } of (await this.of(collection)).values()) {
      if ('reason' in each) broken.push(each);
      else classes.push(each);
    }
    return { classes: classes.sort((x, y) => (x.saved < y.saved ? 1 : -1)), broken };
  }

  async get(collection: string, name: string): Promise<SavedClass> {
    const file = fileOf(name);
    if (!(await this.of(collection)).has(file))
      throw new ServiceError('NOT_FOUND', `There is no class \`${name}\`.`, {
        advice: 'GET …/classes lists them; PUT saves one.',
      });
    return (await this.read(collection, file)).content;
  }

  /**
   * Resolves when it is on the disk.
   * @param replaces When the class to be replaced was saved; one saved at another time is not replaced. @default any
   */
  put(
    collection: string,
    name: string,
    content: Omit<SavedClass, 'class' | 'saved' | 'damaged'>,
    replaces?: string,
  ): Promise<ClassHead> {
    return this.inTurn(async () => {
      const known = await this.of(collection);
      const file = fileOf(name);
      const before = known.get(file);
      if (replaces !== undefined && !(before !== undefined && 'saved' in before && before.saved === replaces))
        throw new ServiceError(
          'CLASS_CHANGED',
          `\`${name}\` is not the class that was saved at ${replaces}.`,
        );
      const { documents, ...settings } = content;
      const head = { class: name, saved: laterThan(before), documents: documents.length };
      const lines = [{ ...head, ...settings } satisfies FirstLine, ...documents].map(
        (each) => `${sealLine(each).line}\n`,
      );
      const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
      const others = [...known].filter(([other]) => other !== file);
      if (others.length >= this.limits.classes)
        throw tooMany(`at most ${this.limits.classes} classes in a collection`);
      if (others.reduce((sum, [, other]) => sum + other.bytes, bytes) > this.limits.bytes)
        throw tooMany(`classes of together at most ${this.limits.bytes} bytes`);
      await mkdir(join(this.folder, collection), { recursive: true });
      await replaceFile(this.path(collection, file), lines);
      known.set(file, { ...head, damaged: 0, bytes });
      return { ...head, damaged: 0 };
    });
  }

  /** False if there is none. */
  remove(collection: string, name: string): Promise<boolean> {
    return this.inTurn(async () => {
      const known = await this.of(collection);
      const file = fileOf(name);
      if (!known.has(file)) return false;
      await rm(this.path(collection, file), { recursive: true, force: true });
      return known.delete(file);
    });
  }

  /** Removes all classes of a collection. */
  removeAll(collection: string): Promise<void> {
    return this.inTurn(async () => {
      this.known.delete(collection);
      await rm(join(this.folder, collection), { recursive: true, force: true });
    });
  }

  /** Problems with the classes of these collections, as sentences for the log. */
  async problems(collections: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const collection of collections) {
      const list = await this.list(collection).catch((error: Error) => error.message);
      if (typeof list === 'string') found.push(list);
      else {
        found.push(...list.broken.map(({ reason, advice }) => `${reason} ${advice}`));
        for (const { class: name, damaged } of list.classes.filter((each) => each.damaged > 0))
          found.push(
            `${this.path(collection, fileOf(name))}: ${damaged} lines of the class \`${name}\` are damaged. The other documents are served; restore the file from a backup, or save the class again.`,
          );
      }
    }
    return found;
  }

  private path(collection: string, file: string): string {
    return join(this.folder, collection, file);
  }

  /** Files are read once; the next question tries again if that fails. */
  private of(collection: string): Promise<Map<string, Known>> {
    const known =
      this.known.get(collection) ??
      this.readAll(collection).catch((error) => {
        this.known.delete(collection);
        throw error;
      });
    this.known.set(collection, known);
    return known;
  }

  private async readAll(collection: string): Promise<Map<string, Known>> {
    const files = await readdir(join(this.folder, collection)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new ServiceError('CLASS_DAMAGED', `classes/${collection} cannot be read: ${error.code}.`);
    });
    const known = new Map<string, Known>();
    for (const file of files.filter((each) => FILE.test(each))) {
      const found = await this.read(collection, file).then(
        ({ content: { class: name, saved, documents, damaged }, bytes }) => ({
          ...{ class: name, saved, documents: documents.length, damaged, bytes },
        }),
        (error: Error) => this.broken(collection, file, error),
      );
      known.set(file, found);
    }
    return known;
  }

  private broken(collection: string, file: string, error: NodeJS.ErrnoException): Known {
    const why = error instanceof ServiceError ? error.message : `${error.code}.`;
    return {
      file: `classes/${collection}/${file}`,
      reason: `${this.path(collection, file)} is not read: ${why}`,
      advice: 'Restore it from a backup, or move it away while the service is stopped.',
      bytes: 0,
    };
  }

  private async read(collection: string, file: string): Promise<{ content: SavedClass; bytes: number }> {
    const handle = await open(this.path(collection, file), 'r');
    try {
      const { size: bytes } = await handle.stat();
      let first: FirstLine | undefined;
      const documents: ClassDocument[] = [];
      let lines = 0;
      for await (const line of handle.readLines({ start: 0, encoding: 'latin1' })) {
        const entry = openLine(line)?.entry;
        if (lines++ === 0) first = entry as FirstLine | undefined;
        else if (entry !== undefined) documents.push(entry as ClassDocument);
        if (first === undefined) break;
      }
      if (first === undefined || fileOf(first.class) !== file)
        throw new ServiceError('CLASS_DAMAGED', 'its first line, with the name of the class, is damaged.');
      const damaged = Math.max(lines - 1, first.documents) - documents.length;
      return { content: { ...first, documents, damaged }, bytes };
    } finally {
      await handle.close();
    }
  }

  /** Changes are made one after the other. */
  private inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.last.then(change);
    this.last = done.catch(() => {});
    return done;
  }
}

/** A name may have any characters, and a file may not. */
function fileOf(name: string): string {
  return `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.jsonl`;
}

/** Now, or a moment later: two versions of a class are never saved at the same time. */
function laterThan(before: Known | undefined): string {
  const last = before !== undefined && 'saved' in before ? Date.parse(before.saved) : 0;
  return new Date(Math.max(Date.now(), last + 1)).toISOString();
}

function tooMany(expected: string): ServiceError {
  return new ServiceError('TOO_MANY_CLASSES', `Expected ${expected}, got more.`);
}
