/** HTML pages: the whole file is one document. */
import type { Reader } from '../read.ts';
import { decodeText } from './charset.ts';
import { headText } from './charset-stream.ts';
import { declaredCharset } from './html-charset.ts';
import { tooLong } from './messages.ts';
import { wholeDocument } from './whole-document.ts';

export const html: Reader = {
  name: 'html',
  extensions: ['.html', '.htm', '.xhtml'],
  many: false,

  recognizes(head) {
    return /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(headText(head));
  },

  async *read(source, options) {
    const bytes = await wholeDocument(source, options.maxDocument);
    if (!bytes) return yield { problem: tooLong('a document', undefined, options.maxDocument) };
    const decoded = await decodeText(bytes, options.encoding, declaredCharset(bytes));
    const { htmlText } = await import('./html-text.ts');
    yield htmlText(typeof decoded === 'string' ? decoded : Buffer.from(decoded).toString(), options);
  },
};
