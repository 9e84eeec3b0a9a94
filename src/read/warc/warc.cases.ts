/** Records of a crawl, made by hand for tests. */

export function record(
  type: string,
  uri: string,
  content: Uint8Array | string,
  contentType = 'application/http',
): Buffer {
  const body = Buffer.from(content as Uint8Array);
  const head = `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: <${uri}>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n\r\n')]);
}

export function response(uri: string, type: string, body: Uint8Array | string, more = ''): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n${more}\r\n`;
  return record('response', uri, Buffer.concat([Buffer.from(head), Buffer.from(body as Uint8Array)]));
}
