import { expect, test } from 'vitest';
import { Unit, unitClasses } from './unit-classes.ts';

test('white space and case of every unit are those of JavaScript', () => {
  const classes = unitClasses();
  const wrong = [];
  for (let unit = 0; unit < 0x10000; unit++) {
    const letter = String.fromCharCode(unit);
    const isSpace = /\s/.test(letter);
    let cased = 0;
    if (!isSpace && (classes[unit] & Unit.letter) !== 0) {
      if (letter !== letter.toLowerCase()) cased = Unit.upper;
      else if (letter !== letter.toUpperCase()) cased = Unit.lower;
    }
    const found = classes[unit] & (Unit.space | Unit.upper | Unit.lower);
    if (found !== ((isSpace ? Unit.space : 0) | cased)) wrong.push(unit);
  }
  expect(wrong).toEqual([]);
});
