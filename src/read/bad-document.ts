/** A document that cannot be read, for a reason that is told as it is. */
export class BadDocument extends Error {
  override readonly name = 'BadDocument';
}
