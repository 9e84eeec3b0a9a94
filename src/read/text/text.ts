/** Plain text: the whole file is one document. */
import type { Reader } from '../../read.ts';
import { decodeText } from '../charsets/charset.ts';
import { wholeText } from '../whole-document.ts';
import { printedText } from './printed-text.ts';

export const textReader: Reader = {
  name: 'text',
  extensions: ['.txt', '.text', '.log'],
  many: false,
  async *read(source, options) {
    const bytes = await wholeText(source, options);
    if ('problem' in bytes) yield { ...bytes };
    else yield { text: printedText(await decodeText(bytes, options.encoding)) };
  },
};
