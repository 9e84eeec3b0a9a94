/** Commands that remove or group documents refuse fingerprints: without texts nothing can be proved. */
import { NeardupError } from '../../../index.ts';
import type { OwnOptions } from '../program.ts';

export function needTexts(command: string, own: OwnOptions): void {
  if (own.fingerprints !== true) return;
  throw new NeardupError('BAD_OPTION', `Expected texts for \`neardup ${command}\`, got fingerprints.`, {
    advice: 'Fingerprints only give candidates: list them with `neardup pairs --fingerprints`.',
  });
}
