/** The live feed (server-sent events), read with `fetch`, which can send the key. After a break it goes on behind the last event. */
import { call, Problem, textLines } from './client.ts';

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Milliseconds before the first attempt to connect again; each further one waits twice as long, up to the most. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;

export interface Feed {
  /** Called for every event, in order. */
  readonly onEvent: (event: ServerEvent) => void;
  /** Called when the connection is made or lost. */
  readonly onState: (isLive: boolean) => void;
  readonly signal: AbortSignal;
}

/** @param after Position of the last event that is known; 0 for none. */
export async function follow(path: string, after: number, { onEvent, onState, signal }: Feed): Promise<void> {
  let last = after > 0 ? after : undefined;
  for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(LONGEST_WAIT, 2 * wait)) {
    try {
      const from = last === undefined ? '' : `?from=${last + 1}`;
      const answer = await call(`${path}${from}`, { accept: 'text/event-stream', signal });
      onState(true);
      for await (const event of eventsOf(textLines(answer))) {
        wait = FIRST_WAIT;
        if (/^\d+$/.test(event.id)) last = Number(event.id);
        onEvent(event);
      }
    } catch (error) {
      // the server is away or stopped: it is asked again; if the events were removed, for the first that there is
      if (error instanceof Problem && error.code === 'EVENTS_GONE') last = undefined;
    }
    onState(false);
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let [id, event, data] = ['', 'message', ''];
  for await (const line of lines) {
    if (line === '') {
      if (data !== '') yield { id, event, data };
      [id, event, data] = ['', 'message', ''];
      continue;
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data += data === '' ? value : `\n${value}`;
  }
}
