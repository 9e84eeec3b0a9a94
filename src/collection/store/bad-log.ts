/** The error if a log file is damaged: it names the file and the byte up to which all is well. */
import { NeardupError } from '../../errors.ts';

export class BadLog extends NeardupError {
  readonly path: string;
  /** Everything before this byte is whole. */
  readonly byte: number;

  constructor(path: string, byte: number, found = 'what follows is damaged') {
    super('BAD_COLLECTION', `${path} is whole up to byte ${byte}; ${found}.`);
    this.path = path;
    this.byte = byte;
  }
}
