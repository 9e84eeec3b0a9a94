import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withExactIntegers, withWrittenValue, writtenValue } from './field-span.ts';

test('the value of a field is found as it is written, and nothing else that looks like it', () => {
  const json =
    '{"user":{"id":9007199254740993,"x":["id",{"id":1}]}, "\\u0069d" : 9007199254740992 ,"t":"\\"id\\":7\\\\"}';
  expect(writtenValue(json, 'id')).toBe('9007199254740992');
  expect(writtenValue(json, 'user.id')).toBe('9007199254740993');
  expect(writtenValue(json, 'user')).toBe('{"id":9007199254740993,"x":["id",{"id":1}]}');
  for (const field of ['x', 'user.y', 'user.x.id', 't.id', ''])
    expect(writtenValue(json, field)).toBeUndefined();
  expect(writtenValue('{"a":{"b":1},"a.b":2}', 'a.b')).toBe('2');
  expect(writtenValue('{"a":1,"a":2}', 'a')).toBe('2');
});

test('any value of any object is found, and can be replaced with all else as it was', () => {
  const objects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(objects, fc.nat(), fc.nat(2), (object, which, indent) => {
      const names = Object.keys(object).filter((name) => !name.includes('.') && name !== '__proto__');
      fc.pre(names.length > 0);
      const name = names[which % names.length];
      const json = JSON.stringify(object, null, indent);
      expect(JSON.parse(writtenValue(json, name)!)).toEqual(JSON.parse(JSON.stringify(object[name])));
      const replaced = JSON.parse(withWrittenValue(json, name, '"new"'));
      expect(replaced).toEqual({ ...JSON.parse(json), [name]: 'new' });
    }),
  );
});

test('whole numbers that JSON.parse would round keep every digit, and nothing else changes', () => {
  const json =
    '{"a":[-9007199254740993,{"b":12345678901234567890}],"c":"1234567890123456789\\"12345678901234567","d":1234567890123456789.5,"e":9007199254740991}';
  expect(withExactIntegers(json)).toBe(
    json
      .replace('-9007199254740993', '"-9007199254740993"')
      .replace(':12345678901234567890}', ':"12345678901234567890"}'),
  );
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify({ n: 1234567890123456789n.toString(), value });
      expect(JSON.parse(withExactIntegers(text), (_, v) => v)).toEqual(
        JSON.parse(text, (_, v) =>
          Number.isInteger(v) && !Number.isSafeInteger(v) && /^-?\d+$/.test(String(v)) ? String(v) : v,
        ),
      );
    }),
  );
});
