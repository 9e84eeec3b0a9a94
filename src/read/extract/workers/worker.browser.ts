/** The web worker behind the pool. */
import { receivePdfium } from '../pdf/pdfium-file.browser.ts';
import type { ExtractJob } from './jobs.ts';
import { runJob } from './run-job.ts';

let taken = () => {};

self.onmessage = ({ data }: MessageEvent<ExtractJob | 'taken' | { pdfium: Uint8Array }>) => {
  if (data === 'taken') taken();
  else if ('pdfium' in data) receivePdfium(data.pdfium);
  else void runJob(data, (answer) => self.postMessage(answer), nextTaken);
};

// what a library still has running when a document fails concerns that document, which was told already, and not the next one
self.onunhandledrejection = (event) => event.preventDefault();

function nextTaken(): Promise<void> {
  return new Promise((resolve) => {
    taken = resolve;
  });
}
