/** The charset that a page declares: `<meta charset>`, `<meta … content="text/html; charset=…">`, `<?xml … encoding>`. */
import { latin1 } from '../../platform/bytes.ts';

export function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes, 0, 4096);
  return (
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ??
    /<meta[^>]{0,1000}?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
  );
}
