export function storePoints(store: { readonly KILL_POINTS: readonly string[] }): string[];
