import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** MapLibre is large, and fetched only for a map; so are the outlines of the countries, one long text. */
const LARGEST_CHUNK_KB = 1100;

/** The build of MapLibre whose worker is a file of its own: the other makes it of a text, which the page's policy forbids. */
const resolve: UserConfig['resolve'] = {
  alias: [{ find: /^maplibre-gl$/, replacement: 'maplibre-gl/dist/maplibre-gl-csp.js' }],
};
/** Workers have a policy of their own, which the service says with the file, so that they are asked for again. */
const WORKER = 'maplibre-gl-csp-worker.js';

/** A class is called as its file and itself, so that pages can be read in the browser and by tests. */
const css: UserConfig['css'] = {
  modules: {
    localsConvention: 'camelCase',
    generateScopedName(name, path) {
      const file = basename(path).replace(/\.module\.css.*$/, '');
      return name === file ? name : `${file}-${name}`;
    },
  },
};

/** Where the pages of the documents look for their styles. */
const DOCUMENT_STYLES: Readonly<Record<string, string>> = {
  'documents.css': 'documents/page.css',
  'guide.css': 'documents/guide.css',
};

/** Addresses are relative, so that one build serves below any path; the service sets <base>. */
const toBuild: UserConfig = {
  root: path('.'),
  css,
  resolve,
  base: './',
  build: {
    outDir: path('../dist/portal'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: LARGEST_CHUNK_KB,
    reportCompressedSize: false,
    rolldownOptions: {
      // the page around Swagger UI and the guides are served by the documents, which know their files by name
      input: {
        portal: path('./index.html'),
        documents: path('./src/documents/page.ts'),
        guide: path('./src/documents/guide.css'),
      },
      output: {
        entryFileNames: ({ name }) =>
          name === 'documents' ? 'documents/page.js' : 'assets/[name]-[hash].js',
        assetFileNames: ({ names: [name = ''] }) =>
          DOCUMENT_STYLES[name] ?? `${name === WORKER ? 'workers' : 'assets'}/[name]-[hash][extname]`,
        // what every page needs in one file: over a slow line twenty small ones take their turns
        codeSplitting: { groups: [{ name: 'frame', test: /portal\/src\/main\.tsx$/ }] },
      },
      // "use client" says nothing here: all of this is the client
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
};

/**
 * The page as it is written, beside all that a running service has. The host stays that of the page: the service refuses
 * changes from pages that are not its own.
 */
function toDevelop(): UserConfig {
  const { origin, pathname } = new URL(process.env.SERVICE_URL ?? 'http://127.0.0.1:3000');
  const base = `${pathname.replace(/\/$/, '')}/portal/`;
  return {
    root: path('.'),
    css,
    resolve,
    base,
    server: {
      proxy: { [`^(?!${base.slice(0, -1)}($|/(?!api/)))`]: { target: origin, changeOrigin: false } },
    },
    plugins: [
      {
        name: 'base',
        transformIndexHtml: () => [{ tag: 'base', attrs: { href: base }, injectTo: 'head-prepend' }],
      },
    ],
  };
}

export default defineConfig(({ command }) => (command === 'build' ? toBuild : toDevelop()));
