// A small collection on top of the store, with a history of what happens to it, and a model of what must be there afterwards.
// The derived file holds the living documents and their places, as a segment does.

const FOLDER = '/c';
export const MADE = { keyScheme: 'test', canonicalForm: 1, options: {} };
/** Small files, so that a short history has several. */
export const SMALL = { fileBytes: 1500, lock: async () => () => {} };

export class SmallCollection {
  /** @param store the modules of src/collection/store */
  constructor(store, folder) {
    Object.assign(this, { store, folder });
    /** id → {text, place}; and the last line of every id, removals included */
    this.living = new Map();
    this.latest = new Map();
    this.derived = [];
  }

  static async create(store, options, path = FOLDER) {
    return new SmallCollection(
      store,
      await store.CollectionFolder.create(path, MADE, { ...SMALL, ...options }),
    );
  }

  static async open(store, options, path = FOLDER) {
    const folder = await store.CollectionFolder.openForWriting(path, { ...SMALL, ...options });
    return new SmallCollection(store, folder).load();
  }

  static read(store, options, path = FOLDER) {
    return new SmallCollection(
      store,
      store.CollectionFolder.openForReading(path, { ...SMALL, ...options }),
    ).load();
  }

  /** From the derived file and the log behind it; from the log alone if that cannot be used. */
  load() {
    const { folder } = this;
    try {
      this.loadDerived(folder.manifest);
      this.replay(folder.manifest?.covered);
    } catch (error) {
      if (error.code !== 'BAD_COLLECTION' || error.path !== undefined) throw error;
      this.living.clear();
      this.latest.clear();
      this.rebuilt = true;
      this.derived = [];
      this.replay(undefined);
    }
    return this;
  }

  loadDerived(manifest) {
    this.derived = [...(manifest?.derived ?? [])];
    for (const name of this.derived) {
      const parts = this.folder.openDerived(name);
      const rows = JSON.parse(Buffer.from(parts.get('rows')).toString());
      parts.slice('filler', 0, parts.lengthOf('filler'));
      parts.close();
      const lines = this.folder.log.read(rows.map(([, place]) => place));
      rows.forEach(([, place], i) => {
        this.take(lines[i], place);
      });
    }
  }

  replay(from) {
    for (const batch of this.folder.log.replay(from)) {
      for (const { line, place } of this.store.linesOf(batch)) this.take(line, place);
    }
  }

  take(line, place) {
    const { id, text, remove } = JSON.parse(line.toString());
    this.latest.set(id ?? remove, place);
    if (id === undefined) this.living.delete(remove);
    else this.living.set(id, { text, place });
  }

  /** @param changes [id, text] for a document, [id] for a removal */
  async change(changes) {
    const lines = changes.map(([id, text]) =>
      Buffer.from(`${JSON.stringify(text === undefined ? { remove: id } : { id, text })}\n`),
    );
    const { places } = await this.folder.log.append(lines);
    lines.forEach((line, i) => {
      this.take(line, places[i]);
    });
  }

  /** Writes a derived file of everything, and a manifest that names it. */
  async flush(compacted = []) {
    const name = this.folder.newDerivedName('rows');
    const covered = this.folder.log.end;
    const rows = [...this.latest].map(([id, place]) => [id, place]);
    rows.sort((a, b) => a[1].file - b[1].file || a[1].offset - b[1].offset);
    await this.folder.writeDerived(name, [
      { name: 'rows', bytes: Buffer.from(JSON.stringify(rows)) },
      { name: 'filler', bytes: Buffer.alloc(5000, 'x') },
    ]);
    await this.folder.replaceManifest({ derived: [name], covered }, compacted);
    this.derived = [name];
  }

  /** Copies the closed log files without dead lines, all in one. */
  async compact(count) {
    const closed = this.folder.log.closedFiles.slice(0, count).map(({ number }) => number);
    if (closed.length === 0) return;
    const isLast = (place, id) => {
      const last = this.latest.get(id);
      return last?.file === place.file && last.offset === place.offset;
    };
    const compacted = await this.folder.log.compact(closed, (line, place) => {
      const { id, remove } = JSON.parse(line.toString());
      // these files are the first of the log: a removal has nothing left to remove
      return id !== undefined && isLast(place, id) && remove === undefined;
    });
    const before = new Map([...this.latest]);
    for (const [id, place] of before) {
      const moved = compacted.moved.get(place.file);
      if (moved === undefined) continue;
      const at = moved.from.indexOf(place.offset);
      if (at === -1) this.latest.delete(id);
      else this.latest.set(id, { ...place, file: compacted.copy.number, offset: moved.to[at] });
    }
    try {
      await this.flush([compacted]);
    } catch (error) {
      compacted.copy.file.close();
      this.latest = before;
      throw error;
    }
    for (const [id, { text }] of this.living) this.living.set(id, { text, place: this.latest.get(id) });
  }

  /** What is there: id → text. */
  view() {
    return JSON.stringify([...this.living].map(([id, { text }]) => [id, text]).sort());
  }

  /** Reads every document again by its place: [id, text], sorted. */
  viewByPlace() {
    const rows = [...this.living].sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = this.folder.log.read(rows.map(([, { place }]) => place));
    return JSON.stringify(lines.map((line) => JSON.parse(line.toString())).map(({ id, text }) => [id, text]));
  }

  close() {
    return this.folder.close();
  }
}

/** What must be there: the acknowledged changes, and besides at most the first of those that callers wait for. */
export class Model {
  constructor() {
    this.rows = new Map();
    /** One for each caller, in the order of their calls. */
    this.waiting = [];
  }

  /** The change of the only caller. */
  set underWay(changes) {
    this.waiting = changes === undefined ? [] : [changes];
  }

  /** With none of those that wait, with the first one, the first two … */
  views() {
    const first = Array.from({ length: this.waiting.length + 1 }, (_, i) => this.waiting.slice(0, i));
    return first.map((changes) => viewOf(changed(this.rows, changes.flat())));
  }

  acknowledge() {
    this.rows = changed(this.rows, this.waiting.shift());
  }
}

function changed(rows, changes) {
  const after = new Map(rows);
  for (const [id, text] of changes) {
    if (text === undefined) after.delete(id);
    else after.set(id, text);
  }
  return after;
}

function viewOf(rows) {
  return JSON.stringify([...rows].sort());
}

/** A random step of a history: changes of up to `callers` callers at the same time, or something that happens to the files. */
export function randomStep(random, callers = 1) {
  const kind = random() % 12;
  if (kind === 0) return { kind: 'flush' };
  if (kind === 1) return { kind: 'compact', count: 1 + (random() % 3) };
  if (kind === 2) return { kind: 'reopen' };
  const changes = () =>
    Array.from({ length: 1 + (random() % 4) }, () => {
      const id = `d${random() % 9}`;
      return random() % 5 === 0 ? [id] : [id, 'x'.repeat(random() % 900) + (random() % 1000)];
    });
  if (callers === 1) return { kind: 'change', changes: changes() };
  return { kind: 'changes', together: Array.from({ length: 1 + (random() % callers) }, changes) };
}

/** Runs a step. Returns the collection, which is another object after it was opened again. */
export async function runStep(step, collection, model, options) {
  switch (step.kind) {
    case 'flush':
      await collection.flush();
      return collection;
    case 'compact':
      await collection.compact(step.count);
      return collection;
    case 'reopen':
      await collection.close();
      return SmallCollection.open(collection.store, options);
    case 'changes':
      model.waiting = [...step.together];
      await Promise.all(
        step.together.map(async (changes) => {
          await collection.change(changes);
          model.acknowledge();
        }),
      );
      return collection;
    default:
      model.underWay = step.changes;
      await collection.change(step.changes);
      model.acknowledge();
      return collection;
  }
}
