/** The version of this package. */
import { readFileSync } from 'node:fs';

export function version(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;
}
