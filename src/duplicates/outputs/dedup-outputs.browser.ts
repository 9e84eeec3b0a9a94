/** What `dedup` writes in a browser: nothing. The results are all there is. */
import { openKeptWriter } from '../../write/index.ts';
import type { OutputPaths } from './dedup-outputs.ts';

export class DedupOutputs {
  static async open({ output, removed, report }: OutputPaths): Promise<DedupOutputs> {
    const path = output ?? removed ?? report;
    if (path !== undefined) await openKeptWriter(path, [], { textField: '', idField: '' });
    return new DedupOutputs();
  }

  async write(): Promise<void> {}

  async abort(): Promise<void> {}
}

export function removedPath(output: string): string {
  return output;
}

export function optionFacts(): Record<string, string> {
  return {};
}
