/** The page, as a web worker that extracts sees it. */
import { receivePdfium } from './packages.browser.ts';

export function onMessage<Message>(take: (message: Message) => void): void {
  self.onmessage = ({ data }: MessageEvent<{ pdfium: Uint8Array } | 'taken'>) => {
    if (typeof data === 'object' && 'pdfium' in data) receivePdfium(data.pdfium);
    else take(data as Message);
  };
  // a late rejection belongs to a document that has already failed and been reported; it must not end the next one
  self.onunhandledrejection = (event) => event.preventDefault();
}

export function answerParent(message: unknown): void {
  self.postMessage(message);
}
