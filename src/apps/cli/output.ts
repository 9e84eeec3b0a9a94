/** Writes standard output in large pieces, and waits if its reader is slower. */
import { visibleJson } from '../../index.ts';

const PIECE = 65_536;

export class Output {
  private waiting = '';

  async line(text: string): Promise<void> {
    this.waiting += `${text}\n`;
    if (this.waiting.length >= PIECE) await this.flush();
  }

  async json(value: unknown): Promise<void> {
    await this.line(visibleJson(value));
  }

  /** Whole lines of UTF-8. The bytes must not be changed afterward. */
  async bytes(lines: Uint8Array): Promise<void> {
    await this.flush();
    await this.write(lines);
  }

  async flush(): Promise<void> {
    const text = this.waiting;
    this.waiting = '';
    if (text !== '') await this.write(text);
  }

  private async write(piece: string | Uint8Array): Promise<void> {
    if (process.stdout.write(piece)) return;
    await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
