/**
 * The only way the pages make elements: strings become text nodes, never markup, so no document can add markup. Values from
 * documents go in as children or as `dir`, `lang`, `title`; nothing else.
 */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
