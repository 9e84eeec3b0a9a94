/** The theme that the reader has chosen, before anything is drawn. The same setting as that of the service's page. */
const STORED = 'neardup-theme';

use(stored());
document.addEventListener('DOMContentLoaded', () => {
  const select = document.querySelector<HTMLSelectElement>('#theme')!;
  select.value = stored();
  select.addEventListener('change', () => {
    use(select.value);
    try {
      localStorage.setItem(STORED, select.value);
    } catch {
      // a browser that stores nothing keeps the choice for this page
    }
  });
});

function use(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  else delete dataset.theme;
}

function stored(): string {
  try {
    const theme = localStorage.getItem(STORED);
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  } catch {
    return 'auto';
  }
}
