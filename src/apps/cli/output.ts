/** Standard output in large pieces, waiting where the reader is slower than we are. */

const PIECE = 65_536;

export class Output {
  private waiting = '';

  async line(text: string): Promise<void> {
    this.waiting += `${text}\n`;
    if (this.waiting.length >= PIECE) await this.flush();
  }

  async json(value: unknown): Promise<void> {
    await this.line(JSON.stringify(value));
  }

  async flush(): Promise<void> {
    const text = this.waiting;
    this.waiting = '';
    if (text === '' || process.stdout.write(text)) return;
    await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
