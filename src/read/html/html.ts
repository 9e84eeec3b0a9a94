/** HTML pages: the whole file is one document. */
import { utf8Text } from '../../platform/bytes.ts';
import type { Reader } from '../../read.ts';
import { decodeText } from '../charsets/charset.ts';
import { headText } from '../charsets/charset-stream.ts';
import { wholeText } from '../whole-document.ts';
import { declaredCharset } from './html-charset.ts';

export const html: Reader = {
  name: 'html',
  extensions: ['.html', '.htm', '.xhtml'],
  many: false,

  recognizes(head) {
    return /^<(?:!doctype\s+html|html)[\s>]/i.test(afterPreamble(headText(head)));
  },

  async *read(source, options) {
    const bytes = await wholeText(source, options);
    if ('problem' in bytes) return yield { ...bytes };
    const decoded = await decodeText(bytes, options.encoding, declaredCharset(bytes));
    const { htmlText } = await import('./html-text.ts');
    yield htmlText(typeof decoded === 'string' ? decoded : utf8Text(decoded), options);
  },
};

/** What follows an XML declaration and comments. No pattern: a few dozen comments would keep it trying for ever. */
function afterPreamble(text: string): string {
  let rest = text.trimStart();
  if (rest.startsWith('<?xml')) rest = rest.slice(rest.indexOf('>') + 1).trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end === -1) return '';
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}
