/** The findings that are known: a file that is kept beside the documents. One finding a line, sorted, so that changes are easy to read. */
import { readFileSync } from 'node:fs';
import { NeardupError } from '../../../index.ts';
import type { Finding } from './finding.ts';
import { writeWhole } from './write-whole.ts';

interface Known {
  readonly key: string;
  readonly a: string;
  readonly b: string;
}

const ADVICE = '`--update-baseline` writes it anew.';

export class Baseline {
  /** How often each key was found when the file was written, and is still to be met. */
  private readonly left = new Map<string, number>();

  constructor(known: readonly Known[]) {
    for (const { key } of known) this.left.set(key, (this.left.get(key) ?? 0) + 1);
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

  /** Whether a finding is new. A known one is used up: a second passage with its words is new. */
  isNew({ key }: Finding): boolean {
    const count = this.left.get(key) ?? 0;
    this.left.set(key, count - 1);
    return count <= 0;
  }

  /** Known findings that were not met. */
  get gone(): number {
    return [...this.left.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
  }
}

export async function writeBaseline(path: string, findings: readonly Finding[]): Promise<void> {
  const lines = findings
    .map(({ key, a, b }) => JSON.stringify({ a: a.id, b: b.id, key }))
    .sort()
    .map((line) => `    ${line}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  await writeWhole(path, `{\n  "version": 1,\n  "findings": ${list}\n}\n`);
}

function knownIn(text: string, path: string): readonly Known[] {
  try {
    const { version, findings } = JSON.parse(text);
    if (version === 1 && Array.isArray(findings) && findings.every(({ key }) => typeof key === 'string'))
      return findings;
  } catch {
    // said below
  }
  const message = `Expected \`${path}\` to be a baseline of neardup, found something else.`;
  throw new NeardupError('BAD_OPTION', message, { option: 'baseline', advice: ADVICE });
}
