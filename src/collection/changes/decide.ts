/**
 * Decides what to do with an arriving document. `add-batch.ts` gathers the facts, and carries out the decision.
 *
 * 1. A document that could not be read has failed.
 * 2. A document that is stored already is unchanged.
 * 3. A near-duplicate of a stored document is left out, unless the call keeps duplicates.
 * 4. Every other document is stored, in place of the one that has its id.
 */
import type { AddAnswer, AddToCollectionOptions } from '../../collection.ts';
import type { Evidence } from '../../duplicates.ts';
import type { StreamMoment } from '../window/stream-window.ts';
import type { NewDocument } from './new-documents.ts';

/** How the documents of a call are added. */
export interface AddMode extends Pick<AddToCollectionOptions, 'refresh' | 'byText' | 'among'> {
  readonly onDuplicate: 'keep' | 'skip' | 'refuse';
}

/** The facts about a document when its turn comes. Other documents are given by number, in the order in which they were stored. */
export interface Known {
  /** The document that is stored with its id, and whether it is the same document. */
  readonly sameId?: { readonly number: number; readonly isSame: boolean };
  /** Texts that it is a near-duplicate of, the most alike first, each with the documents that have it. */
  readonly matches: readonly { readonly documents: readonly number[]; readonly evidence: Evidence }[];
  /** The moment from which a document is in no answer, 0 for never; undefined if the document is not stored any more. */
  expires(number: number): number | undefined;
}

export interface Decision {
  readonly state: AddAnswer['state'];
  /** The stored document that it most resembles, if it is a near-duplicate of one. */
  readonly nearest?: { readonly number: number; readonly evidence: Evidence };
  /** The stored document that it replaces. */
  readonly replaces?: number;
  /** This document counts as seen again. */
  readonly seenAgain?: number;
}

export function decide(document: NewDocument, known: Known, moment: StreamMoment, mode: AddMode): Decision {
  if ('reason' in document) return { state: 'failed' };
  const counts = (number: number) => countsAt(moment, number, known.expires(number));
  const { sameId } = known;
  const isPresent = sameId !== undefined && counts(sameId.number);
  if (sameId?.isSame === true && (isPresent || isAhead(moment, sameId.number)))
    return { state: 'unchanged', seenAgain: mode.refresh ? sameId.number : undefined };
  const nearest = nearestOf(known.matches, counts);
  if (nearest !== undefined && mode.onDuplicate !== 'keep') {
    const state = mode.onDuplicate === 'skip' ? 'duplicate' : 'refused';
    return { state, nearest, seenAgain: mode.refresh ? nearest.number : undefined };
  }
  return { state: isPresent ? 'replaced' : 'added', nearest, replaces: sameId?.number };
}

/** Whether a document is stored by this decision. */
export function isStoring({ state }: Decision): boolean {
  return state === 'added' || state === 'replaced';
}

/** Whether a stored document counts at a moment. @param expires Undefined if it is not stored any more. */
export function countsAt(moment: StreamMoment, number: number, expires: number | undefined): boolean {
  if (expires === undefined || isAhead(moment, number)) return false;
  return expires === 0 || expires > moment.now;
}

/** Whether a stream that is replayed has not come to this stored document yet. */
export function isAhead(moment: StreamMoment, number: number): boolean {
  return moment.state === 'replaying' && number > moment.upTo;
}

/** The most alike of the documents that count; among equals the one that was stored first. */
function nearestOf(
  matches: Known['matches'],
  counts: (number: number) => boolean,
): NonNullable<Decision['nearest']> | undefined {
  let best: Decision['nearest'];
  for (const { documents, evidence } of matches) {
    if (best !== undefined && evidence.resemblance < best.evidence.resemblance) break;
    const number = documents.find(counts);
    if (number !== undefined && (best === undefined || number < best.number)) best = { number, evidence };
  }
  return best;
}
