/** A document that cannot be read, with a reason that is reported unchanged. */
import { type Told, told } from '../wording.ts';

export class BadDocument extends Error {
  override readonly name = 'BadDocument';

  readonly told: Told;

  constructor(reason: string | Told) {
    const sentence = typeof reason === 'string' ? told(reason) : reason;
    super(sentence.problem);
    this.told = sentence;
  }
}
