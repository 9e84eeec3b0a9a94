/** Mailboxes (mbox): kept messages follow each other as they were stored, byte for byte. */
import { latin1 } from '../../platform/bytes.ts';
import type { AtomicFile, KeptDocument, KeptFormat } from '../../write.ts';

export class MailboxFormat implements KeptFormat {
  readonly takesLines = false;

  async append({ item }: KeptDocument, file: AtomicFile): Promise<void> {
    const { record } = item;
    if (record === undefined) throw new Error('A message of a mailbox has no bytes.');
    await file.write(record);
    // the last message may end without an empty line, before which no message begins
    if (!/\n\r?\n$/.test(latin1(record.subarray(-3)))) await file.write('\n');
  }
}
