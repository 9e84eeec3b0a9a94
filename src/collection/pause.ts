/** Lets other work of the thread have its turn: what waits goes on, callers that were answered ask again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
