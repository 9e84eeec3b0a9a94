/** Disguised words of documents, by number. As JSON, which takes less memory than objects; from a bound on only the counts are kept. */
import type { Disguises } from '../answers/disguises.ts';

/** Characters of JSON that are kept in all. */
const MOST_CHARACTERS = 16 << 20;

export class FoundDisguises {
  private readonly found = new Map<number, string>();
  private characters = 0;

  /** Notes those of a document. They are the same whenever its text is read. */
  add(number: number, disguises: Disguises): void {
    if (this.found.has(number)) return;
    const json = JSON.stringify(disguises);
    this.characters += json.length;
    this.found.set(
      number,
      this.characters <= MOST_CHARACTERS ? json : JSON.stringify({ ...disguises, examples: [] }),
    );
  }

  of(number: number): Disguises | undefined {
    const json = this.found.get(number);
    return json === undefined ? undefined : JSON.parse(json);
  }
}
