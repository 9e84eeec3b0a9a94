/** Candidates within classes of texts: every bucket is divided, so that texts of different classes never meet, nor use up the limit. */
import { growingU32 } from '../../corpus/index.ts';
import type { Buckets } from '../../duplicates.ts';
import { invert, type Lists } from './buckets.ts';
import type { CandidateTexts } from './candidate-texts.ts';
import type { TextClasses } from './conditions.ts';

export function splitByClass(texts: CandidateTexts, { classOf, near }: TextClasses): CandidateTexts {
  const { textStarts, memberStarts, members } = texts;
  const cells: ClassCell[] = [];
  const newTextStarts: number[] = [];
  const order: number[] = [];
  for (let cell = 0; cell + 1 < textStarts.length; cell++) {
    const byClass = new Map<number, number[]>();
    for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++) {
      const textClass = classOf(members[memberStarts[text]]);
      const others = byClass.get(textClass);
      if (others === undefined) byClass.set(textClass, [text]);
      else others.push(text);
    }
    for (const [textClass, own] of byClass) {
      cells.push({ cell, textClass });
      newTextStarts.push(order.length);
      for (const text of own) order.push(text);
    }
  }
  newTextStarts.push(order.length);
  return {
    ...inOrder(texts, order),
    textStarts: Uint32Array.from(newTextStarts),
    buckets: splitBuckets(texts.buckets, cells, near),
  };
}

/** The texts in another order, each with its documents. */
function inOrder(
  { memberStarts, members }: CandidateTexts,
  order: readonly number[],
): Pick<CandidateTexts, 'memberStarts' | 'members'> {
  const starts = new Uint32Array(memberStarts.length);
  const moved = new Uint32Array(members.length);
  for (const [place, text] of order.entries()) {
    const own = members.subarray(memberStarts[text], memberStarts[text + 1]);
    moved.set(own, starts[place]);
    starts[place + 1] = starts[place] + own.length;
  }
  return { memberStarts: starts, members: moved };
}

/** A cell of texts of one class, made of a cell of several. */
interface ClassCell {
  readonly cell: number;
  readonly textClass: number;
}

function splitBuckets(
  { count, lookStarts, looks, postStarts, posts, mayMatch }: Buckets,
  cells: readonly ClassCell[],
  near: TextClasses['near'],
): Buckets {
  const postedIn = invert(listsOf(cells, postStarts, posts), count);
  const lookingIn = invert(listsOf(cells, lookStarts, looks), count);
  const posted = new ListMaker();
  const looking = new ListMaker();
  for (let bucket = 0; bucket < count; bucket++) {
    /** By class, for this bucket alone. */
    const own = new Map<number, { readonly posted: number[]; readonly looking: number[] }>();
    for (let at = postedIn.starts[bucket]; at < postedIn.starts[bucket + 1]; at++) {
      const cell = postedIn.values[at];
      const { textClass } = cells[cell];
      const lists = own.get(textClass);
      if (lists === undefined) own.set(textClass, { posted: [cell], looking: [] });
      else lists.posted.push(cell);
    }
    for (let at = lookingIn.starts[bucket]; at < lookingIn.starts[bucket + 1]; at++) {
      const cell = lookingIn.values[at];
      for (const textClass of near(cells[cell].textClass)) own.get(textClass)?.looking.push(cell);
    }
    for (const lists of own.values()) {
      posted.add(lists.posted);
      looking.add(lists.looking);
    }
  }
  const postLists = invert(posted.lists(), cells.length);
  const lookLists = invert(looking.lists(), cells.length);
  return {
    count: posted.count,
    lookStarts: lookLists.starts,
    looks: lookLists.values,
    postStarts: postLists.starts,
    posts: postLists.values,
    mayMatch: mayMatch && ((a, b) => mayMatch(cells[a].cell, cells[b].cell)),
  };
}

/** For each new cell the list of the one that it was made of. */
function listsOf(cells: readonly ClassCell[], starts: Uint32Array, values: Uint32Array): Lists {
  const newStarts = new Uint32Array(cells.length + 1);
  for (const [i, { cell }] of cells.entries())
    newStarts[i + 1] = newStarts[i] + starts[cell + 1] - starts[cell];
  const copied = new Uint32Array(newStarts[cells.length]);
  for (const [i, { cell }] of cells.entries()) {
    copied.set(values.subarray(starts[cell], starts[cell + 1]), newStarts[i]);
  }
  return { starts: newStarts, values: copied };
}

class ListMaker {
  count = 0;
  private readonly starts = growingU32();
  private readonly values = growingU32();

  constructor() {
    this.starts.push(0);
  }

  add(list: readonly number[]): void {
    for (const value of list) this.values.push(value);
    this.starts.push(this.values.length);
    this.count++;
  }

  lists(): Lists {
    return { starts: this.starts.view(), values: this.values.view() };
  }
}
