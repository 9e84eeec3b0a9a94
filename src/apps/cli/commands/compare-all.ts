/** `neardup compare --all` */
import { resolve } from 'node:path';
import {
  type ComparisonOfAll,
  compareAll,
  formatSharing,
  isListedAtFirst,
  NeardupError,
  OPTIONS,
  type SharingPair,
  type SourceCollection,
  texts,
} from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import { PipelineGate } from '../gate/gate.ts';
import { Output } from '../output.ts';
import type { Action, LibraryOptions } from '../program.ts';
import { grouped, Terminal } from '../terminal.ts';
import { usesColor } from '../uses-color.ts';
import { pick } from './collection/options.ts';
import { withSources } from './collection/with-sources.ts';

export const compareAllCommand: Action = async (inputs, options, own) => {
  refuse({
    matrix: own.matrix,
    sources: options.sources,
    by: options.by,
    mutual: options.mutual,
  });
  const gate = await PipelineGate.open('shared-passage', own, inputs, options);
  refusePipe(gate, inputs);
  const terminal = new Terminal(own);
  if (gate !== undefined) terminal.passOver(inputs);
  try {
    const { in: named, ...others } = options;
    // a path given as both input and collection counts as input: its documents are already compared with each other
    const isInput = (path: string) => inputs.some((input) => resolve(input) === resolve(path));
    const given = Array.isArray(named) ? named.filter((path) => !isInput(path)) : [];
    const settings = { ...others, html: own.html, ...terminal.callbacks() };
    const { pairs: found, ...summary } =
      given.length > 0
        ? await withSources(given, settings, (place) =>
            compareAll(inputs, { ...settings, in: place as string[] | SourceCollection }),
          )
        : await compareAll(inputs, settings);
    const pairs = gate === undefined ? found : await newOf(found, gate, inputs, options);
    terminal.clear();
    const output = new Output();
    // a gate has told of each of them
    const isListed = (pair: SharingPair) => own.full === true || gate !== undefined || isListedAtFirst(pair);
    const listed = own.json === true ? pairs : pairs.filter(isListed);
    const shown = listed.slice(0, own.json === true || own.full === true ? undefined : fitting());
    for (const pair of shown) {
      if (own.json === true) await output.json(pair);
      else await output.line(formatSharing(pair, { color: usesColor() }));
    }
    if (own.json === true) await output.json({ summary: { ...summary, pairs: pairs.length } });
    await gate?.end(output, terminal);
    await output.flush();
    for (const line of commonLines(summary)) terminal.note(line);
    terminal.note(summaryLine(found.length, summary));
    if (shown.length < listed.length) terminal.note(moreLine(shown.length, listed.length));
    const left = pairs.length - listed.length;
    if (left > 0) terminal.note(leftOutLine(left));
    for (const line of offerLines(summary, found.filter(isListedAtFirst).length)) terminal.note(line);
    if (summary.notCompared > 0) terminal.note(skippedLine(summary.notCompared));
    for (const path of [options.csv, own.html]) if (path !== undefined) terminal.note(`wrote ${path}`);
    if (own.exitCode === true && gate?.foundNew) return 1;
    if (terminal.problems > 0) return 2;
    return own.exitCode === true && gate === undefined && pairs.length > 0 ? 1 : 0;
  } finally {
    await terminal.finish();
  }
};

/** The pairs with passages that the gate does not know. The texts are read again: only their places are known. */
async function newOf(
  pairs: readonly SharingPair[],
  gate: PipelineGate,
  inputs: readonly string[],
  options: LibraryOptions,
): Promise<SharingPair[]> {
  const named = new Set(pairs.map(({ a }) => a));
  const read = new Map<string, string>();
  for await (const { id, text } of texts(inputs, pick(options, OPTIONS.texts)))
    if (named.has(id)) read.set(id, text);
  const textOf = (id: string) => {
    const text = read.get(id);
    // without its words a passage would have the key of another
    if (text === undefined) throw new NeardupError('INPUT_CHANGED', `\`${id}\` no longer exists.`);
    return text;
  };
  return gate.takeSharing(pairs, textOf);
}

/** A gate reads the texts twice. */
function refusePipe(gate: PipelineGate | undefined, inputs: readonly string[]): void {
  if (gate === undefined || !inputs.includes('-')) return;
  const message =
    'Expected files and folders for a baseline or report, got standard input, which is read once.';
  throw new NeardupError('BAD_OPTION', message, { advice: 'Save it to a file.' });
}

/** Refuses options of a comparison of one text. */
function refuse(given: Readonly<Record<string, unknown>>): void {
  const option = Object.keys(given).find((name) => given[name] !== undefined);
  if (option === undefined) return;
  throw new NeardupError(
    'BAD_OPTION',
    `${flagName({ option })} has no effect: with \`--all\` there is not one text with its sources.`,
    { option, advice: 'Leave it out, or compare two of the texts: neardup compare A B.' },
  );
}

function summaryLine(pairs: number, { documents }: { documents: number }): string {
  return `${grouped(pairs)} ${pairs === 1 ? 'pair' : 'pairs'} of ${grouped(documents)} ${documents === 1 ? 'document shares' : 'documents share'} passages`;
}

/** Pairs that a terminal shows, so that the best ones do not scroll away. */
const SHOWN_PAIRS = 40;

/** A file or a pipe gets all. */
function fitting(): number | undefined {
  return process.stdout.isTTY === true ? SHOWN_PAIRS : undefined;
}

function moreLine(shown: number, listed: number): string {
  return `the ${grouped(shown)} that share most of ${grouped(listed)} are listed; \`--full\` lists all, \`--html FILE\` shows them in a page`;
}

/** What leaving out quotations or bibliographies would change. */
function offerLines(
  { withoutQuotations, withoutBibliography }: Omit<ComparisonOfAll, 'pairs'>,
  listed: number,
): string[] {
  const line = (what: string, left: number | undefined, flag: string) =>
    left === undefined
      ? []
      : [`without ${what} ${grouped(left)} of ${grouped(listed)} pairs remain: add \`${flag}\``];
  return [
    ...line('quotations', withoutQuotations, '--exclude-quotations'),
    ...line('bibliographies', withoutBibliography, '--exclude-bibliography'),
  ];
}

function leftOutLine(pairs: number): string {
  return `${grouped(pairs)} of them ${pairs === 1 ? 'shares' : 'share'} less than 5 % and ${pairs === 1 ? 'is' : 'are'} not listed; \`--full\` lists all`;
}

function skippedLine(pairs: number): string {
  return `NOT COMPARED: ${grouped(pairs)} more ${pairs === 1 ? 'pair that shares' : 'pairs that share'} words; raise \`--partners\` to compare them, too`;
}

/** Characters of a common text that are shown. */
const SHOWN_TEXT = 60;

/** What most documents share, and whether it counts. */
function commonLines({ common, documents, countCommon }: Omit<ComparisonOfAll, 'pairs'>): string[] {
  const usual = countCommon === true ? 'it counts' : 'left out; `--count-common` counts it';
  const fewer = 'it counts, for it is not in nine of ten; `--exclude FILE` with it leaves it out';
  return common.map((each) => {
    const start = each.text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_TEXT);
    return `in ${grouped(each.documents)} of ${grouped(documents)} documents: “${start}…” (${grouped(each.words)} words), ${each.counts ? fewer : usual}`;
  });
}
