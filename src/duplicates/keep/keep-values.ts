/** The values of the field that the keep policy `max:FIELD` or `min:FIELD` looks at, collected while documents are read. */
import { badOption } from '../../errors.ts';
import type { ReadDocument } from '../../read.ts';
import { type FieldValues, fieldValue, keepField } from './keep-order.ts';

export class KeepValues {
  /** Notes the value of a document; left out if the policy looks at no field. */
  readonly onDocument: ((document: ReadDocument, number: number) => void) | undefined;
  private readonly values: (number | string | undefined)[] = [];

  constructor(private readonly keep: string) {
    const field = keepField(keep);
    if (field === undefined) return;
    this.onDocument = (document, number) => {
      this.values[number] = fieldValue(document.meta?.[field]);
    };
  }

  /** The values by document number, once all documents were read. Refuses a field that no document has. */
  all(): FieldValues {
    if (this.values.length > 0 && this.values.every((value) => value === undefined)) {
      throw badOption(
        'keep',
        'a policy over a field that documents have',
        this.keep,
        'Check the name of the field.',
      );
    }
    return this.values;
  }
}
