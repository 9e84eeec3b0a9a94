/** Done, and with --exit-code: duplicates were found; something could not be read, or the call is wrong. */
export const EXIT = { done: 0, found: 1, trouble: 2 } as const;
