/**
 * The segments of a collection and their files. A delta that is full becomes a segment; segments of one size, or with many dead documents,
 * become one. The documents stay in the order of the log.
 */

import { randomSeed, type Seed } from '../../engines/index.ts';
import { NeardupError } from '../../errors.ts';
import type { OpenedIndexes } from '../indexes/open-indexes.ts';
import type { WeightsState } from '../indexes/search-weights.ts';
import { isCount, isString, isU32, listOf, optional, shape } from '../json-shapes.ts';
import type { CompactedLog } from '../store/compact.ts';
import type { CollectionFolder } from '../store/folder.ts';
import { killPoint } from '../store/kill-points.ts';
import type { LogPosition } from '../store/log.ts';
import type { EventLog } from '../watches/event-log.ts';
import { chooseMerge } from './choose-merge.ts';
import { compactLog, moveLines } from './compact-log.ts';
import { catchUp, DocumentTable, type MergedTable } from './document-table.ts';
import type { LivingDocuments } from './living-documents.ts';
import { emptyDelta } from './replay.ts';
import {
  areSegmentFiles,
  readSegment,
  type SegmentFiles,
  type SegmentKind,
  writeChanges,
  writeSegment,
} from './segment-file.ts';

/** New documents whose indexes are made together. */
const FOLLOWED_AT_ONCE = 2048;

/** The manifest's entry for the segments. */
export interface SegmentState extends SegmentKind {
  readonly idSeed: Seed;
  readonly segments: readonly SegmentFiles[];
  /** By which signatures are weighed, if there are some. */
  readonly weights?: WeightsState;
}

export class DerivedTables {
  private readonly files = new Map<DocumentTable, SegmentFiles>();
  /** The position that the segments have. */
  private covered: LogPosition | undefined;
  /** Documents of the delta for which indexes were asked for. */
  private followed = 0;

  /**
   * @param isWriter False: nothing is written; the tables are in memory only.
   * @param indexes The indexes of the documents' texts.
   */
  constructor(
    private readonly folder: CollectionFolder,
    private readonly documents: LivingDocuments,
    private readonly kind: SegmentKind,
    private readonly capacity: number,
    private readonly isWriter: boolean,
    private readonly events: EventLog,
    private readonly opened: OpenedIndexes,
  ) {}

  private get indexes(): OpenedIndexes['all'] {
    return this.opened.all;
  }

  /** Reads the segments that the manifest names. False if they cannot be used: then everything comes from the log. */
  load(state: SegmentState, covered: LogPosition | undefined): boolean {
    try {
      this.opened.search?.weights.load(this.folder, state.weights);
      const tables = state.segments.map((files) => {
        const table = readSegment(this.folder, files, this.kind);
        if (table.keys.lists !== this.documents.bands + 1)
          throw new NeardupError('BAD_COLLECTION', `${files.file} has other keys than the collection.`);
        this.files.set(table, files);
        for (const index of this.indexes) index.load(table, files.indexes?.[index.kind.name] ?? []);
        return table;
      });
      this.covered = covered;
      this.replaceTables(tables, this.documents.delta);
      return true;
    } catch (error) {
      this.files.clear();
      if (error instanceof NeardupError && error.code === 'BAD_COLLECTION') return false;
      throw error;
    }
  }

  /** Writes the delta to a segment and begins a new one. @param reached The position of the log that the tables have. */
  async freeze(reached: LogPosition | undefined, room = this.capacity): Promise<void> {
    const { documents } = this;
    // log entries before this position are not read again
    await this.events.settled();
    const { tables, delta } = documents;
    // before the delta is written, so that its signatures are made once
    if (this.isWriter) await this.opened.search?.renewIfGrown([...tables, delta]);
    const merged = await DocumentTable.merge([delta], documents.bands + 1);
    killPoint('delta merged');
    const { table } = merged;
    const all = table.length > 0 ? [...tables, table] : tables;
    if (this.isWriter && table.length > 0) {
      this.loadIndexes(table, await this.mergeIndexes([delta], merged));
      this.files.set(table, await writeSegment(this.folder, table, this.kind));
      killPoint('segment written');
    }
    await this.writeManifest(all, { covered: reached });
    // not before: the segments would be taken for having documents that are in the delta only
    this.covered = reached;
    killPoint('delta frozen');
    this.replaceTables(all, emptyDelta(documents, Math.max(this.capacity, room)));
  }

  /** Segments that should become one, if any should. */
  mergeable(): readonly DocumentTable[] | undefined {
    return chooseMerge(this.documents.tables, this.capacity);
  }

  /**
   * Makes one segment of several that follow each other. Questions are answered meanwhile, and documents may be added and removed.
   * @param inTurn Runs the last step when no change is under way. @param signal Ends it before that: then all stays as it was.
   */
  async merge(
    old: readonly DocumentTable[],
    inTurn: (step: () => Promise<void>) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    const merged = await DocumentTable.merge(old, this.documents.bands + 1);
    killPoint('segments merged');
    const indexFiles = await this.mergeIndexes(old, merged, signal);
    signal?.throwIfAborted();
    killPoint('indexes merged');
    await inTurn(async () => {
      const { tables, delta } = this.documents;
      catchUp(merged, old);
      const { table } = merged;
      if (table.length > 0) {
        this.loadIndexes(table, indexFiles);
        this.files.set(table, await writeSegment(this.folder, table, this.kind));
        // the file says that all are alive
        table.isChanged = table.living < table.length;
        killPoint('merge written');
      }
      const at = tables.indexOf(old[0]);
      const all = [
        ...tables.slice(0, at),
        ...(table.length > 0 ? [table] : []),
        ...tables.slice(at + old.length),
      ];
      await this.writeManifest(all);
      killPoint('merge done');
      this.replaceTables(all, delta);
    });
  }

  /** Gives back the space of documents that are gone from the log. @param inTurn Runs the last step when no change is under way. */
  async compact(inTurn: (step: () => Promise<void>) => Promise<void>): Promise<void> {
    const { documents, folder } = this;
    const compacted = await compactLog(folder, documents, this.covered?.file, this.events);
    if (compacted.length === 0) return;
    killPoint('log copied');
    await inTurn(async () => {
      const tables = documents.usedTables();
      moveLines(compacted, tables);
      try {
        await this.writeManifest(documents.tables, { compacted });
        killPoint('log compacted');
      } catch (error) {
        moveLines(compacted, tables, true);
        folder.log.drop(compacted);
        throw error;
      }
    });
  }

  /** Weighs all documents anew. Not while others are added. */
  async renewWeights(): Promise<void> {
    const { search } = this.opened;
    if (search === undefined) return;
    await search.renew(this.documents.tables);
    // documents added meanwhile are not weighed
    if (this.documents.delta.length === 0) search.weights.commit = this.folder.log.end.commit;
    killPoint('weights renewed');
    await this.checkpoint();
  }

  /** Writes the manifest as of now, so that opening the collection reads little of the log. */
  async checkpoint(): Promise<void> {
    await this.writeManifest(this.documents.tables);
  }

  /** Makes the indexes of new documents while others are added, so that the delta is written soon when it is full. */
  followDelta(): void {
    const { delta } = this.documents;
    if (delta.length - this.followed < FOLLOWED_AT_ONCE) return;
    this.followed = delta.length;
    // a failed piece is made again when needed
    for (const index of this.indexes) index.pieces(delta).catch(() => {});
  }

  /** Writes the indexes of a merged table. Returns the names of their files. */
  private async mergeIndexes(
    old: readonly DocumentTable[],
    { table, numbers }: MergedTable,
    signal?: AbortSignal,
  ): Promise<string[]> {
    const files: string[] = [];
    if (table.length === 0) return files;
    for (const index of this.indexes) {
      signal?.throwIfAborted();
      files.push(await index.merge(old, numbers));
    }
    return files;
  }

  /** Only when the table is about to be used: until then every change of the tables would forget its indexes. */
  private loadIndexes(table: DocumentTable, files: readonly string[]): void {
    for (const [i, index] of this.indexes.entries()) index.load(table, [files[i]]);
  }

  private replaceTables(tables: readonly DocumentTable[], delta: DocumentTable): void {
    this.documents.replaceTables(tables, delta);
    for (const index of this.indexes) index.keep([...tables, delta]);
    this.followed = 0;
  }

  private async indexFiles(table: DocumentTable): Promise<Pick<SegmentFiles, 'indexes'>> {
    const indexes: Record<string, readonly string[]> = {};
    for (const index of this.indexes) indexes[index.kind.name] = await index.save(table);
    return this.indexes.length > 0 ? { indexes } : {};
  }

  private async writeManifest(
    tables: readonly DocumentTable[],
    {
      covered = this.covered,
      compacted = [],
    }: { readonly covered?: LogPosition; readonly compacted?: readonly CompactedLog[] } = {},
  ): Promise<void> {
    if (!this.isWriter) return;
    const segments: SegmentFiles[] = [];
    for (const table of tables) {
      const files = this.files.get(table)!;
      const written = table.isChanged ? await writeChanges(this.folder, files, table) : files;
      const now = { ...written, ...(await this.indexFiles(table)) };
      table.isChanged = false;
      this.files.set(table, now);
      segments.push(now);
    }
    const weights = segments.length > 0 ? await this.opened.search?.weights.save(this.folder) : undefined;
    const state: SegmentState = { ...this.kind, idSeed: this.documents.idSeed, segments, weights };
    const derived = filesOf(state);
    await this.folder.replaceManifest({ derived, covered, state }, compacted);
    for (const table of this.files.keys()) if (!tables.includes(table)) this.files.delete(table);
  }
}

/** The seed of ids, and the segments, if the manifest has them and they are of this kind. */
export function stateOf(folder: CollectionFolder, kind: SegmentKind): SegmentState {
  const { state, derived = [] } = folder.manifest ?? {};
  const isUsed = isState(state) && filesOf(state as SegmentState).every((name) => derived.includes(name));
  const { keyScheme, canonicalForm } = (isUsed ? state : {}) as Partial<SegmentState>;
  const isSame = keyScheme === kind.keyScheme && canonicalForm === kind.canonicalForm;
  return isSame ? (state as SegmentState) : { ...kind, idSeed: randomSeed(), segments: [] };
}

const isState = shape({
  keyScheme: isString,
  canonicalForm: isCount,
  idSeed: shape({ low: isU32, high: isU32 }),
  segments: listOf(areSegmentFiles),
  weights: optional(shape({ file: isString, documents: isCount, commit: optional(isCount) })),
});

/** The derived files that a state names. */
function filesOf({ segments, weights }: SegmentState): string[] {
  const files = segments.flatMap(({ file, changes, indexes = {} }) => [
    file,
    ...(changes === undefined ? [] : [changes]),
    ...Object.values(indexes).flat(),
  ]);
  return weights === undefined ? files : [...files, weights.file];
}
