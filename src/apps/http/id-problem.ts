/** Why an id that comes in a line is refused: no address could name the document. Ids elsewhere are checked by the schema `Id`. */
import { ID_LENGTH } from './request-schemas.ts';

export function idProblem(id: string): string | undefined {
  if (!id.isWellFormed()) return 'Expected an id of whole characters, got half of a surrogate pair.';
  // a character beyond U+FFFF has a length of two
  if (id.length <= ID_LENGTH || [...id.slice(0, 2 * ID_LENGTH + 1)].length <= ID_LENGTH) return undefined;
  return `Expected an id of at most ${ID_LENGTH} characters, got a longer one.`;
}
