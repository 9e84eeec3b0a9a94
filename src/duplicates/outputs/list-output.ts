/** The file that `pairs` and `groups` write their results to, if one is asked for. It appears when it is complete. */
import type { OpenInput } from '../../read/index.ts';
import { ListFile } from '../../report/index.ts';
import { checkOutput } from '../../write/index.ts';

export class ListOutput<T> {
  private file: ListFile<T> | undefined;

  constructor(
    private readonly path: string | undefined,
    private readonly table: Parameters<typeof ListFile.open<T>>[1],
  ) {}

  /** Opens the file before the work, so that a path that cannot be written fails at once. */
  async open({ files }: OpenInput): Promise<void> {
    if (this.path === undefined) return;
    checkOutput(this.path, files);
    this.file = await ListFile.open<T>(this.path, this.table, 'output');
  }

  /** Passes the results on. The file gets its name after the last one. */
  async *follow(results: Iterable<T>): AsyncGenerator<T> {
    for (const result of results) {
      await this.file?.write(result);
      yield result;
    }
    await this.file?.prepare();
    await this.file?.commit();
  }

  async abort(): Promise<void> {
    await this.file?.abort();
  }
}
