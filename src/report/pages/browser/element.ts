/**
 * The only way the pages make elements: strings become text nodes, never markup, so no document can add markup. Values from
 * documents go in as children or as `dir`, `lang`, `title`, `aria-label`; nothing else.
 */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  return filled(document.createElement(tag), attributes, children);
}

/** An element of a picture. */
export function svgElement(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Node | string)[]
): SVGElement {
  return filled(
    document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement,
    attributes,
    children,
  );
}

/** A button that does something when it is pressed. */
export function button(
  attributes: Readonly<Record<string, string>>,
  pressed: () => void,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', pressed);
  return made;
}

function filled<Made extends Element>(
  made: Made,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Node | string)[],
): Made {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
