/** PDFium as a WebAssembly module: loaded once per thread, bounded in memory, and discarded after a failure. */
import { pdfiumFile } from '../../../platform/packages.ts';

/** The functions of PDFium that are used, by their own names. Addresses and handles are numbers. */
export interface Pdfium {
  FPDF_LoadMemDocument(bytes: number, length: number, password: number): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageBoundingBox(page: number, rect: number): number;
  FPDFPage_Flatten(page: number, usage: number): number;
  FPDFPage_GetAnnotCount(page: number): number;
  FPDFPage_GetAnnot(page: number, index: number): number;
  FPDFPage_CloseAnnot(annotation: number): void;
  FPDFAnnot_GetSubtype(annotation: number): number;
  FPDFAnnot_GetFlags(annotation: number): number;
  FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, bytes: number): number;
  FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, bytes: number): number;
  PDFiumExt_OpenFormFillInfo(): number;
  PDFiumExt_CloseFormFillInfo(info: number): void;
  PDFiumExt_InitFormFillEnvironment(document: number, info: number): number;
  PDFiumExt_ExitFormFillEnvironment(form: number): void;
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(text: number): void;
  FPDFText_CountChars(text: number): number;
  FPDFText_GetUnicode(text: number, index: number): number;
  FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number;
  FPDFText_IsGenerated(text: number, index: number): number;
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number;
  FPDFText_GetFontSize(text: number, index: number): number;
  FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  FPDFText_HasUnicodeMapError(text: number, index: number): number;
  FPDFText_GetTextObject(text: number, index: number): number;
  FPDFText_GetFillColor(text: number, index: number, r: number, g: number, b: number, a: number): number;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetFillColor(object: number, r: number, g: number, b: number, a: number): number;
  FPDFTextObj_GetFont(object: number): number;
  FPDFFont_GetIsEmbedded(font: number): number;
  FPDFFont_GetFontData(font: number, buffer: number, bytes: number, length: number): number;
  FPDFPageObj_CountMarks(object: number): number;
  FPDFPageObj_GetMark(object: number, index: number): number;
  FPDFPageObjMark_GetParamValueType(mark: number, key: number): number;
  malloc(bytes: number): number;
  free(address: number): void;
  readonly memory: WebAssembly.Memory;
}

/** After a document that needed this much the module is loaded again: its memory never shrinks. */
const LARGE = 256 << 20;

let loaded: Promise<Pdfium> | undefined;
let limit = Number.POSITIVE_INFINITY;

/** Raised if a document needs more memory than allowed. */
export class OutOfMemory extends Error {}

/** Runs `use` with the module. After an error its state is unknown, and the next document gets a new one. */
export async function withPdfium<T>(maxMemory: number, use: (pdfium: Pdfium) => T): Promise<T> {
  loaded ??= load();
  const pdfium = await loaded;
  limit = maxMemory;
  exceeded = false;
  try {
    const result = use(pdfium);
    if (pdfium.memory.buffer.byteLength > LARGE) loaded = undefined;
    return result;
  } catch (error) {
    loaded = undefined;
    throw exceeded ? new OutOfMemory() : error;
  }
}

let exceeded = false;

async function load(): Promise<Pdfium> {
  const { init } = await import('@embedpdf/pdfium');
  const wasmBinary = new Uint8Array(await pdfiumFile()).buffer;
  const module = await init({ wasmBinary, print: () => {}, printErr: () => {} } as Parameters<
    typeof init
  >[0]);
  module.PDFiumExt_Init();
  const { wasmExports } = module.pdfium as unknown as { wasmExports: Pdfium };
  bound(wasmExports.memory);
  return wasmExports;
}

/** The module asks for more memory through this very object. */
function bound(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > limit) {
      exceeded = true;
      throw new RangeError('more memory than a document may take');
    }
    return grow(pages);
  };
}
