import { resolveVerbOptions } from '../pipeline/index.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import { SignatureStore } from './indexes/signature-store.ts';
import { SIGNATURES_RULES, type SignaturesOptions } from './options.ts';
import { countTerms, signCorpus } from './sign-corpus.ts';

export interface DocumentSignature {
  readonly id: string;
  /** Hexadecimal digits, two for a byte; bit 0 is the lowest of the first byte. */
  readonly signature: string;
}

/**
 * Computes the signature of every document, in input order. Terms are weighed by all documents of the input.
 *
 * @example
 * for await (const { id, signature } of signatures('corpus.jsonl', { width: 1024 })) console.log(id, signature);
 */
export function signatures(input: Input, given: SignaturesOptions = {}): RunStream<DocumentSignature> {
  const options = resolveVerbOptions(SIGNATURES_RULES, given);
  return runVerb(input, options, {
    async *results({ corpus, engine }) {
      const store = new SignatureStore(engine.heap, options.width);
      try {
        store.reserve(corpus.length);
        await signCorpus(corpus, engine, await countTerms(corpus, engine), store);
        for (let number = 0; number < corpus.length; number++) {
          yield { id: corpus.ids.get(number), signature: hexOf(store.get(number)) };
        }
      } finally {
        store.close();
      }
      return {};
    },
  });
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
