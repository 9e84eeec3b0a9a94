/** Files that are read for a view: how far reading is, what went wrong, and what to do with their texts. */
import { useSignal } from '@preact/signals';
import { readFiles } from '../api/read-files.ts';
import type { Text } from '../api/types.ts';
import { say } from '../say/index.ts';
import { filesRead } from '../work.ts';
import { timeLeft } from './time-left.ts';

export function useReading(show: (texts: Text[]) => void) {
  /** What is being done, in words; '' if nothing is read. */
  const busy = useSignal('');
  const error = useSignal<unknown>(undefined);
  const read = async (files: readonly File[]) => {
    error.value = undefined;
    filesRead.value = files;
    const left = timeLeft();
    const tell = (done: number) => {
      busy.value =
        done === 0
          ? say.value.reading(files.length)
          : say.value.readingSome(done, files.length, left(done / files.length));
    };
    try {
      show(await readFiles(files, tell));
    } catch (problem) {
      error.value = problem;
    }
    busy.value = '';
  };
  return { busy, error, read };
}
