/** Chinese and Japanese text that is wrapped has the canonical form of the text in one line, in every format. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalText } from '../../src/canonicalize/index.ts';
import { pairs, texts } from '../../src/index.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wrapped-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const PARAGRAPHS = [
  '這篇文章說明如何用滑鼠選取檔案，使用者可以在資料夾裡列印任何文件。軟體會自動儲存設定，並且在螢幕上顯示訊息。',
  '昨日の会議では新しい橋の建設について長い時間をかけて話し合いが行われ、来年の春に工事を始めることが決まりました。',
  '议会昨天讨论了新桥的建设问题，经过很长时间的讨论之后，决定在明年春天开始施工，预计两年之内完成全部工程。',
];

const wrap = (text: string, width: number, lineBreak: string) =>
  text.match(new RegExp(`.{1,${width}}`, 'gu'))!.join(lineBreak);

/** A document with every paragraph wrapped, in a format. */
const FORMATS: Record<string, (wrapped: string[]) => { name: string; content: string }> = {
  text: (wrapped) => ({ name: 'a.txt', content: wrapped.join('\n\n') }),
  'indented text': (wrapped) => ({ name: 'a.txt', content: wrapped.join('\n\n').replace(/^/gm, '    ') }),
  'text with CRLF': (wrapped) => ({ name: 'a.txt', content: wrapped.join('\n\n').replaceAll('\n', '\r\n') }),
  Markdown: (wrapped) => ({ name: 'a.md', content: `# 題目\n\n${wrapped.join('\n\n')}\n` }),
  HTML: (wrapped) => ({
    name: 'a.html',
    content: `<!doctype html><html><body>${wrapped.map((p) => `<p>\n      ${p.replaceAll('\n', '\n      ')}\n`).join('')}</body></html>`,
  }),
  'HTML with tags': (wrapped) => ({
    name: 'a.html',
    content: `<!doctype html><html><body>${wrapped.map((p) => `<p>${p.replaceAll('\n', '\n<b>\n').replace(/$/, '</b>')}</p>`).join('')}</body></html>`,
  }),
  JSONL: (wrapped) => ({ name: 'a.jsonl', content: `${JSON.stringify({ text: wrapped.join('\n\n') })}\n` }),
};

describe.each(Object.entries(FORMATS))('wrapped Chinese and Japanese as %s', (_, make) => {
  it.each([1, 13, 20, 40])(
    'wrapped text has the canonical form of the same text without line breaks, %i characters a line',
    async (width) => {
      const read = async (wrapped: string[]) => {
        const { name, content } = make(wrapped);
        const path = join(folder, name);
        writeFileSync(path, content);
        for await (const { text } of texts(path)) return text;
        throw new Error('Expected a document.');
      };
      const [wrapped, whole] = [
        await read(PARAGRAPHS.map((paragraph) => wrap(paragraph, width, '\n'))),
        await read(PARAGRAPHS),
      ];
      for (const ngram of [1, 2, 3]) {
        expect(await canonicalText(wrapped, { ngram })).toBe(await canonicalText(whole, { ngram }));
      }
    },
  );
});

it('wrapped and unwrapped texts are found identical', async () => {
  const text = PARAGRAPHS.join('\n\n');
  const found = pairs([
    { id: 'whole', text },
    { id: 'wrapped', text: PARAGRAPHS.map((paragraph) => wrap(paragraph, 13, '\r\n')).join('\n\n') },
  ]);
  for await (const { resemblance } of found) expect(resemblance).toBe(1);
  expect((await found.summary).pairs).toBe(1);
});
