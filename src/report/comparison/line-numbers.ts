/** Lines and columns of places in a text, from 1, as editors count them. */

export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

export class LineNumbers {
  /** Where each line begins. */
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) this.starts.push(index + end.length);
  }

  at(character: number): LineAndColumn {
    let [first, last] = [0, this.starts.length - 1];
    while (first < last) {
      const middle = (first + last + 1) >> 1;
      if (this.starts[middle] <= character) first = middle;
      else last = middle - 1;
    }
    return { line: first + 1, column: character - this.starts[first] + 1 };
  }
}
