/** Where the user is: `#/documents/ID`. Parts of an address are encoded, so an id may have any character. */
import { signal } from '@preact/signals';

export const route = signal(parse(location.hash));

addEventListener('hashchange', () => {
  route.value = parse(location.hash);
});

/** The address of a view. */
export function link(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function go(...parts: readonly string[]): void {
  location.hash = link(...parts);
}

/** What is not encoded properly is no address: the start is shown. */
function parse(hash: string): readonly string[] {
  try {
    return hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  } catch {
    return [''];
  }
}
