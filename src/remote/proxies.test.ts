import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { proxyFor } from './proxies.ts';

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/_proxy$/i.test(name)) vi.stubEnv(name, '');
  vi.stubEnv('HTTPS_PROXY', 'http://secure.example:3128');
  vi.stubEnv('http_proxy', 'plain.example:80');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const chosen = (address: string) => proxyFor(new URL(address))?.href;

it('the proxy is that of the scheme of the address, by either spelling of its variable', () => {
  expect(chosen('https://host/')).toBe('http://secure.example:3128/');
  expect(chosen('http://host/')).toBe('http://plain.example/');
  vi.stubEnv('http_proxy', '');
  expect(chosen('http://host/')).toBe(undefined);
});

it.each([
  ['store.example', 'https://store.example/', true],
  ['store.example', 'https://bucket.store.example/', true],
  ['store.example', 'https://mystore.example/', false],
  ['.store.example', 'https://store.example/', true],
  ['*.store.example', 'https://a.store.example/', true],
  ['Store.Example', 'https://store.example/', true],
  ['other, store.example:443 more', 'https://store.example/', true],
  ['store.example:8443', 'https://store.example/', false],
  ['store.example:9000', 'http://store.example:9000/', true],
  ['10.1.2.3', 'https://10.1.2.3/', true],
  ['10.0.0.0/8', 'https://10.1.2.3/', true],
  ['10.0.0.0/8', 'https://11.1.2.3/', false],
  ['10.0.0.0/99', 'https://10.1.2.3/', false],
  ['fd00::/8', 'https://[fd00::1]/', true],
  ['fd00::1', 'https://[fd00::1]/', true],
  ['[fd00::1]:443', 'https://[fd00::1]/', true],
  [',', 'https://store.example/', false],
  ['*', 'https://store.example/', true],
  ['', 'https://localhost/', true],
  ['', 'https://127.1.2.3/', true],
  ['', 'https://[::1]/', true],
])(
  'whether NO_PROXY names a host decides who is asked: with %s the address %s is direct: %s',
  (names, address, isDirect) => {
    vi.stubEnv('NO_PROXY', names);
    expect(chosen(address) === undefined).toBe(isDirect);
  },
);

it('a proxy that is no address of the web is refused without being shown', () => {
  vi.stubEnv('HTTPS_PROXY', 'socks5://me:secret@host');
  expect(() => chosen('https://host/')).toThrow(
    /^Expected HTTPS_PROXY to be an address such as (?!.*secret)/,
  );
});
