/** `neardup fingerprint`: simhashes, weighted ones of parts, images or signatures. */
import {
  type DocumentSignature,
  documentImages,
  fingerprintLines,
  fingerprintParts,
  NeardupError,
  OPTIONS,
  signatures,
  visible,
} from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import type { Action, LibraryOptions } from '../program.ts';
import { listResults } from './list-results.ts';
import { SignatureArray } from './signature-array.ts';

/** What the command can print instead of simhashes: the option that asks for it, and the rules of the options that it takes. */
const KINDS = [
  { option: 'level', example: '--level sentence', rules: OPTIONS.fingerprintParts },
  { option: 'image', example: '--image smallest:200', rules: OPTIONS.documentImages },
  { option: 'width', example: '--signature 1024', rules: OPTIONS.signatures },
];

export const fingerprintCommand: Action = async (paths, options, own) => {
  const given = Object.keys(options).filter((name) => options[name] !== undefined);
  const asked = KINDS.filter(({ option }) => given.includes(option));
  if (asked.length > 1) {
    const names = asked.map(({ option }) => flagOf(option)).join(' and ');
    throw new NeardupError('BAD_OPTION', `Expected one kind of fingerprint, got ${names}.`, {
      option: asked[1].option,
      advice: 'Leave out all but one of them.',
    });
  }
  const rules: Readonly<Record<string, unknown>> = asked[0]?.rules ?? OPTIONS.fingerprint;
  const useless = given.find((name) => !(name in rules));
  if (useless !== undefined) {
    const takers = KINDS.filter((kind) => useless in kind.rules);
    const [what, advice] =
      takers.length > 0
        ? [
            takers.map(({ option }) => flagOf(option)),
            `Add ${takers.map(({ example }) => example).join(' or ')}.`,
          ]
        : [['simhashes'], `Leave out ${asked.map(({ option }) => flagOf(option)).join()}.`];
    throw new NeardupError('BAD_OPTION', `Expected ${what.join(' or ')} with ${flagOf(useless)}, got none.`, {
      advice,
      option: useless,
    });
  }
  if (own.npy !== undefined && asked[0]?.option !== 'width') {
    throw new NeardupError('BAD_OPTION', '`--npy` has no effect: only signatures are written as an array.', {
      option: 'npy',
      advice: 'Add --signature 1024, or leave it out.',
    });
  }
  const taken = Object.fromEntries(given.map((name) => [name, options[name]]));
  switch (asked[0]?.option) {
    case 'level':
      return partsCommand(paths, taken, own);
    case 'image':
      return imagesCommand(paths, taken, own);
    case 'width':
      return signaturesCommand(paths, taken, own);
  }
  return listResults(own, {
    start: (callbacks) =>
      fingerprintLines(paths, own.json === true ? 'json' : 'text', { ...taken, ...callbacks }),
    print: (lines, output) => output.bytes(lines),
    summary: false,
    foundAny: () => false,
  });
};

const flagOf = (option: string) => (option === 'width' ? '`--signature`' : flagName({ option }));

/** The id, the kind of image, and its checksums. */
const imagesCommand = (paths: readonly string[], options: LibraryOptions, own: Parameters<Action>[2]) =>
  listResults(own, {
    start: (callbacks) => documentImages(paths, { ...options, ...callbacks }),
    toText: ({ id, image, checksum, values }) => `${visible(id)}\t${image}\t${checksum}\t${values.join(' ')}`,
    summary: false,
    foundAny: () => false,
  });

/** A signature and the id; with `--npy` the id alone. */
const signaturesCommand = async (
  paths: readonly string[],
  options: LibraryOptions,
  own: Parameters<Action>[2],
) => {
  const array = own.npy === undefined ? undefined : await SignatureArray.open(own.npy, paths, options);
  try {
    return await listResults<DocumentSignature>(own, {
      start: (callbacks) => signatures(paths, { ...options, ...callbacks }),
      select: (found) => {
        array?.add(found.signature);
        return found;
      },
      toText: ({ signature, id }) => (array === undefined ? `${signature}\t${visible(id)}` : visible(id)),
      end: async () => array?.commit(),
      summary: false,
      foundAny: () => false,
    });
  } finally {
    await array?.abort();
  }
};

/** A fingerprint, the id, the kind of part, and its place, separated by tabs. */
const partsCommand: Action = (paths, options, own) =>
  listResults(own, {
    start: (callbacks) => fingerprintParts(paths, { ...options, ...callbacks }),
    toText: ({ fingerprint, id, level, paragraph, sentence, start, end }) => {
      const number = paragraph ?? sentence;
      const part = number === undefined ? level : `${level} ${number}`;
      return `${fingerprint}\t${visible(id)}\t${part}\t${start}-${end}`;
    },
    summary: false,
    foundAny: () => false,
  });
