/** `eval --found`: judges pairs that were found by anything: a search, a comparison of passages or images, another program. */
import type { EvaluationError } from '../answers/copies.ts';
import { NeardupError, systemReason } from '../errors.ts';
import { resolveOptions } from '../option-rules.ts';
import { readNamedText } from '../platform/files.ts';
import { FOUND_RULES, type FoundOptions, type Judged } from './evaluate-options.ts';
import { countAt, measuresAt } from './measures.ts';
import { readTruth } from './truth.ts';

interface FoundLine {
  readonly a?: unknown;
  readonly b?: unknown;
  /** A search names the query and the document that it found. */
  readonly query?: unknown;
  readonly id?: unknown;
  readonly resemblance?: unknown;
  readonly score?: unknown;
  readonly similarity?: { readonly a?: unknown; readonly b?: unknown };
}

/**
 * @param foundPath JSON lines as `pairs --json`, `compare --all --json`, `pairs --image --json` and `search --json` print them. Lines that are no
 *   pair, such as a summary, do not count.
 */
export function evaluateFound(foundPath: string, truthPath: string, given: FoundOptions = {}): Judged {
  const { sweep = [], judged: onlyJudged = false, ...filter } = resolveOptions(FOUND_RULES, given);
  const { known, judged } = readTruth(truthPath, filter);
  if (known.length === 0) throw new NeardupError('BAD_TRUTH', `${truthPath} has no pair that counts.`);
  const isKnown = new Set(known.map(keyOf));
  const isJudged = new Set(judged.map(keyOf));
  const found = new Map<string, { readonly pair: readonly [string, string]; readonly share: number }>();
  for (const [a, b, share] of readFound(foundPath)) {
    const key = keyOf([a, b]);
    if (a === b || (onlyJudged && !isJudged.has(key))) continue;
    if ((found.get(key)?.share ?? -1) < share) found.set(key, { pair: [a, b], share });
  }
  const ofKnown = known.map((pair) => found.get(keyOf(pair))?.share);
  const all = [...found.values()];
  const at = (threshold: number) => {
    const hits = countAt(ofKnown, threshold);
    return measuresAt(
      threshold,
      hits,
      countAt(
        all.map(({ share }) => share),
        threshold,
      ),
      known.length,
    );
  };
  const { threshold: _, ...measures } = at(0);
  const missed = known.filter((pair) => !found.has(keyOf(pair)));
  const wrong = all.filter(({ pair }) => !isKnown.has(keyOf(pair)));
  const errors: EvaluationError[] = [
    ...missed.map(([a, b]) => ({ kind: 'missed' as const, a, b })),
    ...wrong.map(({ pair: [a, b], share }) => ({ kind: 'wrong' as const, a, b, resemblance: share })),
  ];
  const curve = sweep.length > 0 ? { curve: sweep.map(at) } : {};
  return { truth: known.length, ...measures, ...curve, unknown: 0, errors };
}

function readFound(path: string): (readonly [string, string, number])[] {
  let content: string;
  try {
    content = readNamedText(path);
  } catch (cause) {
    throw new NeardupError('INPUT_NOT_FOUND', `${path}: ${systemReason(cause)}.`, { cause });
  }
  const pairs: (readonly [string, string, number])[] = [];
  content.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    let value: FoundLine;
    try {
      value = JSON.parse(line) ?? {};
    } catch {
      throw new NeardupError('BAD_TRUTH', `${path}:${i + 1}: expected a JSON object.`, {
        advice: 'Give what `pairs`, `compare` or `search` prints as JSON lines.',
      });
    }
    const [a, b] = [value.a ?? value.query, value.b ?? value.id];
    if (typeof a !== 'string' || typeof b !== 'string') return;
    const { similarity } = value;
    const shares = [value.resemblance, value.score, similarity?.a, similarity?.b];
    pairs.push([a, b, Math.min(1, Math.max(0, ...shares.filter((share) => typeof share === 'number')))]);
  });
  return pairs;
}

function keyOf([a, b]: readonly [string, string]): string {
  return a < b ? `${a}\t${b}` : `${b}\t${a}`;
}
