import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf, textOf } from '../contract.cases.ts';
import { html } from './html.ts';
import { extractHtml } from './html-to-text.ts';
import { mainText } from './main-text.ts';

const sentence = (n: number) =>
  `Sentence number ${n} of the article says something, in many words, about a subject that matters.`;
const paragraphs = [1, 2, 3, 4]
  .map((n) => `<p>${sentence(n)} <a href=x>A link</a> does no harm.</p>`)
  .join('');
const menu = `<ul class="menu">${'<li><a href=x>Some section of the site</a></li>'.repeat(20)}</ul>`;
const page = `<!doctype html><html lang=uk><head><title>T</title></head><body><header>${menu}</header>
  <div id="sidebar"><p>Read also, on this site, what others have written, and much more of it.</p></div>
  <div class="wrap"><div class="article-body"><h2>Head</h2>${paragraphs}<ul><li>a point</li></ul>
  <div class="related">${menu}</div></div></div>
  <div class="comments"><p>I do not agree, and never will, with anything that was said here, ever.</p></div><footer>© 2024</footer></body></html>`;

describe('main text', () => {
  it('the main text is the article, without menus, sidebar, comments and footer', () => {
    const expected = [
      'Head',
      ...[1, 2, 3, 4].map((n) => `${sentence(n)} A link does no harm.`),
      'a point',
    ].join('\n\n');
    expect(mainText(page)).toEqual({ text: expected, lang: 'uk' });
  });

  it('the main text is what the html reader gives with main, and all of the page without', async () => {
    expect(textOf((await itemsOf(html, page, { main: true }))[0])).not.toContain('section of the site');
    expect(textOf((await itemsOf(html, page))[0])).toContain('section of the site');
  });

  it('the main text is the whole text if there is no article', () => {
    expect(mainText('<ul><li><a href=x>one</a><li><a href=y>two</a></ul>').text).toBe('one\n\ntwo');
    expect(mainText('').text).toBe('');
  });

  it('the main text is the whole page if what was found is less than a tenth of it', () => {
    const rest = Array.from(
      { length: 60 },
      (_, n) => `<span>Loose words of the page, number ${n}.</span> `,
    ).join('');
    const page = `<body>${rest}<div class="article-body"><p>Price: 10 dollars, tax, and more of it.</p></div></body>`;
    expect(mainText(page).text).toContain('number 59');
  });

  it('the main text is the whole page if beside its links there is next to nothing, however it is named', () => {
    const links = Array.from({ length: 200 }, (_, n) => `<li><a href=x>The title of item ${n}</a>`).join('');
    const notice = (length: number) =>
      `<article><p>${'Sign in, or go on, as a guest. '.repeat(length)}</p></article>`;
    for (const length of [1, 5]) {
      expect(mainText(`<body>${notice(length)}<ul>${links}</ul></body>`).text).toContain('item 199');
    }
    // 300 characters of 100,000
    expect(mainText(`<body>${notice(10)}<ul>${links.repeat(25)}</ul></body>`).text).toContain('item 199');
  });

  it('the main text is a short article among links, without them', () => {
    const links = '<li><a href=x>Some section of the site</a>'.repeat(200);
    const short = `<div>${[1, 2, 3].map((n) => `<p>${sentence(n)}</p>`).join('')}</div>`;
    expect(mainText(`<body><ul>${links}</ul>${short}</body>`).text).toBe(
      [1, 2, 3].map(sentence).join('\n\n'),
    );
  });

  it('the main text is an article of few characters among links, if its script says as much in them', () => {
    const links = '<li><a href=x>トップページに戻る</a>'.repeat(150);
    const text =
      '昨日の午後、港の北側にある古い倉庫で火事があり、消防隊が約二時間後に消し止めた。けが人はいなかった。';
    const article = `<div><p>${text}</p><p>${text}</p></div>`;
    expect(mainText(`<body><ul>${links}</ul>${article}</body>`).text).toBe(`${text}\n\n${text}`);
  });

  it('the main text is never less than a fiftieth of the visible text, nor a tenth of what is outside links, if it is not the whole', () => {
    const shape = fc.record({
      article: fc.nat(30),
      loose: fc.nat(60),
      links: fc.nat(400),
      tag: fc.constantFrom('article', 'div', 'main', 'section'),
      name: fc.constantFrom('', 'price', 'caption', 'footer', 'article-body', 'sidebar'),
    });
    fc.assert(
      fc.property(shape, ({ article, loose, links, tag, name }) => {
        const paragraphs = Array.from({ length: article }, (_, n) => `<p>${sentence(n)}</p>`).join('');
        const spans = '<span>Loose words of the page, here.</span> '.repeat(loose);
        const list = '<li><a href=x>Some section of the site</a>'.repeat(links);
        const html = `<body>${spans}<${tag} class="${name}">${paragraphs}</${tag}><ul>${list}</ul></body>`;
        const { text } = mainText(html);
        const whole = extractHtml(html).text;
        if (text === whole) return;
        const outside = article * sentence(10).length + loose * 31;
        expect(text.length).toBeGreaterThanOrEqual(0.1 * Math.min(outside, whole.length) * 0.9);
        expect(text.length).toBeGreaterThanOrEqual(0.018 * whole.length);
      }),
    );
  });

  it('the main text is all boxes of an article that is divided, without captions', () => {
    const box = `<div class="box"><div class="in">${paragraphs}</div></div>`;
    const caption =
      '<div class="caption"><p>A picture, of a thing, by someone, on a day, in a place, far away.</p></div>';
    const found = mainText(
      `<body><div class="page"><div>${box}${caption}</div><div>${box}</div><div>${box}</div></div></body>`,
    );
    expect(found.text.split(sentence(3))).toHaveLength(4);
    expect(found.text).not.toContain('A picture');
  });

  it('the main text is the first article of a page that goes on with others', () => {
    const article = (n: number) =>
      `<article><h1>Head ${n}</h1>${'<p>'}${sentence(n)} ${sentence(n)} ${sentence(n)}</p></article>`;
    const found = mainText(`<body><div class="stream">${[1, 2, 3, 4, 5].map(article).join('')}</div></body>`);
    expect(found.text).toContain(sentence(1));
    expect(found.text).not.toContain('Head 2');
  });

  it('the main text is what the page states as its article, if that is not in what was found', () => {
    const stated = [1, 2, 3].map((n) => `&lt;p&gt;${sentence(n)}&lt;/p&gt;`).join('');
    const data = JSON.stringify({ '@graph': [{ '@type': 'NewsArticle', articleBody: stated }] });
    const script = `<script type="application/ld+json">${data}</script>`;
    const notice =
      '<div><p>Please turn on scripts, cookies, and more, to read what this page has to say.</p></div>';
    expect(mainText(`<head>${script}</head><body>${notice}</body>`).text).toBe(
      [1, 2, 3].map(sentence).join('\n\n'),
    );
    expect(mainText(`<head>${script}</head><body><div>${paragraphs}</div></body>`).text).toContain(
      'A link does no harm',
    );
    expect(
      mainText(`<script type="application/ld+json">{"articleBody":</script><p>${sentence(1)}`).text,
    ).toBe(sentence(1));
  });

  it('leaves out comments, whatever else their names say', () => {
    const comments = Array.from(
      { length: 30 },
      (_, n) => `<div class="comment-body"><p>${sentence(n)}</p></div>`,
    ).join('');
    const found = mainText(
      `<body><div class="x"><h1>Head</h1><div>${paragraphs}</div></div><div>${comments}</div></body>`,
    );
    expect(found.text).toContain(sentence(3));
    expect(found.text).not.toContain(sentence(7));
  });

  it('the main text is found if all names mislead', () => {
    expect(mainText(`<body><div class="comment-sidebar">${paragraphs}</div></body>`).text).toContain(
      sentence(3),
    );
  });

  it('survives nesting of 100,000, unclosed tags and a million attributes', () => {
    expect(mainText(`${'<div>'.repeat(100_000)}<p>${sentence(1)}`).text).toBe(sentence(1));
    expect(mainText(`${'<b>'.repeat(100_000)}${'</i>'.repeat(100_000)}<p>${sentence(1)}`).text).toContain(
      sentence(1),
    );
    expect(mainText(`<div ${'class=x '.repeat(200_000)}><p>${sentence(1)}`).text).toBe(sentence(1));
  });
});
