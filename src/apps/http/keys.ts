/**
 * Keys: who may do what. A key is 32 random bytes that are shown once; its SHA-256 is stored. The key of a request is hashed and compared
 * with the hashes of all keys in constant time.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { KeyFile } from './key-file.ts';
import { SCOPES, type ServiceKey } from './service-answers.ts';

/** A key as it is asked for. */
export type NewKey = Omit<ServiceKey, 'key' | 'created'>;

type StoredKey = ServiceKey & { readonly sha256: string };
type Entry = StoredKey | { readonly revoke: string };

export class Keys {
  private constructor(private readonly file: KeyFile<Entry>) {}

  /** Raises BAD_KEYS if there are keys that cannot be read. @param folder The data folder of a service. */
  static async open(folder: string): Promise<Keys> {
    return new Keys(await KeyFile.open(folder, isEntry));
  }

  /** True if a key was ever made: from then on no request without one is answered. */
  get exist(): boolean {
    return this.file.exists;
  }

  /** Keys that were not revoked, the expired ones included. */
  list(): ServiceKey[] {
    return this.stored().map(({ sha256: _, ...key }) => key);
  }

  async create(given: NewKey, now = new Date()): Promise<ServiceKey & { readonly secret: string }> {
    const secret = `nd_${randomBytes(32).toString('base64url')}`;
    const key: ServiceKey = { key: randomBytes(6).toString('hex'), ...given, created: now.toISOString() };
    await this.file.append({ ...key, sha256: hashOf(secret).toString('hex') });
    return { ...key, secret };
  }

  /** False if there is no such key. */
  async revoke(key: string): Promise<boolean> {
    if (!this.has(key)) return false;
    await this.file.append({ revoke: key });
    return true;
  }

  /** The key that has this secret, expired or not. All keys are compared, whichever it is. */
  find(secret: string): ServiceKey | undefined {
    const hash = hashOf(secret);
    let found: ServiceKey | undefined;
    for (const { sha256, ...key } of this.stored()) {
      if (timingSafeEqual(hash, Buffer.from(sha256, 'hex'))) found = key;
    }
    return found;
  }

  /** Whether this key was made and not revoked. */
  has(key: string): boolean {
    return this.stored().some((each) => each.key === key);
  }

  /** Reads the changes of other processes. Raises BAD_KEYS if the keys cannot be read. */
  async refresh(): Promise<void> {
    await this.file.refresh();
  }

  private stored(): StoredKey[] {
    const stored = new Map<string, StoredKey>();
    for (const entry of this.file.entries) {
      if ('revoke' in entry) stored.delete(entry.revoke);
      else stored.set(entry.key, entry);
    }
    return [...stored.values()];
  }
}

export function isExpired({ expires }: ServiceKey, now = Date.now()): boolean {
  return expires !== undefined && Date.parse(expires) <= now;
}

/** Whether a line describes a key or revokes one. */
function isEntry(value: object): value is Entry {
  if ('revoke' in value) return isHex(value.revoke, 12);
  const { key, sha256, created, scopes, name, prefix, expires, rate } = value as Partial<StoredKey>;
  return (
    isHex(key, 12) &&
    isHex(sha256, 64) &&
    isDate(created) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => SCOPES.includes(scope)) &&
    [name, prefix].every((each) => each === undefined || typeof each === 'string') &&
    (expires === undefined || isDate(expires)) &&
    (rate === undefined || Number.isSafeInteger(rate))
  );
}

function isHex(value: unknown, length: number): boolean {
  return typeof value === 'string' && value.length === length && /^[0-9a-f]*$/.test(value);
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
