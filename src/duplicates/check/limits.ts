/** Bounds of the jobs that compare with stored texts. */

export const JOB_PAIRS = 4096;
/** Bytes of text. */
export const JOB_BYTES = 4 << 20;
/** Text of all jobs under way together. */
export const BYTES_AT_A_TIME = 64 << 20;
/** So few bytes of text are compared on this thread: a worker would answer later. */
export const BYTES_HERE = 1 << 16;
