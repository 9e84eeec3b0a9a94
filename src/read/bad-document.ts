/** A document that cannot be read, for a reason that is told as it is. */
import { inWords, type Wording } from '../wording.ts';

export class BadDocument extends Error {
  override readonly name = 'BadDocument';

  constructor(readonly reason: Wording) {
    super(inWords(reason));
  }
}
