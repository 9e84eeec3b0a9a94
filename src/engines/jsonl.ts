/**
 * The scan of JSON lines: which texts and ids there are in a piece of a file, as a kernel that is called with the address
 * of what it works on.
 *
 * The kernel goes through each line once. A line that is an object with a text and perhaps an id, and that
 * `JSON.parse` would take, becomes a document. White space is nothing. Every other line is *odd*: it is only listed, and
 * the host makes of it what `JSON.parse` makes of it. So a kernel may call a line odd for any reason; those of both twins
 * are: it is not JSON or not UTF-8, has no text or one that is no string, an id that is no string, `null` or integer of up
 * to 15 digits, an escape in the name of a field, more than 64 containers inside each other, or over `maxLine` bytes.
 */
import { JsonlRecord as Record, JsonlScan as Scan } from './layouts/jsonl-scan.ts';
import { placesOf } from './layouts/places.ts';

export const JsonlRecord = placesOf(new Record());
export const JsonlScan = placesOf(new Scan());
