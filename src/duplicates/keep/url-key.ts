/** URLs as keys: two that lead to the same page are one. Other values are keys as they are. */

/** Parameters that say where a visitor came from, not what is shown. */
const TRACKING = /^(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid)$/i;
/** A fragment that chooses the page, and not a place in it. */
const ROUTE = /^#!?\//;

/**
 * The key of a value. Of an http(s) URL it is host, path and parameters: in one spelling, without scheme, default port, fragment, slash at the
 * end and tracking parameters, with the other parameters sorted.
 */
export function urlKey(value: string): string {
  const text = value.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !TRACKING.test(parameter.split('=', 1)[0]))
    .sort();
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  const route = ROUTE.test(url.hash) ? url.hash : '';
  return `//${url.host}${url.pathname.replace(/\/+$/, '')}${query}${route}`;
}
