/** Turns the user's inputs (files, folders, globs, `-`) into a list of sources in a stable order, each file once. */

import { createReadStream, existsSync, fstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { untilAborted } from '../abort.ts';
import type { Problem } from '../document.ts';
import { NeardupError, systemReason } from '../errors.ts';
import type { GivenSources, InputKinds, OpenedInputs, OpenOptions } from '../platform.ts';
import { addressScheme, isRemote } from '../remote-address.ts';
import { filePatterns, isLeftOut } from './file-patterns.ts';
import { byName, type FolderFile, inodeOf, walkFolder } from './folder.ts';
import { globbed } from './glob.ts';
import { spool } from './input-spool.ts';
import { type OddFile, oddFile } from './odd-names.ts';
import { pipeChunks } from './pipe-chunks.ts';
import { storedFile } from './stored-file.ts';

/**
 * Sources come in the order of `inputs`, those of a folder or glob sorted by name. Raises INPUT_NOT_FOUND for a path
 * that is not there or a glob that nothing matches.
 */
export async function openInputs<Source>(
  inputs: readonly string[],
  kinds: InputKinds<Source>,
  options: OpenOptions = {},
): Promise<OpenedInputs<Source>> {
  if (inputs.length === 0) throw new NeardupError('NO_INPUT', 'There is nothing to read.');
  const opening = new Opening(kinds, options);
  try {
    for (const input of inputs) {
      options.signal?.throwIfAborted();
      await opening.add(input);
    }
  } catch (error) {
    await opening.close();
    throw error;
  }
  const { sources, problems, keys, leftOut, given, passedOver } = opening;
  return { sources, problems, keys, leftOut, given, passedOver, close: () => opening.close() };
}

class Opening<Source> {
  readonly sources: Source[] = [];
  readonly problems: Problem[] = [];
  readonly keys = new Set<string>();
  leftOut = 0;
  readonly given: GivenSources<Source>[] = [];
  readonly passedOver: string[] = [];
  /** Files and streams that were met before. */
  #known = 0;
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #cwd: string;
  readonly #options: OpenOptions;

  constructor(
    private readonly kinds: InputKinds<Source>,
    options: OpenOptions,
  ) {
    this.#options = options;
    this.#cwd = options.cwd ?? process.cwd();
  }

  async add(input: string): Promise<void> {
    const [first, known] = [this.sources.length, this.#known];
    await this.#addInput(input);
    const sources = this.sources.slice(first);
    if (sources.length > 0 || this.#known === known) this.given.push({ name: input, sources });
  }

  async #addInput(input: string): Promise<void> {
    if (input === '-')
      return this.#addStream(STANDARD_INPUT, '-', () => this.#options.stdin ?? process.stdin);
    if (isRemote(input)) return this.#addRemote(input);
    const name = sep === '/' ? input : input.replaceAll(sep, '/');
    const path = resolve(this.#cwd, input);
    let about: Awaited<ReturnType<typeof stat>>;
    try {
      about = await stat(path);
    } catch (error) {
      if (!isMissing(error)) return this.#problem(name, `Cannot be read: ${systemReason(error)}.`);
      const odd = await oddFile(name, path);
      if (odd !== undefined) return this.#addOdd(odd);
      return this.#addGlob(name);
    }
    if (about.isDirectory()) return this.#addFolder(name, path);
    if (about.isFile())
      return this.#addFile({ name, path: await realpath(path), size: about.size, inode: inodeOf(about) });
    // pipes and devices give their bytes only once
    return this.#addStream(name, path, () => pipeChunks(path));
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) await close();
  }

  async #addRemote(address: string): Promise<void> {
    const { files, streams, passedOver } = await this.kinds.remote(address, this.#options);
    for (const each of passedOver) this.passedOver.push(each);
    for (const file of files) if (this.#first(file.address)) this.sources.push(file.source());
    for (const { name, address, open } of streams) await this.#addStream(name, address, open);
  }

  #addFile({ name, path, size, inode }: FolderFile): void {
    if (this.#first(path, inode)) this.sources.push(this.kinds.file(storedFile(name, path, size)));
  }

  /** Copied for the time of the run: the copy has a path, or needs none. */
  #addOdd({ name, path }: OddFile): Promise<void> {
    return this.#addStream(name, path.toString('latin1'), () => createReadStream(path));
  }

  async #addFolder(name: string, path: string): Promise<void> {
    const open = this.kinds.folder(name, path, (file) => existsSync(join(path, file)));
    if (open !== undefined) {
      if (this.#first(await realpath(path))) this.sources.push(open());
      return;
    }
    const { files, odd, problems, passedOver } = await walkFolder(name, path, this.#options.selection);
    for (const each of passedOver) this.passedOver.push(each);
    for (const problem of problems) this.problems.push(problem);
    if (files.length + odd.length === 0 && problems.length === 0) {
      this.#problem(
        name,
        passedOver.length === 0
          ? 'The folder has no files to read.'
          : `The folder has no files to read, without ${passedOver.length.toLocaleString('en')} that are left out.`,
      );
    }
    for (const file of files) this.#addFile(file);
    for (const file of odd) await this.#addOdd(file);
  }

  async #addGlob(pattern: string): Promise<void> {
    const { excludeFiles = [], hidden = false } = this.#options.selection ?? {};
    const found = await globbed(pattern, { cwd: this.#cwd, hidden });
    if (found === undefined) throw missing(pattern);
    if (found.length === 0 && addressScheme(pattern) !== undefined) throw missing(pattern);
    if (found.length === 0) throw new NeardupError('INPUT_NOT_FOUND', `No file matches \`${pattern}\`.`);
    const files = found.map((name) => ({ name })).sort(byName);
    const placed = [{ depth: 0, patterns: filePatterns(excludeFiles) }];
    for (const { name } of files) {
      const parts = name.split('/').filter((part) => part !== '' && part !== '.');
      if (parts.some((_, i) => isLeftOut(parts.slice(0, i + 1), i + 1 < parts.length, placed))) {
        this.passedOver.push(name);
        continue;
      }
      const path = resolve(this.#cwd, name);
      try {
        const about = await stat(path);
        if (about.isFile()) {
          this.#addFile({ name, path: await realpath(path), size: about.size, inode: inodeOf(about) });
        }
      } catch (error) {
        this.#problem(name, `Cannot be read: ${systemReason(error)}.`);
      }
    }
  }

  async #addStream(name: string, key: string, open: () => AsyncIterable<Uint8Array>): Promise<void> {
    const { signal, temp, stdin } = this.#options;
    if (!this.#first(key, key === '-' && stdin === undefined ? standardInode() : undefined)) return;
    try {
      const { file, close } = await spool(name, untilAborted(open(), signal), temp);
      this.sources.push(this.kinds.file(file));
      this.#closers.push(close);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NeardupError) throw error;
      this.#problem(name, `Cannot be read: ${systemReason(error)}.`);
    }
  }

  /** @param inode Shared by a file and its hard links: an input that has any of these names has the file. */
  #first(key: string, inode?: string): boolean {
    if (this.keys.has(key)) {
      this.#known++;
      return false;
    }
    const keys = inode === undefined ? [key] : [key, inode];
    for (const each of keys) this.keys.add(each);
    if (!keys.some((each) => this.#options.except?.has(each) === true)) return true;
    this.leftOut++;
    this.#known++;
    return false;
  }

  #problem(source: string, reason: string): void {
    this.problems.push({ source, reason });
  }
}

const STANDARD_INPUT = 'standard input';

/** Of the file that standard input comes from, if it is one. */
function standardInode(): string | undefined {
  try {
    const about = fstatSync(0);
    return about.isFile() ? inodeOf(about) : undefined;
  } catch {
    // it is closed
    return undefined;
  }
}

/** What others call their addresses, and how we do. */
const OTHER_SCHEMES: Readonly<Record<string, string>> = {
  s3a: 'Write `s3://`.',
  s3n: 'Write `s3://`.',
  gs: 'Write `s3://` and set AWS_ENDPOINT_URL=https://storage.googleapis.com: the store of Google speaks S3.',
};

function missing(input: string): NeardupError {
  const scheme = addressScheme(input);
  if (scheme === undefined)
    return new NeardupError('INPUT_NOT_FOUND', `There is no file or folder \`${input}\`.`);
  const message = `Expected a path, or an address with \`s3://\`, \`hf://\` or \`https://\`, got one with \`${scheme}://\`.`;
  return new NeardupError('INPUT_NOT_FOUND', message, {
    advice: OTHER_SCHEMES[scheme] ?? 'Copy the documents to this machine.',
  });
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
