/** Escaping: text from documents is in the page as text, never as markup or script. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and for attribute values in quotes of either kind. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);
}

/**
 * A value as JSON that can be put inside `<script type="application/json">`: no `<` can close the element or open a
 * comment, and the two line ends that JavaScript once refused in strings are escaped with it.
 */
export function jsonIsland(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** An element that holds such JSON for the page's script. */
export function island(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>\n`;
}
