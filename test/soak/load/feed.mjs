// A listener of the load test: it follows the feed, comes again after the last event it has, and counts gaps.
import { get } from 'node:http';

export class Feed {
  events = 0;
  gaps = 0;
  last = 0;
  /** How often it came again. */
  resumed = -1;
  #isOver = false;
  #request;

  constructor(url) {
    this.url = url;
    this.#listen();
  }

  close() {
    this.#isOver = true;
    this.#request.destroy();
  }

  #listen() {
    if (this.#isOver) return;
    this.resumed++;
    let isOpen = true;
    const again = () => {
      if (isOpen) setTimeout(() => this.#listen(), 200);
      isOpen = false;
    };
    const headers = { accept: 'text/event-stream', 'last-event-id': String(this.last) };
    this.#request = get(this.url, { headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop();
        for (const block of blocks) this.#read(block);
      });
      answer.on('error', again).on('close', again);
    }).on('error', again);
  }

  #read(block) {
    const [, position] = /^id: (\d+)/.exec(block) ?? [];
    if (position === undefined) return;
    this.events++;
    if (Number(position) !== this.last + 1) this.gaps++;
    this.last = Number(position);
  }
}
