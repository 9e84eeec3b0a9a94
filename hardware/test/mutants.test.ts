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
  /** Each text occurs once in the file, and is replaced by the one behind it. */
  changes: [from: string, to: string][];
  parameters?: Bench['parameters'];
}

const MUTANTS: Mutant[] = [
  {
    fault: 'the hash is not reset after a word',
    file: 'word_hash_sdbm.v',
    changes: [['if (rst | (step & separator)) hash', 'if (rst) hash']],
  },
  {
    fault: 'the last word of a document is lost',
    file: 'word_hash_sdbm.v',
    changes: [['w_word <= in_word;', 'w_word <= in_word & ~last;']],
  },
  {
    fault: 'the counters overflow at 16 words and do not say so',
    file: 'bit_majority.v',
    changes: [
      ['level == LIMIT[LEVEL_BITS-1:0]', 'level == 3'],
      ['m_tuser  <= overflow', "m_tuser  <= 1'b0"],
    ],
  },
  {
    fault: 'runs of separators count as words',
    file: 'word_hash_sdbm.v',
    changes: [['w_word <= in_word;', "w_word <= 1'b1;"]],
  },
  {
    fault: 'the counters of a document go on with the next one',
    file: 'bit_majority.v',
    changes: [
      [
        "overflow <= 1'b0;\n      top      <= 0;\n    end\n\n    if (rst)",
        "overflow <= 1'b0;\n    end\n\n    if (rst)",
      ],
    ],
  },
  {
    fault: 'a fingerprint is overwritten while it waits',
    file: 'bit_majority.v',
    changes: [['ending & ~adding & ~m_tvalid', 'ending & ~adding']],
  },
  {
    fault: 'a carry is dropped between two levels',
    file: 'bit_majority.v',
    changes: [['(a & b) | (a & vector) | (b & vector)', '(a & b) | (a & vector)']],
  },
  {
    fault: 'the mixed hash of a word longer than eight bytes forgets its beginning',
    file: 'word_hash_mixed.v',
    changes: [['{64{length[3]}}', "{64{1'b0}}"]],
    parameters: { MIXED: 1 },
  },
];

const DOCUMENTS = testDocuments(60, 4).filter((document) => document.length < 600);

/** What a core made of these files gives instead of the software's fingerprints. */
function faults(sources: string[], parameters: Bench['parameters']): string[] {
  const expected = softwareFingerprints(DOCUMENTS, parameters?.MIXED ? MIXED : SDBM);
  return [0, 6].flatMap((gaps) => differences(runBench(DOCUMENTS, { sources, parameters, gaps }), expected));
}

describeWith(['icarus'], 'The tests notice when', () => {
  for (const { fault, file, changes, parameters } of MUTANTS)
    it(fault, () => {
      const folder = mkdtempSync(join(tmpdir(), 'neardup-mutant-'));
      try {
        const sources = RTL.map((source) => {
          if (basename(source) !== file) return source;
          let text = readFileSync(source, 'utf8');
          for (const [from, to] of changes) {
            expect(text.split(from)).toHaveLength(2);
            text = text.replace(from, to);
          }
          const changed = join(folder, file);
          writeFileSync(changed, text);
          return changed;
        });
        expect(faults(sources, parameters)).not.toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
});

describeWith(['icarus'], 'The documents that show the planted faults', () => {
  it('the core without a planted fault gives no wrong fingerprint', () => {
    expect(faults(RTL, {})).toEqual([]);
    expect(faults(RTL, { MIXED: 1 })).toEqual([]);
  });
});
