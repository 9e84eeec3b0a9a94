/** Checks of whole runs of bytes, by Node's own fast functions. */
export { isAscii, isUtf8 } from 'node:buffer';
