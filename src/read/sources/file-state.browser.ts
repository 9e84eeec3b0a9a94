/** What a browser knows of a file besides its content. */
import type { Source } from '../../read.ts';

/** A file that changed can no longer be read: the browser says so. */
export function stateOf(): string {
  return '';
}

export function modifiedTime({ modified }: Source): number | undefined {
  return modified;
}
