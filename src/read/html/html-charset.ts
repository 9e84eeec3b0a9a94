/** The charset that a page declares: `<meta charset>`, `<meta … content="text/html; charset=…">`, `<?xml … encoding>`. */

export function declaredCharset(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 4096);
  return (
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ??
    /<meta[^>]{0,1000}?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
  );
}
