import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';

describe('the address of a Spark Connect server', () => {
  it('the address of a Spark Connect server may have a host alone, a port, or an IPv6 address', () => {
    expect(parseAddress('sc://spark')).toMatchObject({ name: 'sc://spark:15002', url: 'http://spark:15002' });
    expect(parseAddress('sc://spark:1/')).toMatchObject({ url: 'http://spark:1' });
    expect(parseAddress('sc://[::1]:15/;use_ssl=true').url).toBe('https://[::1]:15');
  });

  it('passes the token on whole, decoded as in URLs, and never shows it', () => {
    const { headers, name, url } = parseAddress('sc://spark:443/;token=a%2Bb/c==;use_ssl=true');
    expect(headers).toEqual({ authorization: 'Bearer a+b/c==' });
    expect(name + url).not.toContain('a+b');
    expect(url).toBe('https://spark:443');
  });

  it('sends what it does not know as headers, such as the cluster of Databricks', () => {
    const given = parseAddress(
      'sc://adb.example:443/;token=x;x-databricks-cluster-id=0101-12;user_id=ann;user_agent=mine;session_id=s',
    );
    expect(given).toMatchObject({ user: 'ann', agent: 'mine', session: 's' });
    expect(given.headers).toEqual({ authorization: 'Bearer x', 'x-databricks-cluster-id': '0101-12' });
  });

  it.each(['http://spark', 'sc://', 'sc://a b/c', 'sc://[::1', 'sc://spark/;token', 'sc://spark/;a b=1'])(
    'the address %s is refused',
    (address) => {
      expect(() => parseAddress(address)).toThrow(/^Expected /);
    },
  );

  it.each(['token=a%0d%0ab', 'token=', 'token=%20', 'token=ключ', 'x-cluster=1%0A', 'x-cluster=%20a'])(
    '%s is refused: HTTP/2 would drop the header without a word',
    (parameter) => {
      expect(() => parseAddress(`sc://spark/;${parameter}`)).toThrow(
        `Expected visible characters of ASCII as \`${parameter.split('=', 1)[0]}\`, got`,
      );
    },
  );

  it('names of users are not headers, and may have any characters', () => {
    expect(parseAddress('sc://spark/;user_id=%D0%90%D0%BD%D0%BD%D0%B0').user).toBe('Анна');
  });

  it.each(['sc://spark:99999', 'sc://[1::2::3]:1', 'sc://[fe80::1%eth0]:1'])(
    '%s is refused by name',
    (address) => {
      expect(() => parseAddress(address)).toThrow(/^Expected .*, got `.*(?:spark:99999|1::2::3|fe80)/);
    },
  );

  it('a token is not sent over a connection without encryption', () => {
    expect(() => parseAddress('sc://spark/;use_ssl=false;token=secret')).toThrow(
      'Expected `use_ssl=true` with a token, got `use_ssl=false`.',
    );
  });
});
