/** What hostile documents try in a page, and a page that is watched for whatever a harmless one does not do. */
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';

export const ATTACKS = [
  '<script>window.hacked=1</script>',
  '</script><script>window.hacked=1</script>',
  '</title></style></textarea><script>window.hacked=1</script>',
  '"><img src=x onerror="window.hacked=1">',
  "'><svg/onload=window.hacked=1>",
  '<!--<script>window.hacked=1</script>',
  'javascript:window.hacked=1',
  '<a href="javascript:window.hacked=1">press</a> javascript:window.hacked=1',
  '<a href="http://example.com/" ping="http://example.com/ping">press</a>',
  '<iframe srcdoc="<script>parent.hacked=1</script>">',
  '</style><style>*{display:none}body{background:url(http://example.com/x)}',
  '}*{display:none!important}/*',
  '<link rel="stylesheet" href="http://example.com/x.css">',
  '<div style="position:fixed;inset:0;background:url(http://example.com/y)" onclick="window.hacked=1">',
  '<meta http-equiv="refresh" content="0;url=http://example.com/">',
  '<form action="http://example.com/"><button autofocus onfocus="window.hacked=1">x</button></form>',
  '<base href="http://example.com/">',
  '__proto__ constructor',
  '\u202Egnp.exe\u2066',
  '$' + '{window.hacked=1}',
  '\u2028window.hacked=1\u2029',
];

/** Opens a file; `trouble` collects requests, dialogs, messages, errors, windows and navigation. */
export async function openWatched(
  browser: Browser,
  path: string,
  viewport: { width: number; height: number },
): Promise<{ page: Page; trouble: string[] }> {
  const page = await browser.newPage({ viewport });
  const url = pathToFileURL(path).href;
  const trouble: string[] = [];
  page.on('request', (request) => request.url() !== url && trouble.push(`request ${request.url()}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => trouble.push(`console ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`error ${error.message}`));
  page.on('popup', () => trouble.push('popup'));
  page.on('framenavigated', (frame) => frame.url() !== url && trouble.push(`navigated ${frame.url()}`));
  await page.goto(url);
  return { page, trouble };
}
