/** A page's script made of ordinary functions: each travels as source, and gets the others as its first argument. */

/** Calls `start` with `parts` when the page is there. A part must use nothing from outside itself but its arguments. */
export function scriptOf<Parts extends object>(start: (parts: Parts) => void, parts: Parts): string {
  const sources = Object.entries(parts).map(([name, part]) => `${name}: ${part}`);
  return `(${start})({\n${sources.join(',\n')}\n});`;
}
