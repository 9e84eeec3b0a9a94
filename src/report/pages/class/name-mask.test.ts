import { expect, test } from 'vitest';
import { sampleComparison } from '../../comparison/sample-comparison.cases.ts';
import { rowsOf } from '../comparison/rows-of.ts';
import { NameMask } from './name-mask.ts';

const SHARED = 'The city has to give its streets back to those who live in them, every evening of the week.';
const IDS = [
  'class/City_Vargas.docx',
  'class/City_Коваленко.docx',
  'class/City_Ng.docx',
  'class/City_Roe.docx',
];

const textOf = (rows: ReturnType<typeof rowsOf>['text']) =>
  rows.paragraphs.map((row) => (typeof row === 'number' ? '' : row.map(([text]) => text).join(''))).join('');

test('hidden names are masked in the texts, whose words and figures stay as they are', () => {
  const a = `Student: Alice Vargas / 202674\n\n${SHARED}\n\nVargas thanks Alice, alice@school.example and the City for its vargas.`;
  const b = `Виконала: Олена Коваленко\n\n${SHARED}\n\nОлена і Vargas.`;
  const comparison = sampleComparison({ id: IDS[0], text: a }, [{ id: IDS[1], text: b }], [{ a: SHARED }]);
  const rows = rowsOf(comparison);
  const hidden = new NameMask(IDS).hide(rows, { a: IDS[0], b: IDS[1] }, { a: 'Document 1', b: 'Document 2' });
  const json = JSON.stringify(hidden);
  for (const name of ['Vargas', 'Alice', 'alice', '202674', 'Олена', 'Коваленко', 'docx'])
    expect(json).not.toContain(name);
  expect(textOf(hidden.text)).toBe(
    `Student: XXXXX XXXXXX / XXXXXX\n${SHARED}\nXXXXXX thanks XXXXX, XXXXX@XXXXXX.XXXXXXX and the City for its vargas.`,
  );
  expect([hidden.text.id, hidden.sources[0].id]).toEqual(['Document 1', 'Document 2']);
  expect([hidden.facts, hidden.text.words, hidden.passages]).toEqual([
    rows.facts,
    rows.text.words,
    rows.passages,
  ]);
});

test('a Chinese name is masked where it stands, and other characters stay', () => {
  const text = '姓名：张伟\n\n张伟说城市属于所有人。';
  const rows = rowsOf(sampleComparison({ id: 'a', text }, [{ id: 'b', text: SHARED }], []));
  const hidden = new NameMask(['a', 'b']).hide(rows, { a: 'a', b: 'b' }, { a: '1', b: '2' });
  expect(textOf(hidden.text)).toBe('姓名：某某\n某某说城市属于所有人。');
});
