import { expect, test } from 'vitest';
import { compare } from './compare.ts';

const SOURCE =
  'The old harbor wall was rebuilt in the spring after the great flood. Fishermen brought stones from the quarry behind the chapel and laid them by hand. Nobody was paid for the work, but every family got a place for one boat.';

test('a fragment that was copied word by word is marked exactly, within the sentences around it', async () => {
  const fragment = 'in the spring after the great flood. Fishermen brought stones from the quarry';
  const text = `Our teacher said that he completed a bridge ${fragment} of some other village, which I doubt.`;
  const { passages } = await compare({ id: 'a', text }, [{ id: 'b', text: SOURCE }]);
  expect(passages.map(({ a, kind }) => [text.slice(a.start, a.end), kind])).toEqual([
    [fragment, 'identical'],
  ]);
});

test('a sentence with edited words is marked to its ends', async () => {
  const text =
    'We went there in May. Some fishermen took stones from the quarry near the chapel and laid all of them by hand, slowly. It rained.';
  const { passages } = await compare({ id: 'a', text }, [{ id: 'b', text: SOURCE }]);
  expect(passages.map(({ a }) => text.slice(a.start, a.end))).toEqual([
    'Some fishermen took stones from the quarry near the chapel and laid all of them by hand, slowly.',
  ]);
});
