import { describe, expect, it } from 'vitest';
import { badOption, NeardupError } from './errors.ts';
import { call, inWords, type Name, option, wording } from './wording.ts';

const flags = (name: Name) =>
  'call' in name ? `<${name.call}>` : `--${name.option} ${name.value ?? ''}`.trim();

describe('a sentence that names options', () => {
  const sentence = wording`Set ${option('method', 'simhash')} or ${option('keep')}: ${wording`see ${call('texts')}`} (${2}).`;

  it('names them as callers of the library write them', () => {
    expect(inWords(sentence)).toBe("Set `method: 'simhash'` or `keep`: see `texts` (2).");
  });

  it('names them as an app calls them', () => {
    expect(inWords(sentence, flags)).toBe('Set --method simhash or --keep: see <texts> (2).');
  });

  it('a sentence that names options is plain data, which another thread can be sent', () => {
    expect(structuredClone(sentence)).toEqual(sentence);
  });

  it('a sentence that names options is a string if it names none', () => {
    expect(wording`Expected ${'two'} of ${2}.`).toBe('Expected two of 2.');
  });
});

describe('an error', () => {
  it('explains itself in the words of an app', () => {
    const error = badOption('keep', 'first or last', 'best', wording`See ${option('against')}.`);
    expect(error.message).toBe('Expected `keep` to be first or last, got `best`.');
    expect(error.explained(flags)).toEqual({
      message: 'Expected --keep to be first or last, got `best`.',
      advice: 'See --against.',
    });
  });

  it('keeps what a text of its own looks like as it is, even if it looks like an option', () => {
    const error = new NeardupError('UNREADABLE', 'file.txt: Expected `keep` to be here.');
    expect(error.explained(flags).message).toBe('file.txt: Expected `keep` to be here.');
  });
});
