// npm packages that a user would otherwise take, loaded from where .ci/install-peers puts them; those that do not
// load (any more) are left out with a message.
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PEERS_FOLDER = process.env.NEARDUP_PEERS ?? join(tmpdir(), 'neardup-peers');

const SIMHASH_PEERS = [
  ['simhash', (load) => load('simhash')('crc32'), (hash) => (text) => hash(text.split(' '))],
  [
    'simhash-js',
    (load) => {
      const { SimHash } = load('simhash-js');
      return new SimHash();
    },
    (hash) => (text) => hash.hash(text),
  ],
  ['node-simhash', (load) => load('node-simhash'), (hash) => (text) => hash.summary(text)],
];

export async function loadPeers() {
  const require = createRequire(join(PEERS_FOLDER, 'package.json'));
  const loaded = [];
  for (const [name, open, wrap] of SIMHASH_PEERS) {
    try {
      const fingerprint = wrap(open(require));
      fingerprint('a short test of the package');
      loaded.push({ name, fingerprint });
    } catch (error) {
      console.error(
        `bench: npm ${name} is left out: ${String(error.message).split('\n')[0]} (.ci/install-peers installs it)`,
      );
    }
  }
  return loaded;
}
