/** Mail messages as files: one message each. */
import { latin1 } from '../../platform/bytes.ts';
import type { Reader } from '../../read.ts';
import { tooLong } from '../messages.ts';
import { wholeDocument } from '../whole-document.ts';

export const eml: Reader = {
  name: 'eml',
  extensions: ['.eml', '.mht', '.mhtml'],
  many: false,

  /** Fields that only mail has, in lines that are all fields. */
  recognizes(head) {
    const start = latin1(head).replaceAll('\r\n', '\n');
    const header = start.split('\n\n', 1)[0];
    if (
      !/^(?:[\w-]+:.*(?:\n|$)(?:[ \t].*(?:\n|$))*)+$/.test(header.slice(0, 2000).replace(/\n[^\n]*$/, '\n'))
    )
      return false;
    return (
      /^(?:received|return-path|message-id|mime-version|delivered-to):/im.test(header) &&
      /^(?:from|to|subject|date):/im.test(header)
    );
  },

  async *read(source, options) {
    const bytes = await wholeDocument(source, options.maxDocument);
    if (!bytes) return yield { ...tooLong('a message', undefined, options.maxDocument) };
    const { readMessage } = await import('./message.ts');
    const { messageId, meta, ...message } = await readMessage(bytes, options);
    yield { ...message, meta: messageId === undefined ? meta : { messageId, ...meta } };
  },
};
