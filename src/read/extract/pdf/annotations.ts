/** Text added to the pages of a PDF: values of form fields, text boxes and stamps, and the words of notes. */
import type { Pdfium } from './pdfium.ts';

/** Notes longer than this are cut. */
const MAX_NOTE_BYTES = 1 << 20;
/** The most annotations of one page that are read. */
const MAX_ANNOTATIONS = 10_000;

/** Kinds by PDFium's numbers. */
const POPUP = 16;
const LINK = 2;
const WIDGET = 20;
/** Signs, lines, marks, stamps and notes, whose contents are text that a person wrote. */
const LAST_MARKUP = 15;
const TEXT_FIELDS: ReadonlySet<number> = new Set([4, 5, 6]);
const HIDDEN = 0b10_0010;

/** Reads annotations with the forms of a document. */
export class Annotations {
  readonly #pdfium: Pdfium;
  readonly #info: number;
  readonly #form: number;

  constructor(pdfium: Pdfium, document: number) {
    this.#pdfium = pdfium;
    this.#info = pdfium.PDFiumExt_OpenFormFillInfo();
    this.#form = pdfium.PDFiumExt_InitFormFillEnvironment(document, this.#info);
  }

  close(): void {
    if (this.#form !== 0) this.#pdfium.PDFiumExt_ExitFormFillEnvironment(this.#form);
    this.#pdfium.PDFiumExt_CloseFormFillInfo(this.#info);
  }

  /** The text of the annotations of a page, whether or not it is visible. */
  textsOf(page: number): string[] {
    const texts: string[] = [];
    const count = Math.min(MAX_ANNOTATIONS, this.#pdfium.FPDFPage_GetAnnotCount(page));
    for (let i = 0; i < count; i++) {
      const annotation = this.#pdfium.FPDFPage_GetAnnot(page, i);
      if (annotation === 0) continue;
      const text = this.#textOf(annotation).trim();
      if (text !== '') texts.push(text);
      this.#pdfium.FPDFPage_CloseAnnot(annotation);
    }
    return texts;
  }

  /** True if the page has annotations that can be seen. */
  areSeen(page: number): boolean {
    const count = Math.min(MAX_ANNOTATIONS, this.#pdfium.FPDFPage_GetAnnotCount(page));
    for (let i = 0; i < count; i++) {
      const annotation = this.#pdfium.FPDFPage_GetAnnot(page, i);
      const kind = annotation === 0 ? LINK : this.#pdfium.FPDFAnnot_GetSubtype(annotation);
      if (annotation !== 0) this.#pdfium.FPDFPage_CloseAnnot(annotation);
      if (kind !== LINK && kind !== POPUP) return true;
    }
    return false;
  }

  /** Draws the annotations onto the page, which must then be loaded again. */
  flatten(page: number): boolean {
    return this.#pdfium.FPDFPage_Flatten(page, 0) === FLATTENED;
  }

  #textOf(annotation: number): string {
    if ((this.#pdfium.FPDFAnnot_GetFlags(annotation) & HIDDEN) !== 0) return '';
    const kind = this.#pdfium.FPDFAnnot_GetSubtype(annotation);
    if (kind === WIDGET) {
      if (!TEXT_FIELDS.has(this.#pdfium.FPDFAnnot_GetFormFieldType(this.#form, annotation))) return '';
      return this.#string((buffer, bytes) =>
        this.#pdfium.FPDFAnnot_GetFormFieldValue(this.#form, annotation, buffer, bytes),
      );
    }
    if (kind === LINK || kind > LAST_MARKUP) return '';
    const key = this.#pdfium.malloc(CONTENTS.length);
    new Uint8Array(this.#pdfium.memory.buffer).set(CONTENTS, key);
    const text = this.#string((buffer, bytes) =>
      this.#pdfium.FPDFAnnot_GetStringValue(annotation, key, buffer, bytes),
    );
    this.#pdfium.free(key);
    return text;
  }

  /** A string from PDFium, which is asked for its length first, in UTF-16 with a zero at the end. */
  #string(get: (buffer: number, bytes: number) => number): string {
    const bytes = get(0, 0);
    if (bytes <= 2 || bytes > MAX_NOTE_BYTES) return '';
    const buffer = this.#pdfium.malloc(bytes);
    get(buffer, bytes);
    const text = new TextDecoder('utf-16le').decode(
      new Uint8Array(this.#pdfium.memory.buffer, buffer, bytes - 2),
    );
    this.#pdfium.free(buffer);
    return text.replaceAll(/\r\n?/g, '\n');
  }
}

const FLATTENED = 1;
const CONTENTS = new TextEncoder().encode('Contents\0');
