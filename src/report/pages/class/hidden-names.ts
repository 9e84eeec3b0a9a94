/** Names for a committee that judges pairs without knowing whose they are: numbers, in the order in which the ranked pairs have the documents. */

interface Named {
  readonly a: string;
  readonly b: string;
  readonly inCollection?: boolean;
}

/** @param nameOf Of a number, from 1 on. @returns The names of both documents of each pair. */
export function hiddenNames(
  pairs: readonly Named[],
  nameOf: (number: number) => string,
): { readonly a: string; readonly b: string }[] {
  const known = new Map<string, string>();
  // a document of the library may have the name of one of the class
  const hidden = (id: string, inCollection = false) => {
    const key = `${inCollection}\0${id}`;
    const name = known.get(key) ?? nameOf(known.size + 1);
    known.set(key, name);
    return name;
  };
  return pairs.map(({ a, b, inCollection }) => ({ a: hidden(a), b: hidden(b, inCollection) }));
}

interface Unread {
  readonly source: string;
  readonly reason: string;
}

/** Files that could not be read, with the numbers after those of the documents. Their names are in no reason either. */
export function hiddenSources(
  unread: readonly Unread[],
  documents: number,
  nameOf: (number: number) => string,
): Unread[] {
  return unread.map(({ source, reason }, i) => {
    const name = nameOf(documents + i + 1);
    return { source: name, reason: reason.replaceAll(source, name) };
  });
}
