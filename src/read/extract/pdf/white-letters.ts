/** Which characters of a page are white. Files are asked object by object first: hardly any has white letters. */
import type { Pdfium } from './pdfium.ts';

const TEXT_OBJECT = 1;
/** Of 255, for red, green and blue. */
const LEAST_WHITE = 240;
/** Nearly transparent letters are not seen either. */
const MOST_TRANSPARENT = 12;
/** Objects of a page that are looked at. */
const MOST_OBJECTS = 20_000;

/**
 * A 1 for every character that is white or transparent; undefined if the page has none. Letters of forms inside the page are not looked at.
 *
 * @param scratch Memory of the module for four numbers.
 */
export function whiteLetters(
  pdfium: Pdfium,
  page: number,
  text: number,
  characters: number,
  scratch: number,
): Uint8Array | undefined {
  const isWhite = () => {
    const [r, g, b, a] = new Uint32Array(pdfium.memory.buffer, scratch, 4);
    return Math.min(r, g, b) >= LEAST_WHITE || a <= MOST_TRANSPARENT;
  };
  const at = [scratch, scratch + 4, scratch + 8, scratch + 12] as const;
  const count = Math.min(MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page));
  let found = false;
  for (let i = 0; i < count && !found; i++) {
    const object = pdfium.FPDFPage_GetObject(page, i);
    found =
      pdfium.FPDFPageObj_GetType(object) === TEXT_OBJECT &&
      pdfium.FPDFPageObj_GetFillColor(object, ...at) === 1 &&
      isWhite();
  }
  if (!found) return undefined;
  const white = new Uint8Array(characters);
  for (let i = 0; i < characters; i++)
    white[i] = pdfium.FPDFText_GetFillColor(text, i, ...at) === 1 && isWhite() ? 1 : 0;
  return white;
}
