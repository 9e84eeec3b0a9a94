/** The findings that are known: a file that is kept beside the documents. One finding a line, sorted, so that changes are easy to read. */
import { readFileSync } from 'node:fs';
import { NeardupError } from '../../../index.ts';
import { type Finding, keyOf } from './finding.ts';
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

  constructor(known: readonly Known[]) {
    for (const each of known) {
      const key = keyOf(each.a, each.b, each.words);
      this.left.set(key, [...(this.left.get(key) ?? []), each]);
    }
  }

  static read(path: string): Baseline {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      const message = `Expected a baseline at \`${path}\`, found none that can be read.`;
      throw new NeardupError('INPUT_NOT_FOUND', message, { cause, advice: ADVICE });
    }
    return new Baseline(knownIn(text, path));
  }

  isNew({ key }: Finding): boolean {
    return this.left.get(key)?.pop() === undefined;
  }

  /**
   * After all findings were met: those of the new ones that have not moved. A passage has moved if one with its words is gone
   * from where it was: it is in another document now, or its document has another name.
   */
  withoutMoved(fresh: readonly Finding[]): Finding[] {
    const gone = new Map(
      this.gone.filter(({ words }) => words !== '').map((each) => [each.words, [] as Known[]]),
    );
    for (const each of this.gone) gone.get(each.words)?.push(each);
    return fresh.filter(({ words }) => {
      const from = gone.get(words)?.pop();
      if (from === undefined) return true;
      this.left.get(keyOf(from.a, from.b, words))!.pop();
      return false;
    });
  }

  /** Known findings that were not met. */
  get gone(): readonly Known[] {
    return [...this.left.values()].flat();
  }
}

export async function writeBaseline(path: string, findings: readonly Finding[]): Promise<void> {
  const lines = findings
    .map(({ a, b, words }) => `    ${JSON.stringify({ a: a.id, b: b.id, words })}`)
    .sort();
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  await writeWhole(path, `{\n  "version": ${VERSION},\n  "findings": ${list}\n}\n`);
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
