/**
 * How far a request of many lines has come: the service tells the front in informational answers (103). So the front can say it when the time is over.
 * And the service notices that the front has left: it does not when it only reads, as long as lines are waiting that came before.
 */
import type { ClientRequest, ServerResponse } from 'node:http';

const HEADER = 'x-neardup-lines';
/** Node sends no informational answer without a link. */
const LINK = '</openapi.json>; rel=service-desc';

/** @param last The number of the last line that is done. */
export function sendLines(response: ServerResponse, last: number): void {
  response.writeEarlyHints({ link: LINK, [HEADER]: String(last) });
}

/** @returns A function that gives the number of the last finished line; 0 if there is none. */
export function receiveLines(sent: ClientRequest): () => number {
  let last = 0;
  sent.on('information', ({ headers }) => {
    last = Number(headers[HEADER] ?? last);
  });
  return () => last;
}
