// Every run of neardup on a set must keep the same documents, whatever its threads and whether its text was canonical already. A time
// beside another answer is worth nothing, so the bench ends there.

export class SameAnswer {
  /** For every document whether it is kept, once a run was added. */
  kept;

  constructor(documents) {
    this.documents = documents;
  }

  /** Ids are numbers of documents, each in one of the lists. @param name Of the run, for the message. */
  add(keptIds, removedIds, name) {
    const kept = new Uint8Array(this.documents);
    for (const id of keptIds) kept[id] = 1;
    const all = new Set([...keptIds, ...removedIds]).size;
    if (all !== this.documents || keptIds.length + removedIds.length !== all)
      throw new Error(
        `neardup ${name}: expected ${this.documents} documents, got ${keptIds.length} kept and ${removedIds.length} removed.`,
      );
    this.kept ??= kept;
    const other = kept.findIndex((value, id) => value !== this.kept[id]);
    if (other !== -1)
      throw new Error(
        `neardup ${name}: removed ${removedIds.length} documents, and not those that the first run removed; document ${other} differs.`,
      );
  }
}
