/** Files that are read for a view: how many are being read, what went wrong, and what to do with their texts. */
import { useSignal } from '@preact/signals';
import { readFiles } from '../api/read-files.ts';
import type { Text } from '../api/types.ts';

export function useReading(show: (texts: Text[]) => void) {
  const busy = useSignal(0);
  const error = useSignal<unknown>(undefined);
  const read = async (files: readonly File[]) => {
    busy.value = files.length;
    error.value = undefined;
    try {
      show(await readFiles(files));
    } catch (problem) {
      error.value = problem;
    }
    busy.value = 0;
  };
  return { busy, error, read };
}
