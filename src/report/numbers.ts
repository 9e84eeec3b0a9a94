/** Numbers as people and programs read them. The terminal, JSON and the pages all format here, so they always agree. */

/** A share for JSON. Four decimals: enough to tell results apart, few enough to read. Only 1 becomes 1. */
export function rounded(share: number): number {
  const value = Math.round(share * 1e4) / 1e4;
  return value === 1 && share < 1 ? 0.9999 : value;
}

/** A share cut to four decimals; `percent` gives the same for it as for the exact share. */
export function shortened(share: number): number {
  return share <= 0 ? 0 : Math.max(1, Math.floor(share * 1e4 + 1e-9)) / 1e4;
}

/** The resemblance of two documents in four decimals, cut. Only identical texts have 1. */
export function shownResemblance({
  resemblance,
  identical,
}: {
  resemblance: number;
  identical: boolean;
}): number {
  return identical ? 1 : Math.min(0.9999, shortened(resemblance));
}

/**
 * A share of 0 to 1 as a percentage, rounded. Only zero is `0%` and only 1 is `100%`: a proof must not be rounded up. At most
 * five characters wide, if it is not `>99.9%`. Markup has to escape the result.
 */
export function percent(share: number, decimals = 1): string {
  if (share <= 0) return '0%';
  if (share >= 1) return '100%';
  const steps = 10 ** decimals;
  // a share like 0.0055 is a little less in binary, and would be rounded down
  const value = Math.round(share * 100 * steps + 1e-7) / steps;
  if (value === 100) return `>${(100 - 1 / steps).toFixed(decimals)}%`;
  return value === 0 ? `<${1 / steps}%` : `${value.toFixed(decimals)}%`;
}

/** A whole number with a comma between thousands. */
export function formatNumber(value: number): string {
  // the first call of toLocaleString takes 20 ms
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 word`, `2,400 words`. */
export function count(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
