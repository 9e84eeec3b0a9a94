export declare const SEARCH: object;
