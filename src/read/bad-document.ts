/** A document that cannot be read, with a reason that is reported as it is. */
export class BadDocument extends Error {
  override readonly name = 'BadDocument';
}
