/** Lets the lines of a stream pass that are JSON, and tells of the others, which the SDK passes over in silence. */
import { Transform, type TransformCallback } from 'node:stream';

const NEW_LINE = 10;

export class MessageLines extends Transform {
  private parts: Buffer[] = [];
  private length = 0;

  /** @param longest Bytes of a line that are looked at; a longer one is for the reader to refuse. */
  constructor(
    private readonly longest: number,
    private readonly onOther: () => void,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: string, done: TransformCallback): void {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(NEW_LINE, start) + 1 || chunk.length;
      this.look(chunk.subarray(start, end));
      start = end;
    }
    done();
  }

  private look(part: Buffer): void {
    this.parts.push(part);
    this.length += part.length;
    if (this.length <= this.longest && part.at(-1) !== NEW_LINE) return;
    const line = Buffer.concat(this.parts);
    [this.parts, this.length] = [[], 0];
    if (line.length > this.longest || isJson(String(line))) this.push(line);
    else this.onOther();
  }
}

/** An empty line is no message, and no mistake. */
function isJson(line: string): boolean {
  if (line.trim() === '') return true;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
