/** The input of a verb: paths, or documents that a caller holds. */
import type { Heap } from '../../engines/index.ts';
import { NeardupError } from '../../errors.ts';
import { fileState, writtenTime } from '../../platform/files.ts';
import type { GivenSources } from '../../platform.ts';
import type { Source, SourcedItem } from '../../read.ts';
import { option, type Wording, wording } from '../../wording.ts';
import type { LineBlock } from '../json/line-blocks.ts';
import type { ReadRunOptions } from '../options.ts';
import { type InputDocument, readDocuments } from '../read-documents.ts';
import { readSources } from '../read-sources.ts';
import { asksForId, refuseUnknownId } from '../unknown-id.ts';
import { filesOf, type InputFile, openFiles } from './given-files.ts';
import { openSources } from './inputs.ts';

/** Paths, globs and folders (`-` is standard input), files that a caller holds, or the documents themselves. */
export type Input =
  | string
  | readonly string[]
  | InputFile
  | ArrayLike<InputFile>
  | Iterable<InputDocument>
  | AsyncIterable<InputDocument>
  | ReadableStream<InputDocument>;

export interface OpenInput {
  /** The paths given; none for documents that a caller holds. */
  readonly paths: readonly string[];
  /** The files that the paths lead to. */
  readonly files: readonly string[];
  /** The sources that the paths lead to, and their bytes as stored; none and 0 for documents that a caller holds. */
  readonly sources: readonly Source[];
  readonly bytes: number;
  /** Inputs that exist but cannot be read (they were reported). */
  readonly problems: number;
  /** Keys that identify its sources: real paths, `-`, or the collection of documents itself. */
  readonly keys: ReadonlySet<unknown>;
  /** Sources that were left out because another input has them. */
  readonly leftOut: number;
  /** The paths or files given, each with its sources, except those whose sources all belong to another. */
  readonly given: readonly GivenSources<Source>[];
  /** Names in the folders given that were not looked at; folders end with a slash. */
  readonly passedOver: readonly string[];
  /** The documents, from the first one. Paths can be read again; documents of a caller only once. */
  items(): AsyncIterable<SourcedItem>;
  /** Files that changed since the input was opened. */
  changed(): string[];
  /**
   * As `items`, but with a heap, JSON lines come in blocks on it if possible.
   * @param textsOnly Only texts, ids and languages are asked for.
   */
  read(heap?: Heap, textsOnly?: boolean): AsyncIterable<SourcedItem | LineBlock>;
  /** Bytes (as stored) that were read since the documents were last asked for. */
  consumed(): number;
  close(): Promise<void>;
}

/** Raises BAD_OPTION if `idField` names a field that no document of the files has. */
export async function openInput(input: Input, options: ReadRunOptions): Promise<OpenInput> {
  const opened = await open(input, options, new Set());
  try {
    await refuseUnknownId(opened.sources, options);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Raises BAD_OPTION if `idField` names a field that no document of several inputs has: one of them alone may have none. Inputs that cannot
 * be opened are for their reader to report; each is opened again, so none is a pipe.
 */
export async function refuseUnknownIds(inputs: readonly Input[], options: ReadRunOptions): Promise<void> {
  if (!asksForId(options)) return;
  const opened: OpenInput[] = [];
  try {
    for (const input of inputs) {
      const found = open(input, { ...options, onProblem: () => {}, onProgress: () => {} }, new Set());
      await found.then(
        (each) => opened.push(each),
        (error) => options.signal?.aborted === true && Promise.reject(error),
      );
    }
    await refuseUnknownId(
      opened.flatMap(({ sources }) => sources),
      options,
    );
  } finally {
    for (const { close } of opened) await close();
  }
}

/** Opens the reference of an input. Its documents need no ids. @param except Sources of the input (`OpenInput.keys`) to leave out. */
export async function openReference(
  reference: Input,
  options: ReadRunOptions,
  except: ReadonlySet<unknown>,
): Promise<OpenInput> {
  return open(reference, options, except);
}

async function open(input: Input, options: ReadRunOptions, except: ReadonlySet<unknown>): Promise<OpenInput> {
  const paths = pathsOf(input);
  const files = filesOf(input);
  if (paths === undefined && files === undefined) {
    const isLeftOut = except.has(input);
    let used = false;
    const items = () => {
      if (used) throw new NeardupError('INPUT_CHANGED', 'These documents can be read only once.');
      used = true;
      return readDocuments(isLeftOut ? [] : (input as Iterable<InputDocument>), options);
    };
    return {
      paths: [],
      files: [],
      sources: [],
      bytes: 0,
      problems: 0,
      keys: new Set([input]),
      leftOut: isLeftOut ? 1 : 0,
      given: [],
      passedOver: [],
      items,
      read: items,
      changed: () => [],
      consumed: () => 0,
      close: async () => {},
    };
  }
  const opened =
    files === undefined
      ? await openSources(paths!, {
          temp: options.temp,
          signal: options.signal,
          except: except as ReadonlySet<string>,
          selection: options,
        })
      : { ...(await openFiles(files, except)), close: async () => {} };
  const { sources, problems, keys, leftOut, given, passedOver, close } = opened;
  for (const problem of problems) options.onProblem(problem);
  if (passedOver.length > 0)
    options.onProgress({ stage: 'plan', documents: 0, note: passedOverNote(passedOver) });
  const states = sources.map(stateOf);
  const progress = new ReadProgress(sources);
  return {
    paths: paths ?? [],
    files: sources.flatMap((source) => source.path ?? source.address ?? []),
    sources,
    bytes: sources.reduce((sum, source) => sum + source.size, 0),
    problems: problems.length,
    keys,
    leftOut,
    given,
    passedOver,
    items: () => progress.follow(readSources(sources, options)),
    changed: () => sources.filter((source, i) => stateOf(source) !== states[i]).map((source) => source.name),
    read: (heap, textsOnly = false) => progress.follow(readSources(sources, { ...options, textsOnly }, heap)),
    consumed: () => progress.consumed,
    close,
  };
}

/** Nothing is left out in silence. */
function passedOverNote(names: readonly string[]): Wording {
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  const more =
    names.length > SHOWN_NAMES ? ` and ${(names.length - SHOWN_NAMES).toLocaleString('en')} more` : '';
  const isHidden = names.some((name) => /(^|\/)\.[^/]*\/?$/.test(name));
  const left = `not read: ${shown}${more}`;
  return isHidden ? wording`${left} (${option('hidden')} reads names that begin with a dot)` : left;
}

const SHOWN_NAMES = 5;

/** Counts the bytes that were read so far. */
class ReadProgress {
  /** Bytes of the sources that are finished, their number, and the source that is being read. */
  private done = 0;
  private count = 0;
  private present: Source | undefined;

  constructor(private readonly sources: readonly Source[]) {}

  get consumed(): number {
    return this.done + (this.present?.consumed ?? 0);
  }

  /** Yields the items and notes their sources. Starts again from 0 bytes. */
  async *follow<T extends { readonly source: Source }>(items: AsyncIterable<T>): AsyncGenerator<T> {
    const { sources } = this;
    [this.done, this.count, this.present] = [0, 0, undefined];
    for await (const item of items) {
      const source = item.source.container ?? item.source;
      if (source !== this.present) this.advanceTo(sources.indexOf(source, this.count));
      yield item;
    }
    this.advanceTo(sources.length);
  }

  private advanceTo(number: number): void {
    while (this.count < number) this.done += this.sources[this.count++].size;
    this.present = this.sources[number];
  }
}

/** The input has changed since the first pass. */
export function inputChanged(source: string): NeardupError {
  return new NeardupError('INPUT_CHANGED', `${source} has changed since it was first read.`);
}

/** Whether an input can be read again: paths and files can, documents of a caller cannot. */
export function isReadTwice(input: Input): boolean {
  return pathsOf(input) !== undefined || filesOf(input) !== undefined;
}

export function pathsOf(input: Input): readonly string[] | undefined {
  if (typeof input === 'string') return [input];
  if (!Array.isArray(input) || input.length === 0) return undefined;
  return input.every((entry) => typeof entry === 'string') ? (input as string[]) : undefined;
}

/** Changes when the file of a source does. */
function stateOf({ path }: Source): string {
  return path === undefined ? '' : fileState(path);
}

/** When the file of a source was written last, in milliseconds since 1970; undefined if it is no file. */
export function modifiedTime({ path, modified }: Source): number | undefined {
  return path === undefined ? modified : writtenTime(path);
}
