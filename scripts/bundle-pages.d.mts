import type { Plugin } from 'rolldown';

/** A plugin for rolldown and Vite that gives `src/report/pages/bundled.js`. */
export function bundledPages(): Plugin;
