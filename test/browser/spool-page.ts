/** What runs in the worker of `spool.test.ts`: a spool with little memory. Tells how many of its texts are not as they were written. */
import { openTexts, readTextInto, Spool } from '../../src/platform/spool.ts';

const TEXTS = 300;

async function wrongTexts(inMemory: number): Promise<number> {
  await Spool.prepare();
  const spool = new (Spool as unknown as new (folder: undefined, inMemory: number) => Spool)(
    undefined,
    inMemory,
  );
  const texts = Array.from({ length: TEXTS }, (_, i) => new Uint8Array((i * 7919) % 5000).fill(i + 1));
  const positions = texts.map((text) => spool.append(text));
  // as a job on another thread gets it
  const file = structuredClone(spool.file);
  await openTexts?.({ file });
  const into = new Uint8Array(6000);
  const wrong = texts.filter((text, i) => {
    into.fill(0xff);
    readTextInto(file, into, 10, text.length, positions[i]);
    const read = into.subarray(10, 10 + text.length);
    return into[10 + text.length] !== 0 || into[9] !== 0xff || !text.every((byte, at) => byte === read[at]);
  });
  spool.close();
  return wrong.length;
}

Object.assign(globalThis, { wrongTexts });
