/** `neardup collection watch`: example texts that arriving documents are compared with, and what was found. */
import { NeardupError, texts, visible, type Watch, type WatchEvent } from '../../../../index.ts';
import { flagName } from '../../flag-names.ts';
import { Output } from '../../output.ts';
import type { LibraryOptions, OwnOptions } from '../../program.ts';
import type { CollectionAction } from '../collection.ts';
import { noMore, pick, READING } from './options.ts';
import { withCollection } from './with-collection.ts';

const WATCHING = ['near', 'passage', 'like', 'expires'];

type Step = (folder: string, rest: string[], options: LibraryOptions, own: OwnOptions) => Promise<number>;

export const watchAction: CollectionAction = {
  options: [...READING, ...WATCHING, 'from', 'keepEvents'],
  run(folder, [name, ...rest], options, own) {
    const step = Object.hasOwn(STEPS, name ?? '') ? STEPS[name] : undefined;
    if (step !== undefined) {
      refuseOthers(name, options);
      return step(folder, rest, options, own);
    }
    const got = name === undefined ? 'nothing' : `\`${name}\``;
    throw new NeardupError(
      'BAD_OPTION',
      `Expected add, list, remove, follow or trim after the folder, got ${got}.`,
      {
        advice:
          'Call `neardup collection watch DIR add ID FILE…`, `… list`, `… remove ID…`, `… follow` or `… trim`.',
      },
    );
  },
};

/** The options that each step looks at. */
const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  add: [...READING, ...WATCHING],
  follow: ['from'],
  trim: ['keepEvents'],
};

function refuseOthers(step: string, options: LibraryOptions): void {
  const known = LOOKED_AT[step] ?? [];
  const option = watchAction.options.find((name) => options[name] !== undefined && !known.includes(name));
  if (option === undefined) return;
  const message = `${flagName({ option })} has no effect: \`collection watch DIR ${step}\` does not look at it.`;
  throw new NeardupError('BAD_OPTION', message, { option, advice: 'Leave it out.' });
}

const STEPS: Readonly<Record<string, Step>> = {
  async add(folder, [id, ...inputs], options, own) {
    if (id === undefined || inputs.length === 0) {
      throw new NeardupError(
        'NO_INPUT',
        'Expected the name of the watch and its example texts, got too little.',
        {
          advice: 'Call `neardup collection watch DIR add ID FILE…`; - is standard input.',
        },
      );
    }
    const examples: string[] = [];
    for await (const { text } of texts(inputs, pick(options, READING))) examples.push(text);
    const watch = { id, texts: examples, ...pick(options, WATCHING) } as Watch;
    const [answer] = await withCollection(folder, { threads: 1 }, (collection) => collection.watch(watch));
    await printAll(
      own,
      [answer],
      ({ state }) => `${state.padEnd(9)}  ${visible(id)}: ${examples.length} texts`,
    );
    return 0;
  },

  async list(folder, rest, _options, own) {
    noMore('watch DIR list', rest);
    await withCollection(folder, { readOnly: true, threads: 1 }, (collection) =>
      printAll(own, collection.watches(), (watch) => {
        const kinds = [
          watch.near === false ? '' : 'near-duplicates',
          watch.passage && `passages of ${watch.passage} words`,
          watch.like && `subjects from ${watch.like} on`,
        ];
        return `${visible(watch.id)}: ${watch.texts.length} texts, ${kinds.filter(Boolean).join(', ')}`;
      }),
    );
    return 0;
  },

  async remove(folder, ids, _options, own) {
    if (ids.length === 0)
      throw new NeardupError('NO_INPUT', 'Expected names of watches to remove, got none.');
    const answers = await withCollection(folder, { threads: 1 }, (collection) => collection.unwatch(ids));
    await printAll(own, answers, ({ id, state }) => `${state.padEnd(9)}  ${visible(id)}`);
    return answers.some(({ state }) => state === 'missing') ? 2 : 0;
  },

  async follow(folder, rest, options, own) {
    noMore('watch DIR follow', rest);
    const from = options.from as number | undefined;
    await withCollection(folder, { readOnly: true, threads: 1 }, (collection) =>
      printAll(own, collection.events({ from, follow: true }), eventText),
    );
    return 0;
  },

  trim,
};

async function trim(
  folder: string,
  rest: string[],
  options: LibraryOptions,
  own: OwnOptions,
): Promise<number> {
  noMore('watch DIR trim', rest);
  const keep = options.keepEvents as number | string | undefined;
  const kept = await withCollection(folder, { threads: 1 }, async (collection) => {
    await collection.trimEvents(keep);
    return { first: collection.firstEvent, last: collection.lastEvent };
  });
  await printAll(own, [kept], ({ first, last }) => `events ${first} to ${last} are kept`);
  return 0;
}

async function printAll<T>(
  own: OwnOptions,
  results: Iterable<T> | AsyncIterable<T>,
  toText: (result: T) => string,
): Promise<void> {
  const output = new Output();
  for await (const result of results) {
    if (own.json === true) await output.json(result);
    else await output.line(toText(result));
    // events come now and then: each is shown at once
    await output.flush();
  }
}

function eventText({ position, time, watch, id, near, passage, like }: WatchEvent): string {
  const found = [
    near && `${(100 * near.resemblance).toFixed(1)}% like example ${near.text + 1}`,
    passage && `${passage.words} words in a row of example ${passage.text + 1}`,
    like &&
      `subject of example ${like.text + 1} (${like.score}: ${like.shared.map((word) => visible(word)).join(' ')})`,
  ];
  return `${position}  ${time}  ${visible(watch)}  ${visible(id)}: ${found.filter(Boolean).join(', ')}`;
}
