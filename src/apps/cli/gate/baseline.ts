/** The findings that are known: a file that is kept beside the documents. One finding a line, sorted, so that changes are easy to read. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { NeardupError } from '../../../index.ts';
import type { Finding } from './finding.ts';
import { writeWhole } from './write-whole.ts';

interface Known {
  readonly a: string;
  readonly b: string;
  /** Hash of the words of a passage; '' for two documents that are near-duplicates. */
  readonly words: string;
}

const ADVICE = '`--update-baseline` writes it anew.';
const VERSION = 2;

/** Every baseline begins like this. */
export const BASELINE_START = /^\{\s*"version":\s*\d+,\s*"findings":/;

export class Baseline {
  /** Those that are still to be met, by their names and words. A second finding with the words of a known one is new. */
  private readonly left = new Map<string, Known[]>();

  private constructor(
    private readonly path: string,
    known: readonly Known[],
  ) {
    for (const each of known) {
      const same = this.left.get(keyOf(each));
      if (same === undefined) this.left.set(keyOf(each), [each]);
      else same.push(each);
    }
  }

  /** @param rule What is looked for: the file may know findings of both kinds. */
  static read(path: string, rule: Finding['rule']): Baseline {
    return new Baseline(
      path,
      readKnown(path).filter((each) => ruleOf(each) === rule),
    );
  }

  isNew(finding: Finding): boolean {
    return this.left.get(keyOf(asKnown(finding, this.path)))?.pop() === undefined;
  }

  /**
   * After all findings were met: those of the new ones that have not moved. A passage has moved if one with its words is gone
   * from where it was: it is in another document now, or its document has another name.
   */
  withoutMoved(fresh: readonly Finding[]): Finding[] {
    const gone = new Map<string, Known[]>();
    for (const each of this.gone) gone.set(each.words, [...(gone.get(each.words) ?? []), each]);
    return fresh.filter(({ words }) => {
      const from = words === '' ? undefined : gone.get(words)?.pop();
      if (from === undefined) return true;
      this.left.get(keyOf(from))!.pop();
      return false;
    });
  }

  /** Known findings that were not met. */
  get gone(): readonly Known[] {
    return [...this.left.values()].flat();
  }
}

/** Writes the findings of a kind; those of the other kind stay. */
export async function writeBaseline(
  path: string,
  rule: Finding['rule'],
  findings: readonly Finding[],
): Promise<void> {
  const others = readOthers(path).filter((each) => ruleOf(each) !== rule);
  const lines = [...others, ...findings.map((each) => asKnown(each, path))]
    // as formatters write it, so that they leave it alone
    .map((each) => {
      const [a, b, words] = [each.a, each.b, each.words].map((value) => JSON.stringify(value));
      return `    { "a": ${a}, "b": ${b}, "words": ${words} }`;
    })
    .sort();
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  await writeWhole(path, `{\n  "version": ${VERSION},\n  "findings": ${list}\n}\n`);
}

function keyOf({ a, b, words }: Known): string {
  return JSON.stringify([...[a, b].sort(), words]);
}

function ruleOf({ words }: Known): Finding['rule'] {
  return words === '' ? 'near-duplicate' : 'shared-passage';
}

/** Files are named from the folder of the baseline, so that it does not count from where the command is run, or how paths are written. */
function asKnown({ a, b, words }: Finding, baseline: string): Known {
  const nameOf = ({ id }: { readonly id: string }) =>
    existsSync(id) ? relative(dirname(baseline), id).split(sep).join('/') : id;
  return { a: nameOf(a), b: nameOf(b), words };
}

/** None if there is no baseline yet, or it has to be written anew. */
function readOthers(path: string): readonly Known[] {
  try {
    return readKnown(path);
  } catch {
    return [];
  }
}

function readKnown(path: string): readonly Known[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const message = `Expected a baseline at \`${path}\`, found none that can be read.`;
    throw new NeardupError('INPUT_NOT_FOUND', message, { cause, advice: ADVICE });
  }
  return knownIn(text, path);
}

function knownIn(text: string, path: string): readonly Known[] {
  try {
    const { version, findings } = JSON.parse(text);
    if (version === VERSION && Array.isArray(findings) && findings.every(isKnown)) return findings;
  } catch {
    // said below
  }
  const message = `Expected \`${path}\` to be a baseline of this version, found something else.`;
  throw new NeardupError('BAD_OPTION', message, { option: 'baseline', advice: ADVICE });
}

function isKnown(each: Record<string, unknown>): boolean {
  return [each.a, each.b, each.words].every((value) => typeof value === 'string');
}
