/** Documents of a caller, which can be read only once: their texts wait in a temporary file until they are read again. */

import { utf8Bytes, utf8Text } from '../../platform/bytes.ts';
import { Spool } from '../../platform/spool.ts';
import { type Input, isReadTwice, type OpenInput, textOf } from '../../read/index.ts';
import type { SourcedItem } from '../../read.ts';

export class DocumentsAgain {
  private readonly spool: Spool;
  private readonly documents: (Omit<SourcedItem, 'item'> & {
    position: number;
    bytes: number;
    id?: string;
    lang?: string;
  })[] = [];

  /** Undefined for an input that can be read again itself. */
  static of(input: Input | undefined, temp: string | undefined): DocumentsAgain | undefined {
    return input === undefined || isReadTwice(input) ? undefined : new DocumentsAgain(temp);
  }

  private constructor(temp: string | undefined) {
    this.spool = new Spool(temp);
  }

  readonly onDocument = ({ item, ...from }: SourcedItem): void => {
    if (item.problem !== undefined) return;
    const bytes = utf8Bytes(textOf(item));
    const position = this.spool.append(bytes);
    this.documents.push({ ...from, position, bytes: bytes.length, id: item.id, lang: item.lang });
  };

  /** The input, read from here. */
  open(input: OpenInput): OpenInput {
    const items = () => this.items();
    return { ...input, items, read: items };
  }

  close(): void {
    this.spool.close();
  }

  private async *items(): AsyncGenerator<SourcedItem> {
    for (const { position, bytes, id, lang, ...from } of this.documents) {
      const text = utf8Text(this.spool.read(position, bytes));
      yield { ...from, item: { text, id, lang } };
    }
  }
}
