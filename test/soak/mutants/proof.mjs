// Faults in what proves that a document is a copy.
const PROOF = ['src/duplicates/proof'];
const at = (name) => `src/duplicates/proof/${name}.ts`;

/** @type {import('../check-mutants.mjs').Fault[]} */
export const faults = [
  {
    what: 'a pair exactly at the threshold is none',
    file: at('evidence'),
    from: 'resemblance >= options.threshold) return true;',
    to: 'resemblance > options.threshold) return true;',
    tests: PROOF,
  },
  {
    what: 'a weaker proof is enough',
    file: at('evidence'),
    from: 'resemblance >= options.threshold) return true;',
    to: 'resemblance >= options.threshold - 0.05) return true;',
    tests: PROOF,
  },
  {
    what: 'containment counts without being asked for',
    file: at('evidence'),
    from: 'options.containment !== undefined && contained >= options.containment',
    to: 'contained >= (options.containment ?? options.threshold)',
    tests: PROOF,
  },
  {
    what: 'the union counts what is common twice',
    file: at('evidence'),
    from: 'common / (aSize + bSize - common)',
    to: 'common / (aSize + bSize)',
    tests: PROOF,
  },
  {
    what: 'containments are exchanged',
    file: at('evidence'),
    from: 'aInB: common / aSize, bInA: common / bSize',
    to: 'aInB: common / bSize, bInA: common / aSize',
    tests: PROOF,
  },
  {
    what: 'sizes that could still prove something are refused',
    file: at('evidence'),
    from: 'resemblanceOf(less, Math.max(aSize, bSize), less) >= options.threshold',
    to: 'resemblanceOf(less, Math.max(aSize, bSize), less) > options.threshold',
    tests: PROOF,
  },
  {
    what: 'evidence is not turned round with its pair',
    file: at('pair-table'),
    from: '{ ...found, aInB: found.bInA, bInA: found.aInB }',
    to: 'found',
    tests: PROOF,
  },
  {
    what: 'texts of the same length are the same',
    file: at('compare-texts'),
    from: 'if (u8[a.address + i] !== u8[b.address + i]) return false;',
    to: 'void u8;',
    tests: PROOF,
  },
  {
    what: 'same shingles are the same text',
    file: at('compare-texts'),
    from: 'mayBeSame && isSame(texts[a], texts[b], heap.u8)',
    to: 'mayBeSame && (isSame(texts[a], texts[b], heap.u8) || true)',
    tests: PROOF,
  },
  {
    what: 'the first pair of a job is reported without proof',
    file: at('text-pairs'),
    from: 'if (isProved(found.resemblance, contained, options))',
    to: 'if (p === 0 || isProved(found.resemblance, contained, options))',
    tests: PROOF,
  },
  {
    what: 'shingles of the text before are compared',
    file: at('compare-job'),
    from: 'kernels.intersect(addressIn(lists, a), sizes[a], addressIn(lists, b), sizes[b])',
    to: 'kernels.intersect(addressIn(lists, a), sizes[a], addressIn(lists, a), sizes[b])',
    tests: PROOF,
    built: true,
  },
];
