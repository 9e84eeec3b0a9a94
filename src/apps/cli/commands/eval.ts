/** `neardup eval` */
import {
  curveCsv,
  curveSvg,
  evaluate,
  evaluateFound,
  formatSummary,
  NeardupError,
  OPTIONS,
  visible,
  visibleJson,
} from '../../../index.ts';
import { writeWhole } from '../gate/write-whole.ts';
import { Output } from '../output.ts';
import type { Action, LibraryOptions, OwnOptions } from '../program.ts';
import { Terminal } from '../terminal.ts';

export const evalCommand: Action = async (paths, options, own) => {
  const { truth } = own;
  if (truth === undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected `--truth` with a file of known pairs, got nothing.', {
      option: 'truth',
      advice: 'Name a file with two ids a line, separated by a tab.',
    });
  }
  refuse(own, options);
  const terminal = new Terminal(own);
  try {
    const judged = await judge(paths, truth, options, own, terminal);
    const { summary, errors, ...found } = judged;
    terminal.clear();
    const files = [
      [own.errors, () => errors.map((each) => `${visibleJson(each)}\n`).join('')],
      [own.csv, () => curveCsv(found.curve!)],
      [own.curve, () => curveSvg(found.curve!)],
    ] as const;
    for (const [path, text] of files) if (path !== undefined) await writeWhole(path, text());
    const output = new Output();
    if (own.json === true) {
      await output.json(found);
      if (summary !== undefined) await output.json({ summary });
    } else {
      const { threshold = OPTIONS.evaluate.threshold.default } = options;
      const at = summary === undefined ? undefined : Number(threshold);
      for (const line of linesOf(found, at, summary?.pairs)) await output.line(line);
      if (summary !== undefined) await output.line(formatSummary(summary));
    }
    await output.flush();
    terminal.truncated(summary?.truncated);
    for (const [path] of files) if (path !== undefined) terminal.note(`wrote ${path}`);
    return (summary?.unreadable ?? 0) > 0 ? 2 : 0;
  } finally {
    await terminal.finish();
  }
};

type Judged = Omit<Awaited<ReturnType<typeof evaluate>>, 'summary'> &
  Partial<Pick<Awaited<ReturnType<typeof evaluate>>, 'summary'>>;

async function judge(
  paths: string[],
  truth: string,
  options: LibraryOptions,
  { found }: OwnOptions,
  terminal: Terminal,
): Promise<Judged> {
  if (found === undefined) return evaluate(paths, truth, { ...options, ...terminal.callbacks() });
  const { labels, minimum, sweep, judged } = options as Parameters<typeof evaluateFound>[2] & object;
  return evaluateFound(found, truth, { labels, minimum, sweep, judged });
}

/** Options that change nothing in this call. */
function refuse(own: OwnOptions, options: LibraryOptions): void {
  const written = (['csv', 'curve'] as const).find((name) => own[name] !== undefined);
  if (written !== undefined && options.sweep === undefined)
    throw noEffect(
      `--${written}`,
      'it is written at every threshold of `--sweep`',
      'Add --sweep 0.5:0.9:0.1.',
    );
  if (own.found === undefined) return;
  const judging = ['labels', 'minimum', 'sweep', 'judged'];
  const other = Object.keys(OPTIONS.evaluate).find(
    (name) => !judging.includes(name) && options[name] !== undefined,
  );
  if (other !== undefined)
    throw noEffect(other, 'with `--found`, pairs are judged that were found before', 'Leave it out.');
}

function noEffect(name: string, why: string, advice: string): NeardupError {
  return new NeardupError('BAD_OPTION', `\`${name}\` has no effect: ${why}.`, { option: name, advice });
}

/** @param at The threshold of the run. @param pairs The number of pairs of the run: with a sweep those at its lowest threshold. */
function linesOf(
  found: Omit<Judged, 'summary' | 'errors'>,
  at: number | undefined,
  pairs: number | undefined,
): string[] {
  const { hits, truth, unknown, curve = [] } = found;
  const isExpanded = curve.length === 0 && pairs !== undefined && pairs !== found.found;
  return [
    `precision ${share(found.precision)}   recall ${share(found.recall)}   F1 ${share(found.f1)}${at === undefined ? '' : `   at threshold ${at}`}`,
    `${hits} of ${truth} known pairs found, ${found.found - hits} others`,
    ...(isExpanded
      ? [
          `${found.found} pairs count: among documents with the same text, each pair, not only those with the first`,
        ]
      : []),
    ...(unknown > 0 ? [`${unknown} known pairs left out: a document is missing from the input`] : []),
    ...(curve.length > 0 ? ['threshold  precision  recall      F1    pairs'] : []),
    ...curve.map(
      (point) =>
        `${String(point.threshold).padEnd(9)}  ${share(point.precision).padEnd(9)}  ${share(point.recall)}  ${share(point.f1)}  ${String(point.found).padStart(7)}`,
    ),
  ].map(visible);
}

const share = (value: number): string => value.toFixed(4);
