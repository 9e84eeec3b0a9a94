/**
 * The groups that the last task of each collection found: a file of JSON lines, read in pages. Its last line has a checksum of all the others, and one
 * of its own.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Group } from '../../index.ts';
import { ServiceError } from './problems.ts';
import { openLine, sealLine } from './sealed-lines.ts';
import type { GroupPage, GroupsHead } from './service-answers.ts';

const BINS = 20;

interface Opened {
  readonly head: GroupsHead;
  /** Where the line of each group begins, and the end of the last one. */
  readonly starts: readonly number[];
  /** The resemblances of the members of each group, the highest first. */
  readonly members: readonly Float64Array[];
  readonly bytes: Buffer;
}

interface AskedPage {
  /** Groups that come before the first one, in this order. */
  readonly after: number;
  readonly limit: number;
  /** Members that a group has at least, the kept one not counted. */
  readonly least: number;
  /** Members that resemble the kept one less do not count. */
  readonly resemblance: number;
  readonly order: 'first' | 'largest';
}

export class GroupLists {
  private readonly known = new Map<string, Opened>();

  constructor(private readonly folder: string) {}

  /** Writes the groups of a run; they take the place of older ones when all are written. */
  async write(
    name: string,
    groups: AsyncIterable<Group>,
    finish: () => Promise<Omit<GroupsHead, 'histogram' | 'time'>>,
  ): Promise<GroupsHead> {
    await mkdir(this.folder, { recursive: true });
    const path = this.path(name);
    const file = await open(`${path}.new`, 'w');
    const histogram = new Array<number>(BINS).fill(0);
    const hash = createHash('sha256');
    try {
      for await (const group of groups) {
        for (const { resemblance } of group.members)
          histogram[Math.min(BINS - 1, Math.floor(BINS * resemblance))]++;
        const line = `${JSON.stringify(group)}\n`;
        hash.update(line);
        await file.write(line);
      }
      const head: GroupsHead = { ...(await finish()), time: new Date().toISOString(), histogram };
      await file.write(`${sealLine({ ...head, groups: hash.digest('hex') }).line}\n`);
      await file.sync();
      await rename(`${path}.new`, path);
      this.known.delete(name);
      return head;
    } finally {
      await file.close();
    }
  }

  async page(name: string, asked: AskedPage): Promise<GroupPage | undefined> {
    const { after, limit, least, resemblance, order } = asked;
    const list = await this.open(name);
    if (list === undefined) return undefined;
    const { head, starts, members, bytes } = list;
    const sizes = members.map((each) => {
      const below = each.findIndex((value) => value < resemblance);
      return below === -1 ? each.length : below;
    });
    const numbers = [...sizes.keys()].filter((number) => sizes[number] >= least);
    const copies = numbers.reduce((sum, number) => sum + sizes[number], 0);
    if (order === 'largest') numbers.sort((x, y) => sizes[y] - sizes[x] || x - y);
    const groups = numbers.slice(after, after + limit).map((number) => {
      const group = JSON.parse(bytes.toString('utf8', starts[number], starts[number + 1])) as Group;
      return { ...group, members: group.members.filter((member) => member.resemblance >= resemblance) };
    });
    const end = after + groups.length;
    const shown = { groups: numbers.length, copies };
    return { ...head, groups, shown, ...(end < numbers.length && { next: String(end) }) };
  }

  /** Removes the groups of a collection. */
  async removeAll(name: string): Promise<void> {
    this.known.delete(name);
    await rm(this.path(name), { force: true });
  }

  private path(name: string): string {
    return join(this.folder, `${name}.jsonl`);
  }

  private async open(name: string): Promise<Opened | undefined> {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const bytes = await readFile(this.path(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw damaged(name);
    });
    if (bytes === undefined) return undefined;
    const starts = [0];
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
    if (starts.pop() !== bytes.length || starts.length === 0) throw damaged(name);
    const end = starts.at(-1) as number;
    const { groups, ...head } = (openLine(bytes.toString('latin1', end, bytes.length - 1))?.entry ??
      {}) as Partial<GroupsHead & { readonly groups: string }>;
    const found = createHash('sha256').update(bytes.subarray(0, end)).digest('hex');
    if (groups !== found) throw damaged(name);
    const members = starts.slice(0, -1).map((start, i) => {
      const group = JSON.parse(bytes.toString('utf8', start, starts[i + 1])) as Group;
      return Float64Array.from(group.members, ({ resemblance }) => resemblance)
        .sort()
        .reverse();
    });
    const opened = { head: head as GroupsHead, starts, members, bytes };
    this.known.set(name, opened);
    return opened;
  }
}

function damaged(name: string): ServiceError {
  return new ServiceError('NOT_FOUND', `The groups of \`${name}\` that were found are damaged.`, {
    advice: 'Group the documents again: POST {"type":"groups"} to …/tasks.',
  });
}
