/**
 * Files inside the bundle (`embedded:NAME`): kernels, and the scripts of workers. A bundler treats such a module as any other, so that
 * none has to be told about WebAssembly or workers, and a page without a server has everything in it.
 */

/** @param packed gzip, as Base64. */
export async function unpack(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([embeddedBytes(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The bytes of a file in the bundle, which has no other characters than those of Base64. */
export function embeddedBytes(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  // a function for every character takes ten times as long, and with megabytes the page stands still for it
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

const urls = new Map<string, Promise<string>>();

/** Starts a worker whose script is in the bundle. */
export async function startEmbedded(name: string, load: () => Promise<string>): Promise<Worker> {
  let url = urls.get(name);
  if (url === undefined) {
    url = load().then(async (packed) =>
      URL.createObjectURL(new Blob([await unpack(packed)], { type: 'text/javascript' })),
    );
    urls.set(name, url);
  }
  // no module: a page without an origin (file:) starts none
  return new Worker(await url, { name: `neardup ${name}` });
}
