import { describe, expect, it } from 'vitest';
import { conditionsOf, FieldReadings } from './conditions.ts';

const DOCUMENT = {
  id: 'a-1',
  lang: 'uk-UA',
  meta: {
    date: '2026-03-01',
    unix: 1_772_323_200,
    words: 120,
    source: 'press',
    tags: ['ferry', 'port'],
    open: true,
    page: { views: 7 },
    'a.b': 'x',
  },
};

function isMet(...where: string[]): boolean {
  return conditionsOf(where)(new FieldReadings(DOCUMENT));
}

describe('conditions on fields', () => {
  it.each([
    'id = a-1',
    'lang = uk',
    'lang in en,uk',
    'lang != en',
    'date > 2026-01-01',
    'date<=2026-03-01',
    'unix >= 2026-03-01',
    'words > 99.5',
    'words = 120',
    'source in press, blog',
    'tags = port',
    'open = true',
    'page.views < 10',
    'a.b = x',
    'missing != 1',
  ])('a document meets `%s`', (condition) => {
    expect(isMet(condition)).toBe(true);
  });

  it.each([
    'id = a',
    'lang = en',
    'date > 2026-03-01',
    'words < 13',
    'source in pres,s',
    'source != press',
    'tags != port',
    'missing = 1',
    'missing > 0',
    'page = 7',
    'constructor = x',
  ])('a document does not meet `%s`', (condition) => {
    expect(isMet(condition)).toBe(false);
  });

  it('conditions hold together', () => {
    expect(isMet('lang = uk', 'words > 100')).toBe(true);
    expect(isMet('lang = uk', 'words > 200')).toBe(false);
  });

  it.each([
    ['lang', 'conditions like `lang = uk`'],
    ['= uk', 'conditions like'],
    ['lang =', 'conditions like'],
    ['lang ~ uk', 'conditions like'],
    ['lang == uk', 'conditions like'],
    ['words <> 100', 'conditions like'],
    ['words => 100', 'conditions like'],
    ['source in a,,b', '1 to 1000 values after `in`'],
    ['source > a', 'a number or a date after `>`'],
    [`lang = ${'x'.repeat(10_001)}`, 'conditions like'],
  ])('`%s` is refused with what is expected', (condition, expected) => {
    expect(() => conditionsOf([condition])).toThrow(expected);
  });
});
