/** Files of this package that are read or started by their path: kernels and the scripts of workers. */
import { createRequire } from 'node:module';
import { NeardupError } from '../errors.ts';

/** The path of a file that package.json names under `imports`. */
export function ownFile(name: `#${string}`): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new NeardupError(
      'NOT_INSTALLED',
      `Expected neardup's file \`${name}\` beside its code, found none.`,
      {
        cause,
        advice:
          'A bundler must leave neardup out of the bundle: `--external:neardup` for esbuild, `serverExternalPackages: ["neardup"]` for Next.js.',
      },
    );
  }
}
