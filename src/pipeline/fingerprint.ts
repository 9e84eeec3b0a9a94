/** `fingerprint`: the fingerprint of every document. */
import type { FINGERPRINT } from '../answers/runs.ts';
import { formatFingerprint } from '../fingerprint/index.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import { type FingerprintFormat, formatFingerprintLines as linesOf } from '../report/index.ts';
import type { RunStream } from '../run-stream.ts';
import type { Value } from '../schema.ts';
import { FINGERPRINT_RUN_RULES, type FingerprintRunOptions, resolveVerbOptions } from './options.ts';

/** The fingerprint of a document. */
export interface DocumentFingerprint extends Value<typeof FINGERPRINT> {}

/**
 * Computes the fingerprint of every document, in input order. They are yielded while the input is read: if a run fails, some have
 * been yielded already.
 *
 * @example
 * for await (const { id, fingerprint: bits } of fingerprint('corpus.jsonl')) console.log(id, bits);
 */
export function fingerprint(input: Input, given: FingerprintRunOptions = {}): RunStream<DocumentFingerprint> {
  const options = resolveVerbOptions(FINGERPRINT_RUN_RULES, given);
  return runVerb(input, options, {
    texts: 'none',
    fingerprints: options,
    *documents(corpus, from, to) {
      for (let number = from; number < to; number++) {
        yield { id: corpus.id(number), fingerprint: formatFingerprint(corpus.fingerprints.get(number)) };
      }
    },
  });
}

/**
 * Gives fingerprints as lines of UTF-8, many at a time, for programs that only pass them on.
 *
 * @example
 * for await (const lines of fingerprintLines('corpus.jsonl', 'json')) process.stdout.write(lines);
 */
export function fingerprintLines(
  input: Input,
  format: FingerprintFormat,
  given: FingerprintRunOptions = {},
): RunStream<Uint8Array> {
  const options = resolveVerbOptions(FINGERPRINT_RUN_RULES, given);
  return runVerb(input, options, {
    texts: 'none',
    fingerprints: options,
    documents: (corpus, from, to) => linesOf(corpus, format, from, to),
  });
}
