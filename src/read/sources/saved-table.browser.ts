/** A browser makes the tables itself, which takes 20 ms; fetching them would take longer. */
export function savedTable(): undefined {
  return undefined;
}
