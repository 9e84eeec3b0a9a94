import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../read.ts';
import { itemsOf, textOf } from '../contract.cases.ts';
import { html } from './html.ts';
import { htmlToText } from './html-to-text.ts';
import { mainText } from './main-text.ts';

describe('html reader', () => {
  it('gives title and text, blocks as paragraphs, cells with tabs between them, entities decoded', () => {
    expect(
      htmlToText(`<!DOCTYPE html><html><head><meta charset=utf-8><title>Cats &amp; dogs</title></head>
        <body><h1>On <em>cats</em></h1><p>One&nbsp;two<br>three &#x41;&#66;&hellip;
        four</p><ul><li>a<li>b</ul><table><tr><td>1<td>2</table></body></html>`),
    ).toBe('Cats & dogs\n\nOn cats\n\nOne two\nthree AB… four\n\na\n\nb\n\n1\t2');
  });

  it('the html reader does not cut words at inline tags', () => {
    expect(htmlToText('<p>in<b>ter</b>nal H<sub>2</sub>O</p>')).toBe('internal H2O');
  });

  it('leaves out script, style, noscript, template and comments', () => {
    expect(
      htmlToText(
        'a<script>if (1 < 2) "</p>"</script>b<style>p{}</style>c<noscript><p>no</p></noscript>d' +
          '<template><p>t<template>u</template>v</p></template>e<!-- x --><!-->f<![CDATA[g]]>',
      ),
    ).toBe('abcdef');
  });

  it('keeps line ends in pre only', () => {
    expect(htmlToText('<p>a\n  b</p><pre>c\nd  e</pre>')).toBe('a b\n\nc\nd  e');
  });

  it('a pre that is opened in an element that is left out does not change the text after it', () => {
    expect(htmlToText('<noscript><pre></noscript><p>a\n  b</p>')).toBe('a b');
  });

  it('survives unclosed and misnested tags, stray signs and attributes without end', () => {
    expect(htmlToText('<p>a<div>b<b>c</p></i>d < e & f &unknown; > g')).toBe(
      'a\n\nbc\n\nd < e & f &unknown; > g',
    );
    expect(htmlToText('a<p class="never closed>b</p>c')).toBe('a');
    expect(htmlToText('a<noscript>b')).toBe('a');
    expect(htmlToText('</p></pre></template>a')).toBe('a');
  });

  it('survives nesting of 100,000, an attribute of 1 MB, and endless beginnings of things', () => {
    expect(htmlToText(`${'<div><b>'.repeat(100_000)}x`)).toBe('x');
    expect(htmlToText(`<p title="${'y'.repeat(1 << 20)}">x`)).toBe('x');
    expect(htmlToText(`<p ${'y '.repeat(1 << 19)}>x`)).toBe('x');
    for (const piece of [
      '&',
      '&amp',
      '<',
      '</',
      '<!--',
      '<!',
      '<a ',
      '<script>',
      '<pre> ',
      '\n',
      '<template>',
      '<pre><b> ',
    ]) {
      expect(htmlToText(piece.repeat(200_000)).length).toBeLessThanOrEqual(piece.length * 200_000);
    }
  });

  it('takes the charset that the page declares, unless the bytes are UTF-8', async () => {
    // "Їжак" in each of them
    for (const [head, bytes] of [
      ['<meta charset="windows-1251">', [0xaf, 0xe6, 0xe0, 0xea]],
      ['<meta http-equiv=Content-Type content="text/html; charset=koi8-u">', [0xb7, 0xd6, 0xc1, 0xcb]],
      ['<?xml version="1.0" encoding="iso-8859-5"?>', [0xa7, 0xd6, 0xd0, 0xda]],
      ['<meta charset="windows-1251">', [...Buffer.from('Їжак')]],
      ['<meta charset="no-such-charset">', [...Buffer.from('Їжак')]],
    ] as const) {
      const page = Buffer.concat([Buffer.from(`${head}<p>`), Buffer.from(bytes)]);
      expect((await itemsOf(html, page)).map(textOf)).toEqual(['Їжак']);
    }
  });

  it('tells the language of the page', async () => {
    const [item] = (await itemsOf(html, '<html lang="uk-UA"><p>Їжак')) as ReadDocument[];
    expect(item.lang).toBe('uk');
  });

  it('recognizes pages by their beginning', () => {
    const recognizes = (text: string) => html.recognizes!(Buffer.from(text));
    expect(recognizes('\ufeff\n<!doctype HTML>')).toBe(true);
    expect(recognizes('<?xml version="1.0"?>\n<!-- x -->\n<html lang="en">')).toBe(true);
    expect(recognizes('<htmlx>')).toBe(false);
    expect(recognizes('How to write <html>')).toBe(false);
  });

  it('keeps a raised digit after a digit apart: 10² is not 102', () => {
    expect(htmlToText('10<sup>2</sup> 2<sup>10</sup> 10<sup>-3</sup> 1<sup>st</sup>')).toBe(
      '10² 2¹⁰ 10-3 1st',
    );
    expect(htmlToText('H<sub>2</sub>O, м<sup>2</sup>, 5 <sup>2</sup>')).toBe('H2O, м2, 5 2');
    expect(mainText('<p>10<sup><b>2</b></sup> apples</p>').text).toBe('10² apples');
  });
});
