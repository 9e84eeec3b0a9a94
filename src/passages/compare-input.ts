/** The texts that `compare` is given: files in any format, one document of a file that has several, or documents. */
import { UniqueIds } from '../corpus/index.ts';
import { formatPlace, type Problem, problemAt } from '../document.ts';
import { NeardupError } from '../errors.ts';
import type { GivenText } from '../passages.ts';
import { fileExists } from '../platform/files.ts';
import {
  type InputDocument,
  type InputFile,
  isInputFile,
  openReference,
  type ReadRunOptions,
  refuseUnknownIds,
  textOf,
} from '../read/index.ts';
import { call, option, told, wording } from '../wording.ts';

/** A path (`-` is standard input), `PATH#ID` for one document of a file that has several, a file, or a document. */
export type CompareInput = string | InputFile | InputDocument;

/** The text, then its sources in the order given. Sources that cannot be read are reported; a text that cannot be read is an error. */
export async function readComparedTexts(
  a: CompareInput,
  sources: readonly CompareInput[],
  options: ReadRunOptions,
  maxText: number,
): Promise<GivenText[]> {
  await refuseUnknownIds([a, ...sources].flatMap(fileOf), options);
  const texts = [await readComparedText(a, options, maxText, 'text')];
  let last: unknown;
  for (const [i, source] of sources.entries()) {
    try {
      texts.push(await readComparedText(source, options, maxText, `source ${i + 1}`));
    } catch (error) {
      if (!(error instanceof NeardupError) || sources.length === 1) throw error;
      last = error;
      const place = { source: typeof source === 'string' ? source : nameOf(source) };
      options.onProblem(problemAt(place, told(error.wordings.message)));
    }
  }
  if (texts.length === 1) throw last;
  return texts;
}

function nameOf(source: InputFile | InputDocument): string {
  return String(isInputFile(source) ? 'name' in source && source.name : source.id);
}

function readDocument(input: InputDocument, name: string): GivenText {
  if (typeof input?.text !== 'string') {
    throw new NeardupError(
      'NO_INPUT',
      `Expected ${name} to have a text that is a string, got something else.`,
      {
        advice: 'Give a path, a file, or a document like { id, text }.',
      },
    );
  }
  return { ...input, id: input.id === undefined ? name : String(input.id) };
}

/** One text; `name` is its id if it has none. */
export async function readComparedText(
  input: CompareInput,
  options: ReadRunOptions,
  maxText: number,
  name: string,
): Promise<GivenText> {
  const given =
    typeof input === 'string' || isInputFile(input)
      ? await readFileText(input, options)
      : readDocument(input, name);
  if (given.text.length <= maxText) return given;
  const [length, most] = [given.text.length, maxText].map((count) => count.toLocaleString('en-US'));
  throw new NeardupError(
    'TOO_LARGE',
    `${given.id}: the text has ${length} characters, ${most} are compared at most.`,
    {
      advice: wording`Raise the limit with ${option('maxText')}, or compare parts of it.`,
      option: 'maxText',
    },
  );
}

/** What is opened for a text, unless that is a pipe, which can be read only once, or no file. */
function fileOf(input: CompareInput): (string | InputFile)[] {
  if (typeof input !== 'string') return isInputFile(input) ? [input] : [];
  return input === '-' ? [] : [splitPath(input).path];
}

async function readFileText(input: string | InputFile, options: ReadRunOptions): Promise<GivenText> {
  const { path, id } = typeof input === 'string' ? splitPath(input) : { path: nameOf(input), id: undefined };
  const problems: Problem[] = [];
  // this file alone may have no ids: it is compared with others
  const reading: ReadRunOptions = { ...options, onProblem: (problem) => problems.push(problem) };
  const opened = await openReference(typeof input === 'string' ? path : input, reading, new Set());
  const ids = new UniqueIds();
  let first: GivenText | undefined;
  try {
    for await (const sourced of opened.items()) {
      const { item, place, digest } = sourced;
      if (item.problem !== undefined) {
        problems.push(problemAt(place, item));
        continue;
      }
      const name = ids.add(item, sourced);
      const found = { id: name, text: textOf(item), lang: item.lang, digest };
      if (id !== undefined) {
        const isPlace = item.id === undefined && formatPlace(place) === `${place.source}:${id}`;
        if (id === name || isPlace) return found;
        continue;
      }
      if (first !== undefined) throw severalDocuments(path, first.id);
      first = found;
    }
  } finally {
    await opened.close();
  }
  if (first !== undefined) {
    // an archive that was cut after it, for example
    problems.forEach(options.onProblem);
    return first;
  }
  if (id !== undefined && problems.length === 0) {
    throw new NeardupError('UNREADABLE', `${path}: there is no document with the id \`${id}\`.`);
  }
  const reason = problems[0]?.wording ?? problems[0]?.reason ?? 'there is no text in it.';
  throw new NeardupError('UNREADABLE', wording`${path}: ${reason}`);
}

function severalDocuments(path: string, id: string): NeardupError {
  return new NeardupError('SEVERAL_DOCUMENTS', `${path}: expected one document, got several.`, {
    advice: wording`Name one as \`${path}#ID\`, for example \`${path}#${id}\`; or look for the sources of a text in all of them with ${call('compareIn')}.`,
  });
}

/** A file may have a # in its name: then it is that file. */
function splitPath(input: string): { path: string; id?: string } {
  for (let at = input.indexOf('#', 1); at !== -1 && !fileExists(input); at = input.indexOf('#', at + 1)) {
    if (fileExists(input.slice(0, at))) return { path: input.slice(0, at), id: input.slice(at + 1) };
  }
  return { path: input };
}
