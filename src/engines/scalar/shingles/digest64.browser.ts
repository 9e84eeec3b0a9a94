/** MD5 and SHA-1 without WebAssembly: browsers have no such function that returns at once. */
import { badOption } from '../../../errors.ts';

export function digest64(name: 'md5' | 'sha1'): bigint {
  throw badOption('checksum', 'crc32 or mixed with the scalar engine in a browser', name);
}
