/** Whether standard output gets colors. `NO_COLOR` and `FORCE_COLOR` decide before the terminal does. */
export function usesColor(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return !/^(0|false)$/.test(FORCE_COLOR);
  return process.stdout.isTTY === true;
}

/** `--color` decides for this process as the variables do. */
export function chooseColor(when: 'auto' | 'always' | 'never'): void {
  if (when === 'auto') return;
  process.env.NO_COLOR = when === 'never' ? '1' : '';
  process.env.FORCE_COLOR = when === 'never' ? '0' : '1';
}
