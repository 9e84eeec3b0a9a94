/** Web workers that extract. A browser sets no limit of memory for a worker; PDFium and zip archives have theirs. */

import type { ExtractProcess, ProcessEvents } from '../platform.ts';
import { startEmbedded, unpack } from './embedded.ts';

export async function startProcess<Answer>(
  _memory: number,
  events: ProcessEvents<Answer>,
): Promise<ExtractProcess> {
  const script = async () => (await import('embedded:extract-worker.js')).default;
  const worker = await startEmbedded('extraction', script);
  worker.onmessage = ({ data }) => events.answered(data as Answer);
  worker.onerror = ({ message }) =>
    events.ended(`its worker failed: ${message || 'it did not start'}`, false);
  let hasPdfium = false;
  return {
    isAlive: true,
    send: (message) => worker.postMessage(message),
    givePdfium(bytes) {
      if (!hasPdfium) worker.postMessage({ pdfium: bytes });
      hasPdfium = true;
    },
    wake: () => {},
    rest: () => {},
    end: () => worker.terminate(),
  };
}

let pdfium: Promise<Uint8Array> | undefined;

/** 4.6 MB. */
export function pdfiumToSend(): Promise<Uint8Array> {
  pdfium ??= import('embedded:pdfium.wasm').then(({ default: packed }) => unpack(packed));
  return pdfium;
}
