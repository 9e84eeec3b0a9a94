/** Whether a key is not needed by what has the focus, such as a field or a slider: then the page may use it. */
export function isFreeKey({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  return !(target instanceof Element) || target.closest('input, select, textarea') === null;
}
