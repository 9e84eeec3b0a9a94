/** `neardup collection watch`: example texts to compare arriving documents with, and the matches so far. */
import { texts, visible, type Watch, type WatchEvent } from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { Action, OwnOptions } from '../../program.ts';
import { pick, READING, refuseWithoutDocuments, WATCHING } from './options.ts';
import { withCollection } from './with-collection.ts';

export const watchAddCommand: Action = async ([folder, id, ...inputs], options, own) => {
  const examples: string[] = [];
  if (inputs.length === 0) refuseWithoutDocuments(options, READING);
  else for await (const { text } of texts(inputs, pick(options, READING))) examples.push(text);
  const watch = { id, texts: examples, ...pick(options, WATCHING) } as Watch;
  const [answer] = await withCollection(folder, { threads: 1 }, (collection) => collection.watch(watch));
  await printAll(
    own,
    [answer],
    ({ state }) =>
      `${state.padEnd(9)}  ${visible(id)}${examples.length === 0 ? '' : `: ${examples.length} texts`}`,
  );
  return 0;
};

export const watchListCommand: Action = async ([folder], _options, own) => {
  await withCollection(folder, { readOnly: true, threads: 1 }, (collection) =>
    printAll(own, collection.watches(), (watch) => {
      const kinds = [
        watch.texts.length > 0 && `${watch.texts.length} texts`,
        watch.near === false || watch.texts.length === 0 ? '' : 'near-duplicates',
        watch.passage && `passages of ${watch.passage} words`,
        watch.like && `subjects from ${watch.like} on`,
        watch.keywords && `${watch.needs ?? 'any'} of the words ${watch.keywords.map(visible).join(', ')}`,
        watch.where?.map((condition) => `only ${visible(condition)}`).join(', '),
      ];
      return `${visible(watch.id)}: ${kinds.filter(Boolean).join(', ')}`;
    }),
  );
  return 0;
};

export const watchRemoveCommand: Action = async ([folder, ...ids], _options, own) => {
  const answers = await withCollection(folder, { threads: 1 }, (collection) => collection.unwatch(ids));
  await printAll(own, answers, ({ id, state }) => `${state.padEnd(9)}  ${visible(id)}`);
  return answers.some(({ state }) => state === 'missing') ? 2 : 0;
};

export const watchFollowCommand: Action = async ([folder], options, own) => {
  const from = options.from as number | undefined;
  await withCollection(folder, { readOnly: true, threads: 1 }, (collection) =>
    printAll(own, collection.events({ from, follow: true }), eventText),
  );
  return 0;
};

export const watchTrimCommand: Action = async ([folder], options, own) => {
  const keep = options.keepEvents as number | string | undefined;
  const kept = await withCollection(folder, { threads: 1 }, async (collection) => {
    await collection.trimEvents(keep);
    return { first: collection.firstEvent, last: collection.lastEvent };
  });
  await printAll(own, [kept], ({ first, last }) => `events ${first} to ${last} are kept`);
  return 0;
};

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

function eventText({ position, time, watch, id, near, passage, like, keywords }: WatchEvent): string {
  const found = [
    near && `${(100 * near.resemblance).toFixed(1)}% like example ${near.text + 1}`,
    passage && `${passage.words} words in a row of example ${passage.text + 1}`,
    like &&
      `subject of example ${like.text + 1} (${like.score}: ${like.shared.map((word) => visible(word)).join(' ')})`,
    keywords && `has ${keywords.map(visible).join(', ')}`,
  ];
  return `${position}  ${time}  ${visible(watch)}  ${visible(id)}: ${found.filter(Boolean).join(', ') || 'its fields'}`;
}
