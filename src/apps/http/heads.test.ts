import { expect, test } from 'vitest';
import { headTitle, snippetOf } from './heads.ts';

test('a title comes from the fields, or else from a short first line', () => {
  expect(headTitle({ text: 'A text.', meta: { title: ' Coffee \n quotas ' } })).toBe('Coffee quotas');
  expect(headTitle({ text: 'Body', meta: { title: 7, subject: 'Re: ferry' } })).toBe('Re: ferry');
  expect(headTitle({ text: '\n# The reef\n\nAt low tide …' })).toBe('The reef');
  expect(headTitle({ start: 'Headline\nThe story' })).toBe('Headline');
  expect(headTitle({ text: 'One line that is the whole text' })).toBeUndefined();
  expect(headTitle({ text: `${'long '.repeat(60)}\nrest` })).toBeUndefined();
});

test('a snippet is around the place that has most of the words that are sought', () => {
  const text = `${'Nothing here. '.repeat(60)}The harbors kept ferries waiting at low tide. ${'And so on. '.repeat(60)}`;
  const snippet = snippetOf(text, 'Ferries tide harbor');
  expect(snippet).toMatch(/^… .*harbors kept ferries waiting at low tide/);
  expect(snippet.length).toBeLessThan(300);
  expect(snippetOf(text, 'absent')).toMatch(/^Nothing here\./);
  expect(snippetOf(`${'x'.repeat(1e6)}`, 'x'.repeat(2000)).length).toBeLessThan(300);
});
