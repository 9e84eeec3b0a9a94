/**
 * The spool in a browser. In a worker it is a file of the page's private file system (OPFS), if there is one. The page itself cannot read
 * such a file at once: there, texts are in memory, up to a limit.
 */
import { NeardupError, systemReason } from '../errors.ts';
import { MemoryTexts } from './memory-texts.browser.ts';
import { createTextFile, type TextFile } from './text-files.browser.ts';
import { readFully } from './texts-in-file.ts';

/** Files that are open and not used yet. */
const spare: TextFile[] = [];

export class Spool {
  private size = 0;
  private readonly texts: TextFile | MemoryTexts;

  /** Opens files for this many spools, which takes a while; without them they are in memory. */
  static async prepare(count = 1): Promise<void> {
    while (spare.length < count) {
      const file = await createTextFile();
      if (file === undefined) return;
      spare.push(file);
    }
  }

  constructor() {
    this.texts = spare.pop() ?? new MemoryTexts();
  }

  /** What workers get the texts by: see `texts-in-file.browser.ts`. */
  get file(): number {
    return this.texts.key as never;
  }

  get bytes(): number {
    return this.size;
  }

  /** Appends bytes and returns their position. */
  append(bytes: Uint8Array): number {
    const position = this.size;
    try {
      this.texts.write(bytes, position);
    } catch (cause) {
      if (cause instanceof NeardupError) throw cause;
      throw new NeardupError('WRITE_FAILED', `The texts could not be stored: ${systemReason(cause)}.`, {
        cause,
        advice: 'The browser gives a page a part of the disk: free some space, or compare fewer documents.',
      });
    }
    this.size += bytes.length;
    return position;
  }

  read(position: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    readFully(this.file, bytes, 0, length, position);
    return bytes;
  }

  close(): void {
    this.texts.close();
  }
}
