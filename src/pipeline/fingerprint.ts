/** `fingerprint`: the fingerprint of every document. */
import { formatFingerprint } from '../fingerprint/index.ts';
import type { Options } from '../options.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import { type FingerprintFormat, fingerprintLines as linesOf } from '../report/index.ts';
import type { RunStream } from '../run-stream.ts';

export interface DocumentFingerprint {
  readonly id: string;
  /** 16 hexadecimal digits. */
  readonly fingerprint: string;
}

/**
 * Computes the fingerprint of every document, in input order. They come while the input is read: where a run fails, some were
 * given before.
 *
 * @example
 * for await (const { id, fingerprint: bits } of fingerprint('corpus.jsonl')) console.log(id, bits);
 */
export function fingerprint(input: Input, options: Partial<Options> = {}): RunStream<DocumentFingerprint> {
  return runVerb(input, options, {
    texts: 'none',
    *documents(corpus, from, to) {
      for (let number = from; number < to; number++) {
        yield { id: corpus.id(number), fingerprint: formatFingerprint(corpus.fingerprints.get(number)) };
      }
    },
  });
}

/**
 * The same as lines of UTF-8, many at a time, for programs that only pass them on.
 *
 * @example
 * for await (const lines of fingerprintLines('corpus.jsonl', 'json')) process.stdout.write(lines);
 */
export function fingerprintLines(
  input: Input,
  format: FingerprintFormat,
  options: Partial<Options> = {},
): RunStream<Uint8Array> {
  return runVerb(input, options, {
    texts: 'none',
    documents: (corpus, from, to) => linesOf(corpus, format, from, to),
  });
}
