/** Checks of whole runs of bytes, by Node's own fast functions. */
import { isAscii as isNodeAscii, isUtf8 as isNodeUtf8 } from 'node:buffer';

export const isAscii: (bytes: Uint8Array) => boolean = isNodeAscii;
export const isUtf8: (bytes: Uint8Array) => boolean = isNodeUtf8;
