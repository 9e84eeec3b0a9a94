/** mbox: many messages in one file, each beginning with a line "From …" after an empty one. */
import { fromLatin1, latin1 } from '../../platform/bytes.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import type { Reader, ReadItem } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { splitLines } from '../json/line-splitter.ts';
import { tooLong } from '../messages.ts';

export const mbox: Reader = {
  name: 'mbox',
  extensions: ['.mbox', '.mbx'],
  many: true,

  recognizes: (head) => /^From \S.*\r?\n>?[\w-]+:/.test(latin1(head)),

  async *read(source, options) {
    const { readMessage } = await import('./message.ts');
    let lines: Uint8Array[] = [];
    /** The message as it is stored, with its line "From …". */
    let stored: Uint8Array[] = [];
    let size = 0;
    let start = 0;
    let begun = 0;
    let afterEmpty = true;

    async function finish(isOnly = false): Promise<ReadItem> {
      if (size > options.maxDocument) {
        return { line: start, ...tooLong('a message', size, options.maxDocument) };
      }
      const record = joinBytes(stored);
      try {
        const { messageId, ...message } = await readMessage(joinBytes(lines), options);
        if (isOnly && isMail(source.name))
          return { record, ...message, meta: { ...message.meta, messageId } };
        // ids are those of the messages: the mailbox tells where one is
        return {
          formatId: messageId,
          line: start,
          record,
          ...message,
          meta: { ...message.meta, mailbox: source.name },
        };
      } catch (error) {
        if (!(error instanceof BadDocument)) throw error;
        return { line: start, record, problem: error.message };
      }
    }

    for await (const { bytes, length, line, crlf } of splitLines(source.open(), options.maxDocument)) {
      if (afterEmpty && bytes !== undefined && latin1(bytes, 0, 5) === 'From ') {
        if (start > 0) yield await finish();
        begun++;
        lines = [];
        stored = [bytes, crlf ? CR_LF : LINE_END];
        size = 0;
        start = line;
      } else {
        size += length + 1;
        // beyond the limit, bytes are counted but not kept
        if (size > options.maxDocument || bytes === undefined) lines = stored = [];
        else {
          lines.push(unescaped(bytes), LINE_END);
          stored.push(bytes, crlf ? CR_LF : LINE_END);
        }
      }
      start ||= line;
      afterEmpty = length === 0;
    }
    if (start > 0) yield await finish(begun === 1);
  },
};

const LINE_END = fromLatin1('\n');
const CR_LF = fromLatin1('\r\n');

/** Some programs save one mail as a mailbox of one: its file is its name, as of every mail in a file. */
function isMail(name: string): boolean {
  return /\.eml(?:\.(?:gz|zst|bz2|xz))?$/i.test(name);
}

/** A line of text that begins with "From " got a ">" when the message was stored. */
function unescaped(line: Uint8Array): Uint8Array {
  return line[0] === 0x3e && /^>+From /.test(latin1(line, 0, 100)) ? line.subarray(1) : line;
}
