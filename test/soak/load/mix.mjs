// The requests of the load test, and what must be true of their answers.
import { editedText, textOf } from './texts.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };
/** Of a hundred requests. */
const SHARES = { check: 70, put: 20, search: 5, sources: 4, task: 1 };
/** Numbers of texts: those that are stored before, those that are never stored, and those that are put. */
const NEVER = 1_000_000;
const PUT = 2_000_000;
const TASKS = ['merge', 'groups', 'merge', 'merge', 'backup', 'merge'];

export class Mix {
  counts = {};
  /** Milliseconds by kind. */
  times = {};
  wrong = [];
  withoutRetryAfter = 0;
  /** By id: the number of the text that was acknowledged last, and those that were sent since. */
  documents = new Map();
  /** The id of the document that was acknowledged last. */
  lastPut;
  #next = 0;
  #puts = 0;

  /**
   * @param seeded Documents `seed-N` that are stored before. @param ring Documents `put-N` that are put again and again.
   * @param watched The first of the seeded texts, which a watch waits for. @param shares How many of a hundred requests are of a kind.
   */
  constructor(collection, { seeded, ring, watched, shares = SHARES }) {
    const kinds = Object.entries(shares).flatMap(([kind, share]) => Array(share).fill(kind));
    Object.assign(this, { collection, seeded, ring, watched, kinds });
  }

  seeds() {
    return Array.from({ length: this.seeded }, (_, n) => ({ id: `seed-${n}`, text: textOf(n) }));
  }

  /** For autocannon. @param only Requests of one kind instead of all. */
  request(only) {
    return {
      setupRequest: (request, context) => {
        const n = this.#next++;
        const kind = only ?? this.kinds[(n * 37) % 100];
        const { method = 'POST', path = `/${kind}`, body, isTrue = () => true } = this[`${kind}Request`](n);
        Object.assign(context, { kind, isTrue, sent: performance.now() });
        const headers = { ...request.headers, ...JSON_TYPE };
        return { ...request, method, headers, path: this.collection + path, body: JSON.stringify(body) };
      },
      onResponse: (status, body, { kind, isTrue, sent }, headers) => {
        this.counts[kind] ??= {};
        this.counts[kind][status] = (this.counts[kind][status] ?? 0) + 1;
        if (status === 503) {
          if (!Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after'))
            this.withoutRetryAfter++;
          return;
        }
        this.times[kind] ??= [];
        this.times[kind].push(performance.now() - sent);
        if (status >= 300 || !isTrue(JSON.parse(body)))
          this.wrong.push(`${kind}: ${status} ${body.slice(0, 300)}`);
      },
    };
  }

  /** The times and statuses so far, which are forgotten. */
  taken() {
    const { times, counts } = this;
    Object.assign(this, { times: {}, counts: {} });
    return { times, counts };
  }

  checkRequest(n) {
    const form = n % 4;
    if (form === 2) {
      return { body: { text: textOf(NEVER + (n % 100_000)) }, isTrue: ({ pairs }) => pairs.length === 0 };
    }
    const id = `put-${n % this.ring}`;
    const known = form === 3 ? this.documents.get(id) : undefined;
    if (known?.acknowledged !== undefined && known.open.length === 0) {
      const { acknowledged } = known;
      return {
        body: { text: textOf(acknowledged) },
        // unless it was replaced meanwhile
        isTrue: ({ pairs }) =>
          has(pairs, id, 1) || known.open.length > 0 || known.acknowledged !== acknowledged,
      };
    }
    const seed = n % this.seeded;
    return {
      body: { text: editedText(seed) },
      isTrue: ({ pairs }) => has(pairs, `seed-${seed}`, 0.9),
    };
  }

  putRequest() {
    const n = this.#puts++;
    const id = `put-${n % this.ring}`;
    // every hundredth is what the watch waits for
    const isWatched = this.watched > 0 && n % 100 === 0;
    const number = isWatched ? (n / 100) % this.watched : PUT + n;
    const known = this.documents.get(id) ?? { open: [] };
    this.documents.set(id, known);
    known.open.push(number);
    return {
      method: 'PUT',
      path: `/documents/${id}`,
      body: { text: textOf(number), round: Math.floor(n / this.ring) },
      isTrue: ({ id: answered, state }) => {
        known.acknowledged = number;
        this.lastPut = id;
        known.open = known.open.filter((each) => each !== number);
        return answered === id && ['added', 'replaced', 'unchanged'].includes(state);
      },
    };
  }

  searchRequest(n) {
    const seed = this.watched + (n % (this.seeded - this.watched));
    const text = textOf(seed);
    // as a whole, and by some of its words
    const asked = n % 2 === 0 ? text : text.split(/\W+/).slice(20, 28).join(' ');
    return {
      body: { text: asked, k: 5 },
      isTrue: ({ results }) => results.length === 5 && results[0].id === `seed-${seed}`,
    };
  }

  sourcesRequest(n) {
    const seed = this.watched + (n % (this.seeded - this.watched));
    const copied = textOf(seed).split('. ').slice(4, 7).join('. ');
    return {
      body: { a: { text: `${textOf(NEVER + n, 5)}${copied}. ${textOf(NEVER - n, 5)}` } },
      isTrue: ({ sources, summary }) =>
        sources.length === 1 && sources[0].b === `seed-${seed}` && summary.similarity > 0.15,
    };
  }

  taskRequest(n) {
    const type = TASKS[Math.floor(n / 100) % TASKS.length];
    return { path: '/tasks', body: { type }, isTrue: (task) => task.type === type };
  }

  /** Whether a document that is stored is one that was acknowledged last, or sent after it. */
  isStored(id, text) {
    const { acknowledged, open } = this.documents.get(id);
    if (text === undefined) return acknowledged === undefined;
    return [acknowledged, ...open].some((number) => number !== undefined && textOf(number) === text);
  }
}

function has(pairs, id, least) {
  return pairs.some(({ b, resemblance }) => b === id && resemblance >= least);
}
