// The last step of a build: the command must be executable when `npx neardup` links to it.
import { chmodSync, existsSync } from 'node:fs';

const main = new URL('../dist/apps/cli/main.js', import.meta.url);
if (existsSync(main)) chmodSync(main, 0o755);
