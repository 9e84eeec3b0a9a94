/** `fingerprintParts`: weighted fingerprints of documents, paragraphs or sentences. */
import type { PartFingerprint, Summary } from '../answers/runs.ts';
import { Canonicalizer, canonicalText, refuseUseless } from '../canonicalize/index.ts';
import type { CanonicalizeOptions } from '../canonicalize.ts';
import { openEngine } from '../engines/index.ts';
import { badOption, NeardupError, systemReason } from '../errors.ts';
import {
  formatFingerprint,
  LEVELS,
  simhashMode,
  type TermStatistics,
  WordLevels,
} from '../fingerprint/index.ts';
import { resolveOptions } from '../option-rules.ts';
import { readNamedText } from '../platform/files.ts';
import { type Input, readTexts, refuseUselessReading } from '../read/index.ts';
import { RunStream } from '../run-stream.ts';
import { option, wording } from '../wording.ts';
import { levelPrints } from './level-prints.ts';
import { type AllPartOptions, FINGERPRINT_PARTS_RULES, type FingerprintPartsOptions } from './options.ts';

/**
 * Computes weighted fingerprints of the parts of all documents, in input order.
 *
 * @example
 * for await (const { id, sentence, fingerprint } of fingerprintParts('corpus.jsonl', { level: 'sentence' }))
 *   console.log(id, sentence, fingerprint);
 */
export function fingerprintParts(
  input: Input,
  given: FingerprintPartsOptions = {},
): RunStream<PartFingerprint> {
  const options = resolveOptions(FINGERPRINT_PARTS_RULES, given);
  refuseUseless(given);
  refuseUselessReading(given);
  if (options.hash !== 'mixed') {
    throw badOption(
      'hash',
      '`mixed` if words have weights',
      options.hash,
      wording`Leave out ${option('level')} for paper A.`,
    );
  }
  return new RunStream(walk(input, options), options.signal);
}

async function* walk(input: Input, options: AllPartOptions): AsyncGenerator<PartFingerprint, Summary> {
  const { level, weights } = options;
  const start = performance.now();
  const own = weights === 'corpus' || weights === 'none' ? [] : await readLevels(weights, options);
  const engine = await openEngine(options);
  try {
    const canonicalizer = await Canonicalizer.open(engine.heap, options);
    const read = readTexts(input, options);
    const parts = levelPrints(
      read,
      { engine, canonicalizer, canonical: options.canonical },
      {
        level,
        mode: simhashMode(options),
        levelsFrom: (statistics) => levelsOf(weights, statistics, own),
        temp: options.temp,
      },
    );
    for await (const { id, number, start: from, end, fingerprint } of parts) {
      const place = level === 'document' ? {} : { [level]: number };
      yield { id, level, ...place, start: from, end, fingerprint: formatFingerprint(fingerprint) };
    }
    canonicalizer.close();
    const seconds = Math.round(performance.now() - start) / 1000;
    return { ...(await read.summary), seconds, engine: engine.name };
  } finally {
    await engine.close();
  }
}

interface WordLevel {
  readonly word: string;
  readonly level: number;
}

function levelsOf(weights: string, statistics: TermStatistics, own: readonly WordLevel[]): WordLevels {
  const levels = weights === 'none' ? new WordLevels() : WordLevels.from(statistics);
  for (const { word, level } of own) levels.set(word, level);
  return levels;
}

/** The words of a user's file, as they are in canonical text; a long Chinese word is several. */
async function readLevels(path: string, options: CanonicalizeOptions): Promise<WordLevel[]> {
  let content: string;
  try {
    content = readNamedText(path);
  } catch (cause) {
    throw new NeardupError('BAD_OPTION', `${path}: ${systemReason(cause)}.`, {
      cause,
      advice: 'Give a file with lines of word, tab, level; or `corpus` or `none`.',
      option: 'weights',
    });
  }
  const levels: WordLevel[] = [];
  for (const [i, line] of content.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [text, value, ...rest] = line.split('\t');
    const level = Number(value);
    if (rest.length > 0 || !Number.isInteger(level) || level < 1 || level > LEVELS) {
      throw new NeardupError(
        'BAD_OPTION',
        `${path}:${i + 1}: Expected a word, a tab and a level from 1 to ${LEVELS}, got \`${line.slice(0, 60)}\`.`,
      );
    }
    const words = (await canonicalText(text, { ngram: options.ngram })).split(' ');
    for (const word of words) if (word !== '') levels.push({ word, level });
  }
  return levels;
}
