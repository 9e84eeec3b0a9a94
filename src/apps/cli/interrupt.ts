/** Cleans up when the user interrupts. It is a separate module, so that the library need not be loaded for it. */
export { abortAll } from '../../index.ts';
