import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConditionTable } from './condition-table.ts';
import { conditionsOf, FieldReadings } from './conditions.ts';

describe('the table of conditions', () => {
  it('finds for any document what trying every condition finds', () => {
    const value = fc.constantFrom('press', 'Press', 'uk', '5', '5.0', '2026-01-01', 'x y', 'true');
    const condition = fc.oneof(
      fc.tuple(fc.constantFrom('a', 'b', 'lang', 'id'), fc.constantFrom('=', '!='), value),
      fc.tuple(fc.constantFrom('a', 'b', 'lang'), fc.constant('in'), fc.constantFrom('press,uk', '5,x y')),
      fc.tuple(fc.constant('a'), fc.constantFrom('<', '>='), fc.constantFrom('5', '2026-01-01')),
    );
    const where = fc.array(
      condition.map((parts) => parts.join(' ')),
      { minLength: 1, maxLength: 3 },
    );
    const field = fc.oneof(value, fc.constantFrom(5, 7, true, null), fc.array(value, { maxLength: 3 }));
    const document = fc.record({
      id: value,
      lang: fc.constantFrom('uk', 'uk-UA', 'en', undefined),
      meta: fc.record({ a: field, b: field }, { requiredKeys: [] }),
    });
    fc.assert(
      fc.property(fc.array(where, { maxLength: 8 }), document, (all, document) => {
        const conditions = new Map(all.map((each, i) => [`${i}`, conditionsOf(each)] as const));
        const fields = new FieldReadings(document);
        const expected = [...conditions].filter(([, isMet]) => isMet(fields)).map(([name]) => name);
        expect([...new ConditionTable(conditions).met(fields)].sort()).toEqual(expected.sort());
      }),
      { numRuns: 500 },
    );
  });

  it('a condition on a text is not tried for documents that have another one', () => {
    let tried = 0;
    const counted = (where: string) => {
      const condition = conditionsOf([where]);
      const counting = (fields: FieldReadings) => {
        tried++;
        return condition(fields);
      };
      return Object.assign(counting, { needs: condition.needs });
    };
    const names = Array.from({ length: 1000 }, (_, i) => [`${i}`, counted(`source = s${i}`)] as const);
    const table = new ConditionTable(new Map(names));
    expect([...table.met(new FieldReadings({ meta: { source: 's7' } }))]).toEqual(['7']);
    expect(tried).toBe(1);
  });
});
