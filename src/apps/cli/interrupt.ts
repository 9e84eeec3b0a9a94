/** The main thread's function that ends the process; the thread that listens to signals calls it. */
export const INTERRUPT = Symbol.for('neardup.interrupt');
