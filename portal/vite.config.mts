import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The outlines of the countries are one large text, fetched only for a map. */
const LARGEST_CHUNK_KB = 1000;

/** Addresses are relative, so that one build serves below any path; the service sets <base>. */
export default defineConfig({
  root: path('.'),
  base: './',
  build: {
    outDir: path('../dist/portal'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: LARGEST_CHUNK_KB,
    reportCompressedSize: false,
    rolldownOptions: {
      // the page around Swagger UI is served by the documents, which know its files by name
      input: { portal: path('./index.html'), documents: path('./src/documents/page.ts') },
      output: {
        entryFileNames: ({ name }) =>
          name === 'documents' ? 'documents/page.js' : 'assets/[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.includes('documents.css') ? 'documents/page.css' : 'assets/[name]-[hash][extname]',
      },
      // "use client" says nothing here: all of this is the client
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
