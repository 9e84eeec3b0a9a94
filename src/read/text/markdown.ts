/** Markdown: the whole file is one document. */
import type { Reader } from '../../read.ts';
import { decodeText } from '../charsets/charset.ts';
import { textOf } from '../text-as-string.ts';
import { wholeText } from '../whole-document.ts';

export const markdown: Reader = {
  name: 'markdown',
  extensions: ['.md', '.markdown', '.mdown', '.mkd'],
  many: false,
  async *read(source, options) {
    const bytes = await wholeText(source, options);
    if ('problem' in bytes) return yield { ...bytes };
    const decoded = await decodeText(bytes, options.encoding);
    const { markdownToText } = await import('./markdown-to-text.ts');
    yield { text: markdownToText(textOf({ text: decoded })) };
  },
};
