/** The content security policy of a page: nothing is loaded, and only this very style and script count. */
import { createHash } from 'node:crypto';

/** Whatever slips into the page beside them does not run, does not style and asks for nothing. */
export function contentPolicy(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${sha256(style)}'`,
    `script-src '${sha256(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function sha256(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
