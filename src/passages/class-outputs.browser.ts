/** What `compareAll` writes in a browser: nothing. The pairs are all there is. */
import { atomicFile } from '../write/index.ts';
import type { AllOptions } from './options.ts';

export class ClassOutputs {
  static async open({ csv, html }: Pick<AllOptions, 'csv' | 'html'>): Promise<ClassOutputs> {
    const path = csv ?? html;
    if (path !== undefined) await atomicFile(path);
    return new ClassOutputs();
  }

  add(): void {}

  async write(): Promise<void> {}

  async abort(): Promise<void> {}
}
