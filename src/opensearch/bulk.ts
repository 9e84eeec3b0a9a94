/**
 * Writes many documents at once. The cluster may take some and turn others away: those are sent again after a pause that grows. A document is
 * created under a name that only this turn uses, so one that is there already was created by an earlier try.
 */
import { NeardupError } from '../errors.ts';
import type { ClusterClient } from './client.ts';
import { errorIn, explain, passes } from './explain-error.ts';

export interface Writing {
  readonly create: readonly { readonly name: string; readonly source: string }[];
  readonly remove: readonly string[];
}

export interface BulkOptions {
  readonly replicas: number;
  readonly retrySeconds: number;
}

/** Bytes and lines of one request. */
const BYTES_TOGETHER = 4 << 20;
const MOST_TOGETHER = 1000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

/** The cluster does not take this document, whatever is tried. `document` is its name in the index. */
export class RefusedItem extends Error {
  constructor(
    readonly document: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

interface Line {
  readonly name: string;
  readonly isNew: boolean;
  readonly text: string;
}

interface ItemAnswer {
  readonly status: number;
  readonly error?: unknown;
  readonly _shards?: { readonly successful?: number };
}

export async function writeBulk(
  client: ClusterClient,
  index: string,
  writing: Writing,
  options: BulkOptions,
): Promise<void> {
  const lines: Line[] = [
    ...writing.remove.map((name) => ({
      name,
      isNew: false,
      text: `${JSON.stringify({ delete: { _id: name } })}\n`,
    })),
    ...writing.create.map(({ name, source }) => ({
      name,
      isNew: true,
      text: `${JSON.stringify({ create: { _id: name } })}\n${source}\n`,
    })),
  ];
  for (const some of together(lines)) await writeSome(client, index, some, options);
}

function* together(lines: readonly Line[]): Generator<Line[]> {
  let some: Line[] = [];
  let bytes = 0;
  for (const line of lines) {
    if (some.length > 0 && (bytes + line.text.length > BYTES_TOGETHER || some.length === MOST_TOGETHER)) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(line);
    bytes += line.text.length;
  }
  if (some.length > 0) yield some;
}

async function writeSome(
  client: ClusterClient,
  index: string,
  lines: readonly Line[],
  { replicas, retrySeconds }: BulkOptions,
): Promise<void> {
  const path = `/${index}/_bulk?wait_for_active_shards=${1 + replicas}&pipeline=_none`;
  const end = performance.now() + 1000 * retrySeconds;
  let left = lines;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const body = Buffer.from(left.map(({ text }) => text).join(''));
    const { items } = (await client.ask<{ items: Record<string, ItemAnswer>[] }>('POST', path, body)).body;
    if (items?.length !== left.length)
      throw new NeardupError(
        'CLUSTER_FAILED',
        `${client.address.shown} has not answered for every document.`,
      );
    let problem: NeardupError | undefined;
    left = left.filter((line, i) => {
      const problemOfItem = problemIn(Object.values(items[i])[0], line, client, replicas);
      problem ??= problemOfItem;
      return problemOfItem !== undefined;
    });
    if (problem === undefined) return;
    if (performance.now() + pause > end) throw problem;
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}

/** Why a line has to be sent again; undefined if it was written. Throws if that is of no use. */
function problemIn(
  { status, error, _shards }: ItemAnswer,
  { name, isNew }: Line,
  { address }: ClusterClient,
  replicas: number,
): NeardupError | undefined {
  const isDone = status < 300 || (isNew ? status === 409 : status === 404);
  if (isDone) {
    const copies = _shards?.successful ?? 1 + replicas;
    if (!isNew || copies > replicas) return undefined;
    throw new NeardupError(
      'CLUSTER_FAILED',
      `${address.shown} has stored a document ${copies} times, not ${1 + replicas} times.`,
      { advice: 'Start the nodes that are missing, or ask for fewer copies.' },
    );
  }
  const answer = errorIn(status, { error });
  if (status === 400) throw new RefusedItem(name, answer.reason);
  const explained = explain(answer, address.shown);
  if (passes(answer)) return explained;
  throw explained;
}
