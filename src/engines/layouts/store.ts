/** The store of fingerprints that are queried one at a time. Compiled by tsc and asc. */
type u32 = number;

/** Room for the hits of a query. */
export const STORE_HITS: u32 = 4096;
