/** The operations of the playground: their fields, the documents they take, and the command that does the same. */
import { COMPARE_DEFAULTS, DEFAULTS } from '../../../src/browser.ts';
import type { OperationName } from './messages.ts';
import { SAMPLES } from './samples.ts';

export interface Field {
  /** The library's name of the option; `query` is what a search looks for. */
  readonly name: string;
  readonly label: string;
  /** The option of the command line. */
  readonly flag: string;
  readonly value: number | string;
  /** What the library takes if the option is left out; then the command shows none. */
  readonly leftOut?: number | string;
  readonly range?: { readonly min: number; readonly max: number; readonly step: number };
  readonly choices?: readonly (readonly [value: string, meaning: string])[];
}

export interface Operation {
  readonly name: OperationName;
  readonly title: string;
  readonly about: string;
  /** It takes two texts that are chosen, or all of them. */
  readonly takes: 'two' | 'all';
  readonly command: string;
  readonly fields: readonly Field[];
}

const SHARE = { min: 0.05, max: 1, step: 0.05 };

const threshold: Field = {
  ...{ name: 'threshold', label: 'Threshold: least resemblance', flag: '--threshold', range: SHARE },
  ...{ value: DEFAULTS.threshold, leftOut: DEFAULTS.threshold },
};
const shingle: Field = {
  ...{ name: 'shingle', label: 'Words in a shingle', flag: '--shingle', range: { min: 1, max: 8, step: 1 } },
  ...{ value: 3, leftOut: 3 },
};
const order = (...orders: readonly string[]): Field => ({
  ...{ name: 'order', label: 'Order of words', flag: '--order', value: 'classic', leftOut: 'classic' },
  choices: ORDERS.filter(([value]) => orders.includes(value)),
});
const ORDERS = [
  ['classic', 'counts'],
  ['sorted', 'sorted inside each shingle'],
  ['free', 'free inside each sentence'],
] as const;
const thesaurus: Field = {
  ...{ name: 'thesaurus', label: 'Synonyms', flag: '--thesaurus', value: 'built-in' },
  choices: [
    ['built-in', 'built-in'],
    ['none', 'none'],
  ],
};
const weights: readonly Field[] = [
  {
    ...{
      name: 'similarWeight',
      label: 'Never similar up to',
      flag: '--similar-weight',
      range: { min: 0, max: 0.95, step: 0.05 },
    },
    ...{ value: COMPARE_DEFAULTS.similarWeight, leftOut: COMPARE_DEFAULTS.similarWeight },
  },
  {
    ...{
      name: 'rightWeight',
      label: 'Always similar above',
      flag: '--right-weight',
      range: { min: 0, max: 1, step: 0.05 },
    },
    ...{ value: COMPARE_DEFAULTS.rightWeight, leftOut: COMPARE_DEFAULTS.rightWeight },
  },
];

export const OPERATIONS: readonly Operation[] = [
  {
    ...{ name: 'compare', title: 'Compare', takes: 'two', command: 'compare' },
    about: 'The passages that both texts have, and what is changed in them.',
    fields: [
      {
        ...{
          name: 'minWords',
          label: 'Least words of a passage',
          flag: '--min-words',
          range: { min: 3, max: 30, step: 1 },
        },
        ...{ value: COMPARE_DEFAULTS.minWords, leftOut: COMPARE_DEFAULTS.minWords },
      },
      thesaurus,
    ],
  },
  {
    ...{ name: 'matrix', title: 'Matrix', takes: 'two', command: 'compare --matrix --json' },
    about: 'Every sentence of one text against every sentence of the other.',
    fields: [...weights, thesaurus],
  },
  {
    ...{ name: 'pairs', title: 'Pairs', takes: 'all', command: 'pairs' },
    about: 'Every two texts that resemble each other, with the evidence.',
    fields: [threshold, shingle, order('classic', 'sorted', 'free')],
  },
  {
    ...{ name: 'groups', title: 'Groups', takes: 'all', command: 'groups' },
    about: 'A text that is kept, and those that were compared with it and found alike.',
    fields: [
      threshold,
      {
        ...{ name: 'keep', label: 'Which text is kept', flag: '--keep', value: 'first', leftOut: 'first' },
        choices: ['first', 'last', 'longest', 'shortest'].map((policy) => [policy, policy] as const),
      },
    ],
  },
  {
    ...{ name: 'fingerprint', title: 'Fingerprints', takes: 'all', command: 'fingerprint' },
    about: 'The 64 bits of each text as a picture; choose one to see which bits differ.',
    fields: [
      {
        ...{ name: 'hash', label: 'Hash of words', flag: '--hash', value: 'mixed', leftOut: 'mixed' },
        choices: [
          ['mixed', 'mixed'],
          ['sdbm', 'sdbm, as published'],
        ],
      },
      {
        ...{ name: 'features', label: 'A word counts', flag: '--features', value: 'sets', leftOut: 'sets' },
        choices: [
          ['sets', 'once'],
          ['counts', 'as often as it occurs'],
        ],
      },
    ],
  },
  {
    ...{ name: 'shingles', title: 'Shingles', takes: 'two', command: 'fingerprint --json' },
    about: 'Runs of words of two texts, which of them both have, and what their images keep of them.',
    fields: [
      shingle,
      order('classic', 'sorted'),
      {
        ...{ name: 'image', label: 'The image keeps', flag: '--image', value: 'smallest:32' },
        choices: [
          ['all', 'all checksums'],
          ['smallest:8', 'the 8 smallest'],
          ['smallest:32', 'the 32 smallest'],
          ['smallest:128', 'the 128 smallest'],
          ['divisible:10', 'those divisible by 10'],
        ],
      },
    ],
  },
  {
    ...{ name: 'search', title: 'Search', takes: 'all', command: 'search' },
    about: 'The texts most like a few words, or like a whole text.',
    fields: [
      { name: 'query', label: 'Look for', flag: '', value: SAMPLES.essay.query },
      {
        ...{ name: 'k', label: 'Results', flag: '-k', range: { min: 1, max: 20, step: 1 } },
        ...{ value: 5, leftOut: 10 },
      },
    ],
  },
];

/** What does the same on the command line. @param files The names of the texts' files. */
export function commandOf(
  { name, command, fields }: Operation,
  settings: Readonly<Record<string, number | string>>,
  files: readonly string[],
): string {
  const flags = fields
    .filter((field) => field.flag !== '' && settings[field.name] !== field.leftOut)
    .map(({ name: option, flag }) => ` ${flag} ${settings[option]}`)
    .join('');
  const [verb, ...more] = command.split(' ');
  const given = [files.map(quoted).join(' '), ...more].join(' ');
  if (name === 'search')
    return `neardup search ${quoted(String(settings.query))} --in ${given} --explain${flags}`;
  return `neardup ${verb} ${given}${flags}`;
}

/** One word for a shell, whatever is in it. */
function quoted(word: string): string {
  return /^[\w./:@%+-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
