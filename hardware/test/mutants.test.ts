/** Planted faults: each one changes a line of the Verilog, and the tests must notice it. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { testDocuments } from './documents.ts';
import { type Bench, runBench } from './icarus.ts';
import { differences, MIXED, SDBM, softwareFingerprints } from './software.ts';
import { describeWith } from './tools.ts';
import { RTL } from './verilator.ts';

interface Mutant {
  fault: string;
  file: string;
  from: string;
  to: string;
  parameters?: Bench['parameters'];
}

const MUTANTS: Mutant[] = [
  {
    fault: 'the hash is not reset after a word',
    file: 'word_hash_sdbm.v',
    from: 'if (rst | (step & separator)) hash',
    to: 'if (rst) hash',
  },
  {
    fault: 'the last word of a document is lost',
    file: 'word_hash_sdbm.v',
    from: 'w_word <= in_word;',
    to: 'w_word <= in_word & ~last;',
  },
  {
    fault: 'the counters overflow at 16 words and do not say so',
    file: 'bit_majority.v',
    from: 'level == LIMIT[LEVEL_BITS-1:0]',
    to: 'level == 3',
    parameters: { COUNT_BITS: 32 },
  },
  {
    fault: 'runs of separators count as words',
    file: 'word_hash_sdbm.v',
    from: 'w_word <= in_word;',
    to: "w_word <= 1'b1;",
  },
  {
    fault: 'the counters of a document go on with the next one',
    file: 'bit_majority.v',
    from: "overflow <= 1'b0;\n      top      <= 0;\n    end\n\n    if (rst)",
    to: "overflow <= 1'b0;\n    end\n\n    if (rst)",
  },
  {
    fault: 'a fingerprint is overwritten while it waits',
    file: 'bit_majority.v',
    from: 'ending & ~adding & ~m_tvalid',
    to: 'ending & ~adding',
  },
  {
    fault: 'a carry is dropped between two levels',
    file: 'bit_majority.v',
    from: '(a & b) | (a & vector) | (b & vector)',
    to: '(a & b) | (a & vector)',
  },
  {
    fault: 'the mixed hash of a word longer than eight bytes forgets its beginning',
    file: 'word_hash_mixed.v',
    from: '{64{length[3]}}',
    to: "{64{1'b0}}",
    parameters: { MIXED: 1 },
  },
];

describeWith(['icarus'], 'The tests notice when', () => {
  const documents = testDocuments(60, 4).filter((document) => document.length < 600);

  for (const { fault, file, from, to, parameters } of MUTANTS)
    it(fault, () => {
      const folder = mkdtempSync(join(tmpdir(), 'neardup-mutant-'));
      try {
        const sources = RTL.map((source) => {
          if (basename(source) !== file) return source;
          const text = readFileSync(source, 'utf8');
          expect(text.split(from)).toHaveLength(2);
          const changed = join(folder, file);
          // a silent fault: the mark for too many words goes with it
          writeFileSync(changed, text.replace(from, to).replace('m_tuser  <= overflow', "m_tuser  <= 1'b0"));
          return changed;
        });
        const expected = softwareFingerprints(documents, parameters?.MIXED ? MIXED : SDBM);
        const found = [0, 6].flatMap((gaps) =>
          differences(runBench(documents, { sources, parameters, gaps }), expected),
        );
        expect(found).not.toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
});
