/** `fingerprint`: the fingerprint of every document. */
import { formatFingerprint } from '../fingerprint.ts';
import type { Options } from '../options.ts';
import type { Input } from './input.ts';
import type { RunStream } from './run-stream.ts';
import { stream } from './stream.ts';

export interface DocumentFingerprint {
  readonly id: string;
  /** 16 hexadecimal digits. */
  readonly fingerprint: string;
}

/**
 * Computes the fingerprint of every document, in input order.
 *
 * @example
 * for await (const { id, fingerprint: bits } of fingerprint('corpus.jsonl')) console.log(id, bits);
 */
export function fingerprint(input: Input, options: Partial<Options> = {}): RunStream<DocumentFingerprint> {
  return stream(input, options, {
    async *results({ corpus }) {
      for (let number = 0; number < corpus.length; number++) {
        yield { id: corpus.id(number), fingerprint: formatFingerprint(corpus.fingerprints.get(number)) };
      }
      return {};
    },
  });
}
