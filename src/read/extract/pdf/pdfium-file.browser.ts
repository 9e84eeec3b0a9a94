/** The bytes of PDFium, which the page sends to the worker that extracts, with the first PDF. */
let received: Uint8Array | undefined;

export function receivePdfium(bytes: Uint8Array): void {
  received = bytes;
}

export async function pdfiumFile(): Promise<Uint8Array> {
  if (received === undefined) throw new Error('pdfium: the page did not send it');
  return received;
}
