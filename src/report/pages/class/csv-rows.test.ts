import { expect, test } from 'vitest';
import { speak } from '../say.ts';
import { ENGLISH } from '../sentences/english.ts';
import { UKRAINIAN } from '../sentences/ukrainian.ts';
import { csvRows } from './csv-rows.ts';

const PAIR = {
  ...{
    a: 'b.odt',
    b: 'a.docx',
    similarity: { a: 0.5337, b: 0.25 },
    words: { a: 300, b: 640 },
    identical: false,
  },
  passages: [{ a: { words: 160 } }],
  disguises: { b: { mixedWords: 2, invisible: 0, examples: [] } },
  state: 'certain' as const,
  note: 'Asked on Monday.',
};

test('the table has the words of the page: percentages, the verdict, and files that could not be read', () => {
  const unread = [{ source: 'scan.pdf', reason: 'There is no text in it.' }];
  const [columns, row, last] = csvRows([PAIR], unread);
  expect(Object.fromEntries(columns.map((name, i) => [name, row[i]]))).toMatchObject({
    ...{
      Document: 'b.odt',
      'Share of the first': '53.4%',
      'Same words throughout': '',
      'In disguise': 'a.docx',
    },
    ...{ Verdict: 'confirmed', Note: 'Asked on Monday.' },
  });
  expect([last[0], last.at(-1)]).toEqual([
    'scan.pdf',
    'could not be read: it contains only images. If it was scanned, run OCR on it first.',
  ]);
  expect([row.length, last.length]).toEqual([columns.length, columns.length]);
  speak(UKRAINIAN);
  try {
    expect(csvRows([PAIR], [])[1]).toContain('підтверджено');
  } finally {
    speak(ENGLISH);
  }
});
