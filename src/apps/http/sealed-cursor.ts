/**
 * Cursors for keys that reach some documents only. The cursor of a list says where in the log a document is, and so how much was stored before it; one that was
 * made up says whether a document is there. So these keys get cursors that only this process can read and make.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ServiceError } from './problems.ts';

const CIPHER = 'aes-256-gcm';
const KEY = randomBytes(32);
const START = 12;
const TAG = 16;

export function sealed(cursor: string): string {
  const start = randomBytes(START);
  const cipher = createCipheriv(CIPHER, KEY, start);
  const content = Buffer.concat([cipher.update(cursor), cipher.final()]);
  return Buffer.concat([start, cipher.getAuthTag(), content]).toString('base64url');
}

export function unsealed(given: string): string {
  const bytes = Buffer.from(given, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, KEY, bytes.subarray(0, START), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(START, START + TAG));
    return decipher.update(bytes.subarray(START + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new ServiceError(
      'OLD_CURSOR',
      'Expected the `next` of an earlier page of this key, got another `after`.',
    );
  }
}
