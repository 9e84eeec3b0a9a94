import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf, textOf } from '../contract.cases.ts';
import { markdown } from './markdown.ts';
import { markdownToText } from './markdown-to-text.ts';

describe('markdown reader', () => {
  it('keeps the words and removes the marks', () => {
    for (const [source, text] of [
      ['# Title #', 'Title'],
      ['Title\n=====\n\nSub\n---', 'Title\n\n\nSub\n'],
      ['some **bold** and *it* and __b__ and _i_ and ~~gone~~', 'some bold and it and b and i and gone'],
      ['in**ter**nal', 'internal'],
      ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
      ['a [link](http://x.org/a_(b) "title") here', 'a link here'],
      ['a [link][ref] here\n\n[ref]: http://x.org', 'a link here\n\n'],
      ['![alt](i.png)[![badge](b.svg)](http://x)', '   '.slice(1)],
      ['mail <me@x.org> or <https://x.org/> <br/> <b class="x">now</b>', 'mail   or        now '],
      ['> quoted\n> > twice\n- item\n1. first\n- [x] done', 'quoted\ntwice\nitem\nfirst\ndone'],
      ['use `code` and ``co`de``', 'use code and code'],
      ['a <!-- hidden\ncomment --> b', 'a \n b'],
      ['1 \\* 2', '1 * 2'],
      ['Їжак **і** [ліс](л.md) *中文*', 'Їжак і ліс 中文'],
    ]) {
      expect(markdownToText(source).replace(/ +/g, ' ')).toBe(text.replace(/ +/g, ' '));
    }
  });

  it('keeps code in fences exactly, marks included', () => {
    const code = '# not a title\n**x** [a](b) <tag>';
    expect(markdownToText(`before\n\`\`\`js\n${code}\n\`\`\`\nafter`)).toBe(`before\n\n${code}\n\nafter`);
    expect(markdownToText(`~~~~\n${code}\n~~~\n~~~~\n*after*`)).toBe(`\n${code}\n~~~\n\nafter`);
    expect(markdownToText(`\`\`\`\n${code}`)).toBe(`\n${code}`);
  });

  it('keeps every line a line, so that places have the line numbers of the file', () => {
    const pieces = [
      ...[
        '---\n',
        'title: x\n',
        '# Head\n',
        '====\n',
        '```\n',
        'code **x**\n',
        '<!-- a\n',
        'b -->\n',
        'words\r\n',
        '\n',
      ],
      ...[
        '[a\n',
        'b](c\n',
        'd)\n',
        '![i\n',
        ']\n',
        '<b class="x"\n',
        '>\n',
        '[r]: x\n',
        '> - [x] q\n',
        '~~~\n',
        '| a |\n',
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (chosen) => {
        const source = chosen.join('');
        expect(markdownToText(source).split('\n')).toHaveLength(source.split('\n').length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('removes front matter only if it is closed', () => {
    expect(markdownToText('---\ntitle: x\ntags: [a]\n---\nText').trim()).toBe('Text');
    expect(markdownToText('+++\r\ntitle = "x"\r\n+++\r\nText').trim()).toBe('Text');
    expect(markdownToText('---\nText').trim()).toBe('Text');
  });

  it('takes linear time on hostile input', () => {
    for (const piece of [
      '[',
      '![',
      '[a](',
      '<',
      '<a ',
      '*',
      '_a',
      '`',
      '<!--',
      '> ',
      '- ',
      '|',
      '\\',
      'a@',
      '<a@',
      '[a]: ',
      ' #',
    ]) {
      expect(markdownToText(piece.repeat(200_000)).length).toBeLessThanOrEqual(piece.length * 200_000);
    }
  });

  it('reads a file as one document in any charset', async () => {
    expect((await itemsOf(markdown, Buffer.from('\ufeff# Їжак', 'utf16le'))).map(textOf)).toEqual(['Їжак']);
  });
});
