/** Which requests have a key with a rate: one part of the service counts them all, so they must all go to the same. */
import type { IncomingMessage } from 'node:http';
import { bearerOf } from './guard.ts';
import { Keys } from './keys.ts';

/** Milliseconds before the keys are read again. */
const KEYS_AGE = 1000;

export class RatedKeys {
  private read = performance.now();

  private constructor(private readonly keys: Keys) {}

  static async open(folder: string): Promise<RatedKeys> {
    return new RatedKeys(await Keys.open(folder));
  }

  has({ headers }: IncomingMessage): boolean {
    const secret = bearerOf(headers.authorization);
    if (secret === undefined) return false;
    if (performance.now() > this.read + KEYS_AGE) {
      this.read = performance.now();
      // keys that cannot be read are refused by the guard of each part
      this.keys.refresh().catch(() => {});
    }
    return (
      this.keys.list().some(({ rate }) => rate !== undefined) && this.keys.find(secret)?.rate !== undefined
    );
  }
}
