import { expect, test } from 'vitest';
import { ClassReviews, readReviewFile } from './reviews.ts';

const DOCUMENTS = ['a', 'b'].map((id) => ({ id, text: `The text of ${id}.` }));
const UNREAD = [{ source: 'scan.pdf', reason: 'There is no text in it.' }];
const SETTINGS = { excludeQuotations: true, exclude: [{ id: 'form.txt', text: 'Form' }] };

test('a review that was saved is the same when it is opened: texts, settings, verdicts, notes and files that were not read', async () => {
  const reviews = new ClassReviews();
  reviews.set({ a: 'a', b: 'b' }, { state: 'certain', note: 'Three <b>sentences</b>.' });
  const file = readReviewFile(await reviews.file(SETTINGS, DOCUMENTS, { unread: UNREAD, unseen: [] }).text());
  expect(file).toMatchObject({ settings: SETTINGS, documents: DOCUMENTS, unread: UNREAD });
  const again = new ClassReviews();
  again.replaceAll(file.reviews);
  expect(again.of({ a: 'b', b: 'a' })).toMatchObject({ state: 'certain', note: 'Three <b>sentences</b>.' });
  expect(again.isChanged).toBe(false);
  again.set({ a: 'b', b: 'a' }, {});
  expect([again.of({ a: 'a', b: 'b' }), again.isChanged]).toEqual([undefined, true]);
});

test.each([
  ['{', 'damaged'],
  ['null', 'no saved review'],
  ['{"form":"neardup review","version":2}', 'newer page'],
  ['{"form":"neardup review","version":1,"reviews":[],"documents":[{"id":1}]}', 'damaged'],
  [
    '{"form":"neardup review","version":1,"documents":[{"id":"a","text":""},{"id":"b","text":""}],"reviews":[{"a":"a","b":"b","state":"guilty"}]}',
    'damaged',
  ],
  [
    '{"form":"neardup review","version":1,"documents":[{"id":"a","text":""},{"id":"b","text":""}],"reviews":[],"unread":[{"source":1}]}',
    'damaged',
  ],
])('the file %s is refused as %s', (text, why) => {
  expect(() => readReviewFile(text)).toThrow(why);
});
