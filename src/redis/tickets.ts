/**
 * Tickets: who was first. A ticket is 12 bytes that are unique everywhere; of two documents that are added at the same time the one with
 * the lower ticket stays. In one process later tickets are higher. Clocks of several processes need not agree: any order will do.
 */
import { randomBytes } from 'node:crypto';

export const TICKET_BYTES = 12;
/** The end of a ticket, which tells several postings of one id apart. */
export const NONCE_BYTES = 2;

let lastTime = 0;
let counter = 0;

/** 6 bytes of milliseconds, 2 of a counter, 4 random ones. */
export function newTicket(): Buffer {
  const now = Date.now();
  // a clock that was set back must not give lower tickets
  if (now > lastTime) [lastTime, counter] = [now, 0];
  else if (++counter > 0xffff) [lastTime, counter] = [lastTime + 1, 0];
  const ticket = Buffer.alloc(TICKET_BYTES);
  ticket.writeUIntBE(lastTime, 0, 6);
  ticket.writeUInt16BE(counter, 6);
  randomBytes(4).copy(ticket, 8);
  return ticket;
}
