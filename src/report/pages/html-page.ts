/** The frame that all pages share: a document that needs no other file, with its style, its script and its content policy. */
import type { BundledPage } from './bundled.js';
import { escapeHtml } from './escape.ts';

/** Where a page is written, chunk by chunk. */
export interface PageTarget {
  write(chunk: string): void | Promise<void>;
}

/** Everything up to the content of the body. */
export function pageStart({ style, policy }: BundledPage, title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="neardup">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
`;
}

export function pageEnd({ script }: BundledPage): string {
  return `<script>${script}</script>\n</body>\n</html>\n`;
}
