/** Structs that TypeScript and the kernels share: arrays of u32 in the heap, written once, as a class in a file that both compilers accept. */

/** The places of a struct's fields in units of u32, and its `length`. */
export function placesOf<Struct extends object>(
  struct: Struct,
): Readonly<Record<keyof Struct | 'length', number>> {
  const names = Object.keys(struct);
  const places = names.map((name, place) => [name, place]);
  return Object.fromEntries([...places, ['length', names.length]]);
}
