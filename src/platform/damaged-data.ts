/** Data that is cut off or broken. What came before it was delivered. */
export class DamagedData extends Error {
  override readonly name = 'DamagedData';
}
