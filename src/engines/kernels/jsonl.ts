/**
 * The scan of JSON lines: finds the texts and ids in a part of a file, as a kernel that is called with the address
 * of its arguments.
 *
 * The kernel goes through each line once. A line that is an object with a text and perhaps an id, and that
 * `JSON.parse` would accept, becomes a document. Lines of white space are ignored. Every other line is *odd*: it is only listed, and
 * the host reads it with `JSON.parse`. So a kernel may call a line odd for any reason; the reasons of both twins
 * are: it is not JSON or not UTF-8, has no text or one that is not a string, an id that is neither a string nor `null` nor an integer of up
 * to 15 digits, an escape in the name of a field, more than 64 containers inside each other, or over `maxLine` bytes.
 */
import { JsonlRecord as Record, JsonlScan as Scan } from '../layouts/jsonl-scan.ts';
import { placesOf } from '../layouts/places.ts';

export const JsonlRecordFields = placesOf(new Record());
export const JsonlScanFields = placesOf(new Scan());
