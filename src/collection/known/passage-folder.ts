/**
 * The folder of known passages: a file for every run, in their order, with what was new in it. A file appears whole or not at all, and never
 * changes; so a run that was killed has added nothing.
 */
import { CANONICAL_VERSION } from '../../canonicalize/index.ts';
import { badOption, NeardupError } from '../../errors.ts';
import type { KnownPassages, NewStretch, PassageStore } from '../../repeats/index.ts';
import { wording } from '../../wording.ts';
import { lockFolder } from '../../write/index.ts';
import { type Disk, realDisk } from '../store/disk.ts';
import { writeFileOnce } from '../store/whole-file.ts';
import { type PassageFacts, PassageFile, writePassages } from './passage-file.ts';

const NAME = /^\d{6}\.passages$/;
const SCHEME = `passages 2, canonical form ${CANONICAL_VERSION}`;

export class PassageFolder implements PassageStore {
  private readonly files: PassageFile[] = [];
  private facts!: Pick<PassageFacts, 'scheme' | 'least' | 'digest'>;
  private path: string | undefined;
  private release = (): void => {};

  constructor(
    private readonly folder: string,
    private readonly disk: Disk = realDisk,
  ) {}

  async open(digest: string, least: number): Promise<KnownPassages> {
    const { disk, folder } = this;
    await disk.makeFolder(folder);
    this.release = await lockFolder(folder);
    this.facts = { scheme: SCHEME, least, digest };
    const names = disk
      .list(folder)
      .filter((name) => NAME.test(name))
      .sort();
    let isNew = true;
    for (const name of names) {
      const file = new PassageFile(`${folder}/${name}`, disk);
      this.files.push(file);
      this.check(file.facts);
      if (file.facts.digest !== digest) continue;
      // this input was trimmed before: what later runs added does not count
      isNew = false;
      this.files.pop();
      file.close();
      break;
    }
    const next = Number(names.at(-1)?.slice(0, 6) ?? 0) + 1;
    if (isNew) this.path = `${folder}/${String(next).padStart(6, '0')}.passages`;
    return new FilesTogether(this.files);
  }

  async save(
    stretches: Iterable<NewStretch>,
    idOf: (document: number) => string,
    temp?: string,
  ): Promise<void> {
    if (this.path === undefined) return;
    await writeFileOnce(this.disk, this.path, async (write) => {
      await writePassages({ write }, this.facts, stretches, idOf, temp);
    });
  }

  async close(): Promise<void> {
    for (const file of this.files) file.close();
    this.release();
  }

  private check({ scheme, least }: PassageFacts): void {
    const { folder, facts } = this;
    if (scheme !== facts.scheme) {
      const message = `${folder} was made with \`${scheme}\`, and this neardup makes \`${facts.scheme}\`.`;
      throw new NeardupError('BAD_COLLECTION', message, {
        advice: 'Choose a new folder, and trim the first shards again.',
      });
    }
    if (least !== facts.least)
      throw badOption('least', wording`${String(least)}, as ${folder} was made with`, facts.least);
  }
}

/** The stretches of several files, one file after the other. */
class FilesTogether implements KnownPassages {
  readonly stretches: number;
  /** The number of the first stretch of each file. */
  private readonly firsts: number[] = [];

  constructor(private readonly files: readonly PassageFile[]) {
    let count = 0;
    for (const file of files) {
      this.firsts.push(count);
      count += file.stretches;
    }
    this.stretches = count;
  }

  *anchors(from: number, to: number): Generator<Uint32Array> {
    for (const [i, file] of this.files.entries()) yield* file.anchors(from, to, this.firsts[i]);
  }

  text(stretch: number): Uint8Array {
    const i = this.fileOf(stretch);
    return this.files[i].text(stretch - this.firsts[i]);
  }

  place(stretch: number): { id: string; word: number } {
    const i = this.fileOf(stretch);
    return this.files[i].place(stretch - this.firsts[i]);
  }

  private fileOf(stretch: number): number {
    let i = this.firsts.length - 1;
    while (this.firsts[i] > stretch) i--;
    return i;
  }
}
