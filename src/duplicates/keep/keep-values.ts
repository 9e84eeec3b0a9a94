/** The values that a keep policy looks at: those of a field, collected while documents are read, or those of the documents' files. */
import type { Corpus } from '../../corpus/index.ts';
import { formatPlace } from '../../document.ts';
import { NeardupError } from '../../errors.ts';
import { modifiedTime, type OpenInput } from '../../read/index.ts';
import type { ReadOptions, SourcedItem } from '../../read.ts';
import type { RunOptions } from '../../run-options.ts';
import { option, wording } from '../../wording.ts';
import { documentField, namesOf, type SampleWithout, sampleWithout, unknownField } from './document-field.ts';
import { FieldValues } from './field-values.ts';
import type { KeepValue } from './keep-order.ts';
import { type KeepPolicy, keepPolicy } from './policies.ts';

/** Documents without the field after which the run says so. */
const SAID_AFTER = 1000;
/** Formats that tell strings from numbers. */
const TYPED: ReadonlySet<string> = new Set(['jsonl', 'json', 'parquet', 'arrow', 'documents']);

interface KeepValuesOptions extends Pick<RunOptions, 'onProgress'>, ReadOptions {
  readonly keep: string;
}

export class KeepValues {
  /** Notes the value of a document; left out if the policy looks at no field. */
  readonly onDocument: ((document: SourcedItem, number: number) => void) | undefined;
  private readonly policy: KeepPolicy;
  private readonly values: FieldValues;
  /** The number of the first document of the input, and how many there were so far. */
  private first = -1;
  private count = 0;

  constructor(private readonly options: KeepValuesOptions) {
    this.policy = keepPolicy(options.keep)!;
    const { field } = this.policy;
    this.values = new FieldValues(options.keep, field ?? '');
    if (field !== undefined) this.onDocument = this.collect(field);
  }

  /**
   * Refuses a policy by files if there are no files to choose from, and one by a field that a sample of the files does not have. Call it
   * before anything is read.
   */
  async begin({ sources }: OpenInput): Promise<void> {
    const { keep, idField } = this.options;
    const { by, field } = this.policy;
    if (field !== undefined && field !== idField && sources.length > 0) {
      const without = await sampleWithout(field, sources, this.options);
      if (without !== undefined && without.documents > 0) throw this.unknownField(without);
    }
    if ((by !== 'modified' && by !== 'size') || sources.length > 1) return;
    throw new NeardupError(
      'BAD_OPTION',
      wording`${option('keep', keep)} has no effect: ${sources.length === 0 ? 'these documents are no files' : 'all documents are in one file'}.`,
      { option: 'keep', advice: wording`Name a field, as in ${option('keep', 'max:date')}.` },
    );
  }

  /** Gives the value of a document, once all were read. Refuses a field that no document has. */
  byNumber(corpus: Corpus, { sources }: OpenInput): (number: number) => KeepValue {
    const { by } = this.policy;
    if (by === 'modified' || by === 'size') return fileValues(corpus, sources, by);
    if (this.count > 0 && this.values.isEmpty) throw this.unknownField();
    this.sayAsText();
    return (number) => this.values.get(number - this.first);
  }

  private collect(field: string): NonNullable<KeepValues['onDocument']> {
    const getField = documentField(field, this.options);
    const isId = field === this.options.idField;
    return (document, number) => {
      const { item, place, reader } = document;
      if (item.problem !== undefined) return;
      if (this.count === 0) this.first = number;
      this.count++;
      const value = getField(item);
      const isTyped = !isId && TYPED.has(reader.name);
      this.values.add(number - this.first, value, isTyped, () => formatPlace(place));
      if (this.count === SAID_AFTER && this.values.isEmpty) this.sayMissing(field, item.meta);
    };
  }

  /** Only a note: a field that is missing at first may come later. */
  private sayMissing(field: string, meta: object | undefined): void {
    const note = wording`None of the first ${SAID_AFTER} documents has the field \`${field}\` of ${option('keep', this.options.keep)}. ${namesOf(Object.keys(meta ?? {}))}`;
    this.options.onProgress({ stage: 'read', documents: this.count, note });
  }

  private sayAsText(): void {
    const found = this.values.asText;
    if (found === undefined) return;
    const note = wording`The values of ${option('keep', this.options.keep)} are ordered as text, since \`${found.value.slice(0, 60)}\` in ${found.where} is no number.`;
    this.options.onProgress({ stage: 'match', documents: this.count, note });
  }

  private unknownField(sample?: SampleWithout): NeardupError {
    const expected = 'a policy over a field that documents have';
    return unknownField({ name: 'keep', value: this.options.keep, expected }, sample);
  }
}

/** Time of the last change, or size, of the file that a document is in; that of the archive if it is in one. */
function fileValues(
  corpus: Corpus,
  sources: OpenInput['sources'],
  by: 'modified' | 'size',
): (number: number) => KeepValue {
  const byName = new Map(sources.map((source) => [source.name, source]));
  const values = corpus.sourceNames.map((name) => {
    let source = byName.get(name);
    for (let at = name.lastIndexOf('/'); source === undefined && at > 0; at = name.lastIndexOf('/', at - 1)) {
      source = byName.get(name.slice(0, at));
    }
    return source && (by === 'size' ? source.size : modifiedTime(source));
  });
  return (number) => values[corpus.sources.get(number)];
}
