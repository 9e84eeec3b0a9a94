/** Shared by all archives: names of members, members to skip, and the limit of inflation. */
import type { Source } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';

export interface MemberOptions {
  /** Members of a tar archive that are larger are not read: they are held in memory. */
  readonly maxDocument: number;
}

/** The bytes to which an archive and all archives in it may still inflate, and the files that may still be in them. */
export class Budget {
  #bytes: number;
  #members: number;

  /** @param size Bytes of the archive as stored. */
  constructor(size: number) {
    this.#bytes = FREE_BYTES;
    this.#members = FREE_MEMBERS;
    this.allow(size);
  }

  /** One more archive. */
  allow(size: number): void {
    this.#bytes += MOST_RATIO * size;
    this.#members += size / MIN_BYTES_OF_MEMBER;
  }

  take(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw bomb();
  }

  /** Of an archive in an archive: a small file may hold millions of files that way. */
  takeMember(): void {
    this.#members--;
    if (this.#members < 0) throw bomb();
  }
}

function bomb(): BadDocument {
  return new BadDocument('Expected an archive of documents, got what looks like a zip bomb.');
}

/** Bytes to which any archive may inflate. */
const FREE_BYTES = 256 << 20;
/** The further bytes that each byte of an archive allows: text reaches 30, a bomb 1,000. */
export const MOST_RATIO = 200;

/** Files that the archives in any archive may have, and bytes of the outermost that allow one more; a zip takes at least 76 for each. */
const FREE_MEMBERS = 1000;
const MIN_BYTES_OF_MEMBER = 16;

/** Files without content for people: those of the system and of hidden folders. As in folders, names that begin with a dot are skipped. */
export function isHiddenMember(name: string): boolean {
  return name.endsWith('/') || /(?:^|\/)(?:\.(?!\.?\/)|__MACOSX\/)/.test(name);
}

/** Names of members: one that occurs twice gets a number. */
export class MemberNames {
  readonly #archive: string;
  readonly #seen = new Map<string, number>();

  constructor(archive: string) {
    this.#archive = archive;
  }

  nameOf(member: string): string {
    const name = `${this.#archive}/${member.replace(/^(?:\.?\/)+/, '')}`;
    const count = (this.#seen.get(name) ?? 0) + 1;
    this.#seen.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  }
}

/** A member of which only a problem is known. */
export function unreadable(name: string, problem: string): Source {
  return {
    name,
    size: 0,
    // biome-ignore lint/correctness/useYield: it fails before the first byte
    async *open() {
      throw new BadDocument(problem);
    },
  };
}
