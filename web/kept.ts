/** Signals that last until the tab is closed, also when the page is loaded again. */
import { effect, type Signal, signal } from '@preact/signals';

const LOST = 'neardup-work-lost';

/** True if what the user was working on was too large to be kept when the page was loaded again. */
export const isLost = signal(sessionStorage.getItem(LOST) !== null);
sessionStorage.removeItem(LOST);

/** @param initial JSON, or undefined. */
export function kept<T>(name: string, initial: T): Signal<T> {
  const key = `neardup-work-${name}`;
  const stored = sessionStorage.getItem(key);
  const made = signal<T>(stored === null ? initial : (JSON.parse(stored) as T));
  effect(() => {
    const { value } = made;
    try {
      if (value === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(value));
      if (sessionStorage.getItem(LOST) === name) sessionStorage.removeItem(LOST);
    } catch {
      // there is no room for it: the next load says so
      sessionStorage.removeItem(key);
      sessionStorage.setItem(LOST, name);
    }
  });
  return made;
}
