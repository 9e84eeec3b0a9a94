/** Plain text: the whole file is one document. */
import type { Reader } from '../../read.ts';
import { decodeText } from '../charsets/charset.ts';
import { tooLong } from '../messages.ts';
import { wholeDocument } from '../whole-document.ts';
import { printedText } from './printed-text.ts';

export const text: Reader = {
  name: 'text',
  extensions: ['.txt', '.text', '.log'],
  many: false,
  async *read(source, options) {
    const bytes = await wholeDocument(source, options.maxDocument);
    if (bytes) yield { text: printedText(await decodeText(bytes, options.encoding)) };
    else yield { ...tooLong('a document', undefined, options.maxDocument) };
  },
};
