/** Signatures as a file for NumPy. They are held until all are known: the header says how many there are. */
import { atomicFile, checkOutputOf, npyHeader } from '../../../index.ts';

type File = Awaited<ReturnType<typeof atomicFile>>;

export class SignatureArray {
  private readonly rows: Buffer[] = [];

  private constructor(private readonly file: File) {}

  /** @param inputs Files that are read: none is replaced. */
  static async open(
    path: string,
    inputs: readonly string[],
    selection: { readonly hidden?: boolean },
  ): Promise<SignatureArray> {
    await checkOutputOf(path, inputs, selection);
    return new SignatureArray(await atomicFile(path));
  }

  /** @param digits Hexadecimal, two for a byte. */
  add(digits: string): void {
    this.rows.push(Buffer.from(digits, 'hex'));
  }

  async commit(): Promise<void> {
    await this.file.write(npyHeader(this.rows.length, this.rows[0]?.length ?? 0));
    for (const row of this.rows) await this.file.write(row);
    await this.file.commit();
  }

  /** Removes an unfinished file. After `commit` it does nothing. */
  abort(): Promise<void> {
    return this.file.abort();
  }
}
