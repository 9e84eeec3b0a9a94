/**
 * Adds documents to a collection: each is decided after those before it, all lines of a group are one commit, and only then does
 * the collection change.
 */

import type { AddAnswer } from '../../collection.ts';
import { PreparedTexts } from '../../corpus/index.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { killPoint } from '../store/kill-points.ts';
import type { DocumentLog } from '../store/log.ts';
import { eventLine } from '../store/records.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import type { Merges } from '../tables/merges.ts';
import type { FoundEvent } from '../watches/event-log.ts';
import { type AddMode, type Decision, GroupOfDocuments } from './decide-documents.ts';
import type { NewDocument } from './new-documents.ts';

/** Adds a group of documents from the first one on, after making room for it. It answers for as many as `addGroup` does. */
export function groupAdder(parts: CollectionParts, merges: Merges) {
  const { folder, documents, derived, events } = parts;
  const { capacity } = documents.delta;
  return async (group: readonly NewDocument[], mode: AddMode): Promise<AddAnswer[]> => {
    const { delta } = documents;
    const { closedFiles } = folder.log;
    if (delta.length + group.length > delta.capacity) {
      documents.forgetOutside();
      await derived.freeze(folder.log.end, capacity);
    }
    const answers = await addGroup(group, mode, parts);
    // events are safe with their documents; what cannot be copied now is copied with the next ones
    await events.settled().catch(() => {});
    derived.followDelta();
    const isLonger = documents.window !== undefined && folder.log.closedFiles.length > closedFiles.length;
    if (delta !== documents.delta || isLonger) merges.inBackground(isLonger);
    return answers;
  };
}

/**
 * Adds documents from the first one on, and returns an answer for each. A second document with an id of the group is not among them:
 * it is decided after the first one was stored. What watches find is written in the same commit.
 */
async function addGroup(
  group: readonly NewDocument[],
  mode: AddMode,
  { documents, folder, settings, watches, events }: CollectionParts,
): Promise<AddAnswer[]> {
  const count = firstRepeated(group);
  const texts = group.slice(0, count).map((each) => ('text' in each ? each : { text: '' }));
  const prepared = await PreparedTexts.of(texts, documents.steps);
  try {
    const adding = new GroupOfDocuments(group.slice(0, count), prepared, documents, mode);
    const decisions = await adding.decide(settings);
    const found = await watches.find(adding.arrived(decisions), prepared);
    const number = await commit(decisions, adding, found, documents, folder.log);
    events.add(number, found);
    return decisions.map(({ answer }) => answer);
  } finally {
    prepared.release();
  }
}

/** The place of the first document whose id is that of one before it. */
function firstRepeated(group: readonly NewDocument[]): number {
  const ids = new Set<string>();
  for (const [i, { id }] of group.entries()) {
    if (ids.has(id)) return i;
    ids.add(id);
  }
  return group.length;
}

/** Writes what was decided to the log, then changes the collection. Returns the number of the commit. */
async function commit(
  decisions: readonly Decision[],
  adding: GroupOfDocuments,
  events: readonly FoundEvent[],
  documents: LivingDocuments,
  log: DocumentLog,
): Promise<number> {
  const lines = decisions.flatMap(({ stored }) => stored?.line ?? []);
  const others = [...adding.touchLines(), ...events.map((event) => eventLine({ ...event }))];
  if (lines.length + others.length === 0) {
    adding.keep(0);
    return log.end.commit;
  }
  const { places, commit } = await log.append([...lines, ...others]);
  killPoint('documents committed');
  let next = 0;
  decisions.forEach(({ stored }, i) => {
    if (stored === undefined) return;
    if (stored.replaces !== -1) removeNumber(documents, stored.replaces);
    documents.delta.add(adding.facts(i), places[next++]);
  });
  adding.keep(lines.length);
  return commit;
}

function removeNumber({ view }: LivingDocuments, number: number): void {
  const { table, document } = view.locate(number);
  table.remove(document);
}
