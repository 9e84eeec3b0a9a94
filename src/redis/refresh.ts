/**
 * `refresh`: a stored document that was seen again lives on as if it had been added now. Within its epoch only its record lives longer;
 * later it is posted anew, because the buckets of its epoch end.
 */
import type { Claim, ClaimedDocument } from './claims.ts';
import { textKeyOf } from './matcher.ts';
import { confirmRecord, type IndexParts, pauseIfBusy, readRecord } from './parts.ts';
import { packText } from './record.ts';

/** False if the document is not there any more with this text. @param textKey From `textKeyOf`. */
export async function refreshRecord(
  parts: IndexParts,
  hash: Buffer,
  textKey: string,
  claimOf: (document: ClaimedDocument) => Claim,
): Promise<boolean> {
  const { clock, preparer } = parts;
  for (;;) {
    const record = await readRecord(parts, hash);
    if (record === undefined || textKeyOf(record.text) !== textKey) return false;
    const { id, text, ticket } = record;
    // another process may be in the next epoch already
    if (record.epoch >= clock.epoch) {
      if (await confirmRecord(parts, hash, ticket, clock.endOfLife)) return true;
      continue;
    }
    const [prepared] = await preparer.prepare([{ text }], true);
    const document = { id, idBytes: Buffer.from(id), hash, prepared, packed: packText(text) };
    const claim = claimOf(document);
    if (!(await repeat(claim, ticket))) await pauseIfBusy();
    else if (await confirmRecord(parts, hash, claim.ticket)) return true;
  }
}

/**
 * Claims, posts and commits a document that is stored with this ticket and has the same text; nothing is left to decide. False if it is
 * no longer stored so, or another process is adding its id.
 */
async function repeat(claim: Claim, ticket: Buffer): Promise<boolean> {
  if ((await claim.make(false, true)) !== undefined) return false;
  try {
    if (claim.old?.ticket.equals(ticket) === true) {
      await claim.post();
      // challengers have seen the record, which has the same text
      return (await claim.commit(ticket, async () => true)) === true;
    }
  } finally {
    await claim.abandonIfOpen();
  }
  return false;
}
