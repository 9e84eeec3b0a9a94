/** What is done when the user interrupts: a module of its own, so that not the whole library is loaded for it. */
export { abortAll } from '../../index.ts';
