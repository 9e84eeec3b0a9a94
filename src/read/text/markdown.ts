/** Markdown: the whole file is one document. */
import type { Reader } from '../../read.ts';
import { decodeText } from '../charsets/charset.ts';
import { tooLong } from '../messages.ts';
import { textOf } from '../text-of.ts';
import { wholeDocument } from '../whole-document.ts';

export const markdown: Reader = {
  name: 'markdown',
  extensions: ['.md', '.markdown', '.mdown', '.mkd'],
  many: false,
  async *read(source, options) {
    const bytes = await wholeDocument(source, options.maxDocument);
    if (!bytes) return yield { ...tooLong('a document', undefined, options.maxDocument) };
    const decoded = await decodeText(bytes, options.encoding);
    const { markdownToText } = await import('./markdown-to-text.ts');
    yield { text: markdownToText(textOf({ text: decoded })) };
  },
};
