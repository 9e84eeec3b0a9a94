import { expect, test } from 'vitest';
import { clusterAddress } from './address.ts';

test.each([
  ['opensearch://one/news', ['http://one:9200'], 'news', undefined],
  ['opensearch+https://one:443,two:9201/news', ['https://one:443', 'https://two:9201'], 'news', undefined],
  ['elasticsearch://me:a%40b@[::1]:9200/es/news', ['http://[::1]:9200/es'], 'news', 'Basic bWU6YUBi'],
])('%s names its nodes, its index and who asks', (url, nodes, index, authorization) => {
  expect(clusterAddress(url, {})).toEqual({
    nodes,
    index,
    authorization,
    shown: url.replace(/\/\/.*@/, '//'),
  });
});

test('The environment may say who asks: a key counts before a user, and the address before both', () => {
  const user = { NEARDUP_OPENSEARCH_USER: 'me', NEARDUP_OPENSEARCH_PASSWORD: 'x' };
  expect(clusterAddress('opensearch://a/b', user).authorization).toBe('Basic bWU6eA==');
  const key = { ...user, NEARDUP_OPENSEARCH_API_KEY: 'k' };
  expect(clusterAddress('opensearch://a/b', key).authorization).toBe('ApiKey k');
  expect(clusterAddress('opensearch://u:p@a/b', key).authorization).toBe('Basic dTpw');
});

test.each([
  'opensearch://one',
  'opensearch://one/',
  'opensearch:///x',
  'opensearch://one/News',
  'opensearch://a b/x',
  'opensearch://s3cret@@/x',
  'opensearch://me:s3cret%@one/x',
  'opensearch://one?x/y',
])('%s is refused, without its secrets', (url) => {
  expect(() => clusterAddress(url, {})).toThrow(/^Expected .*, got `opensearch:\/\/(?!.*s3cret)/);
});
