/** The elements and the data that the page's markup holds for its script. */

/** The element with this id; the markup always has it. */
export function find<Found extends Element = HTMLElement>(id: string): Found {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`Expected the page to have an element with the id ${id}.`);
  return found as Element as Found;
}

export function hasElement(id: string): boolean {
  return document.getElementById(id) !== null;
}

/** The JSON that the markup holds under this id. */
export function readIsland<Data>(id: string): Data {
  return JSON.parse(find(id).textContent);
}

export function setText(id: string, text: string): void {
  find(id).textContent = text;
}
