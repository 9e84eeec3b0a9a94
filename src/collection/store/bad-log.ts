/** The error if a log file is damaged: it names the file and the byte up to which all is well. */
import { NeardupError } from '../../errors.ts';

export class BadLog extends NeardupError {
  readonly path: string;
  /** Everything before this byte is whole. */
  readonly byte: number;

  constructor(
    path: string,
    byte: number,
    found = `it is whole up to byte ${byte}, and what follows is damaged`,
  ) {
    super('BAD_COLLECTION', `The log of the collection is damaged: ${path}: ${found}.`);
    this.path = path;
    this.byte = byte;
  }
}
