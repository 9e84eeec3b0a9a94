/** Builds the page of the service into dist/web: files with hashes in their names, nothing inline. */
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [chosenTheme()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});

/** The styles of the reports follow the system's theme. In this page, `data-theme` can choose the other one. */
function chosenTheme(): Plugin {
  const dark = /@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/g;
  return {
    name: 'chosen theme',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) =>
        code.replace(
          dark,
          '@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) {$1} }\n:root[data-theme=dark] {$1}',
        ),
    },
  };
}
