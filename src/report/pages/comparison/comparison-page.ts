/** The page of a comparison as a file: it is opened before the work and appears when all of it is written. */
import type { Comparison } from '../../../comparison.ts';
import { atomicFile, checkOutput } from '../../../write/index.ts';
import type { AtomicFile } from '../../../write.ts';
import { writeComparisonPage } from './write-page.ts';

export class ComparisonPage {
  private readonly file: AtomicFile;

  private constructor(file: AtomicFile) {
    this.file = file;
  }

  /** Fails if the page cannot be written or would replace one of the inputs. */
  static async open(path: string, inputs: readonly string[]): Promise<ComparisonPage> {
    checkOutput(path, inputs.flatMap(filesOf));
    return new ComparisonPage(await atomicFile(path));
  }

  async write(comparison: Comparison): Promise<void> {
    await writeComparisonPage(this.file, comparison);
    await this.file.commit();
  }

  /** Removes the unfinished file. After `write` it does nothing. */
  async abort(): Promise<void> {
    await this.file.abort();
  }
}

/** An input, and the file that it may name if it is `FILE#ID`. */
function filesOf(input: string): string[] {
  const marks = [...input.matchAll(/#/g)].map(({ index }) => index);
  return [input, ...marks.filter((at) => at > 0).map((at) => input.slice(0, at))];
}
