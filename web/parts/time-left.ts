/** How long work will take that goes on as it did so far. */
import { say } from '../say/index.ts';

/** Milliseconds after which the pace is known well enough. */
const LEAST_TIME = 1500;

/** @returns Tells the time left, given the share that is done; '' if that is not known yet. */
export function timeLeft(): (done: number) => string {
  const start = performance.now();
  return (done) => {
    const passed = performance.now() - start;
    if (passed < LEAST_TIME || done <= 0 || done >= 1) return '';
    return say.value.timeLeft((passed * (1 - done)) / done / 1000);
  };
}
