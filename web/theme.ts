/** Light, dark, or as the system says. */
import { effect, signal } from '@preact/signals';

const STORED = 'neardup-theme';
export const theme = signal(localStorage.getItem(STORED) ?? 'auto');

effect(() => {
  const { documentElement: root } = document;
  if (theme.value === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme.value;
  root.style.colorScheme = theme.value === 'auto' ? 'light dark' : theme.value;
});

export function useTheme(value: string): void {
  localStorage.setItem(STORED, value);
  theme.value = value;
}
