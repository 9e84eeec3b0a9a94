// A disk in memory that can lose power. What was not synced may be there or not, in any order: sectors of a write, the length of a
// file, names in a folder. This is what ext4 may do in ordered mode, and worse. Also: calls that fail, among them syncs, which lose what they
// could not write; and bytes that change.
import { basename, dirname } from 'node:path';

const SECTOR = 512;

export class SimDisk {
  /** @param {() => number} random numbers from 0 up to 2^31 */
  constructor(random) {
    this.random = random;
    /** name → inode, for every folder: as it is now, and as it is on the device */
    this.folders = new Map([['/', folder()]]);
    /** Called before and after every step that changes something. */
    this.onStep = undefined;
    /** Called before every call, to make it fail. */
    this.beforeCall = undefined;
    this.free = 1e12;
  }

  async step(name, path, change) {
    const fault = this.beforeCall?.(name, path);
    if (fault !== undefined && name !== 'write' && name !== 'sync') throw fault;
    await this.onStep?.(`before ${name} ${path}`);
    change(fault);
    if (fault !== undefined) throw fault;
    await this.onStep?.(`after ${name} ${path}`);
  }

  check(name, path) {
    const fault = this.beforeCall?.(name, path);
    if (fault !== undefined) throw fault;
  }

  folderOf(path) {
    const found = this.folders.get(dirname(path));
    if (found === undefined) throw failure('ENOENT', path);
    return found;
  }

  open(path, how) {
    this.check('open', path);
    const { names, pending } = this.folderOf(path);
    const name = basename(path);
    if (how === 'create') {
      if (names.has(name)) throw failure('EEXIST', path);
      names.set(name, { now: Buffer.alloc(0), durable: Buffer.alloc(0), pending: [] });
      pending.push({ kind: 'set', name, inode: names.get(name) });
    }
    const inode = names.get(name);
    if (inode === undefined) throw failure('ENOENT', path);
    return new SimFile(this, path, inode);
  }

  list(path) {
    this.check('list', path);
    return [...(this.folders.get(path)?.names.keys() ?? [])].sort();
  }

  /** Folders are on the device when they are made. */
  async makeFolder(path) {
    await this.step('makeFolder', path, () => {
      for (let at = path; at !== '/'; at = dirname(at))
        if (!this.folders.has(at)) this.folders.set(at, folder());
    });
  }

  async rename(from, to) {
    await this.step('rename', to, () => {
      const source = this.folderOf(from);
      const target = this.folderOf(to);
      const inode = source.names.get(basename(from));
      if (inode === undefined) throw failure('ENOENT', from);
      source.names.delete(basename(from));
      target.names.set(basename(to), inode);
      const kind = source === target ? 'rename' : 'set';
      if (source !== target) source.pending.push({ kind: 'delete', name: basename(from) });
      target.pending.push({ kind, name: basename(to), from: basename(from), inode });
    });
  }

  async link(from, to) {
    await this.step('link', to, () => {
      const inode = this.folderOf(from).names.get(basename(from));
      if (inode === undefined) throw failure('ENOENT', from);
      this.folderOf(to).names.set(basename(to), inode);
      this.folderOf(to).pending.push({ kind: 'set', name: basename(to), inode });
    });
  }

  async remove(path) {
    await this.step('remove', path, () => {
      const { names, pending } = this.folderOf(path);
      if (names.delete(basename(path))) pending.push({ kind: 'delete', name: basename(path) });
    });
  }

  async syncFolder(path) {
    await this.step('syncFolder', path, () => {
      const found = this.folders.get(path);
      found.durable = new Map(found.names);
      found.pending = [];
    });
  }

  async space(path) {
    this.check('space', path);
    return { free: this.free, total: 2e12 };
  }

  /** One of the states in which the disk may be found after the power went. */
  crash() {
    const { random } = this;
    const found = new SimDisk(random);
    const inodes = new Map();
    const after = (inode) => {
      if (!inodes.has(inode)) inodes.set(inode, settled(crashedContent(inode, random)));
      return inodes.get(inode);
    };
    for (const [path, { durable, pending }] of this.folders) {
      const names = new Map(durable);
      // most file systems keep the order of names, some do not
      const ordered = random() % 2 === 0;
      const until = random() % (pending.length + 1);
      pending.forEach((change, i) => {
        if (ordered ? i < until : random() % 2 === 0) apply(names, change);
      });
      const kept = new Map([...names].map(([name, inode]) => [name, after(inode)]));
      found.folders.set(path, { names: kept, durable: new Map(kept), pending: [] });
    }
    return found;
  }

  /** The same disk as the next process finds it: what was not synced is still in memory, and not on the device. */
  copy() {
    const made = new SimDisk(this.random);
    const inodes = new Map();
    const copied = (inode) => {
      if (!inodes.has(inode)) inodes.set(inode, { ...inode, pending: [...inode.pending] });
      return inodes.get(inode);
    };
    const names = (map) => new Map([...map].map(([name, inode]) => [name, copied(inode)]));
    for (const [path, folder] of this.folders) {
      const pending = folder.pending.map((change) => ({
        ...change,
        inode: change.inode && copied(change.inode),
      }));
      made.folders.set(path, { names: names(folder.names), durable: names(folder.durable), pending });
    }
    return made;
  }

  /** Paths of all files. */
  files() {
    return [...this.folders].flatMap(([path, { names }]) =>
      [...names.keys()].map((name) => `${path}/${name}`),
    );
  }

  content(path) {
    return this.folderOf(path).names.get(basename(path)).now;
  }

  setContent(path, bytes) {
    this.folderOf(path).names.set(basename(path), settled(bytes));
  }
}

class SimFile {
  constructor(disk, path, inode) {
    Object.assign(this, { disk, path, inode });
  }
  size() {
    return this.inode.now.length;
  }
  read(into, position) {
    this.disk.check('read', this.path);
    return this.inode.now.copy(into, 0, position, position + into.length);
  }
  write(bytes, position) {
    return this.disk.step('write', this.path, (fault) => {
      // a write that fails may have written a part
      const length = fault === undefined ? bytes.length : this.disk.random() % (bytes.length + 1);
      const part = Buffer.from(bytes.subarray(0, length));
      this.inode.pending.push({ at: position, bytes: part });
      this.inode.now = written(this.inode.now, position, part);
    });
  }
  truncate(length) {
    return this.disk.step('truncate', this.path, () => {
      this.inode.pending.push({ length });
      this.inode.now = Buffer.from(this.inode.now.subarray(0, length));
    });
  }
  sync() {
    return this.disk.step('sync', this.path, (fault) => {
      const { inode, disk } = this;
      // as Linux does it: what a failed sync could not write is never tried again. It is still read from memory, and the next sync succeeds
      const isWritten = ({ bytes }) =>
        fault === undefined || (bytes !== undefined && disk.random() % 4 === 0);
      for (const change of inode.pending.filter(isWritten)) inode.durable = settle(inode.durable, change);
      inode.pending = fault === undefined ? [] : inode.pending.filter(({ bytes }) => bytes === undefined);
    });
  }
  close() {}
}

const folder = () => ({ names: new Map(), durable: new Map(), pending: [] });
const settled = (bytes) => ({ now: bytes, durable: bytes, pending: [] });

function apply(names, { kind, name, from, inode }) {
  if (kind === 'delete') names.delete(name);
  else names.set(name, inode);
  if (kind === 'rename') names.delete(from);
}

function written(content, at, bytes) {
  const longer = Buffer.alloc(Math.max(content.length, at + bytes.length));
  content.copy(longer);
  bytes.copy(longer, at);
  return longer;
}

/** The content on the device after a write or a truncation has reached it. */
function settle(content, { at, bytes, length }) {
  return bytes === undefined ? Buffer.from(content.subarray(0, length)) : written(content, at, bytes);
}

/** What was synced, and some of the rest: whole writes, their beginnings, or single sectors of them. */
function crashedContent({ durable, pending, now }, random) {
  let content = durable;
  for (const { at, bytes, length } of pending) {
    const kind = random() % 4;
    if (length !== undefined) {
      if (kind > 0) content = Buffer.from(content.subarray(0, length));
    } else if (kind === 1) content = written(content, at, bytes);
    else if (kind === 2) content = written(content, at, bytes.subarray(0, random() % (bytes.length + 1)));
    else if (kind === 3) {
      for (let from = 0; from < bytes.length; from += SECTOR) {
        if (random() % 2 === 0) content = written(content, at + from, bytes.subarray(from, from + SECTOR));
      }
    }
  }
  // the length may be there before the content
  if (random() % 3 === 0 && now.length > content.length)
    content = written(content, now.length, Buffer.alloc(0));
  return content;
}

export function failure(code, path) {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

/** Numbers from 0 up to 2^31, the same for the same seed. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 1;
  };
}
