import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const resolvePath = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The size limit of a chunk. The chunks of MapLibre and of the country outlines are large, but only
 * maps load them.
 */
const MAX_CHUNK_KB = 1100;

/**
 * Selects the build of MapLibre with a separate worker file. The other build creates its worker
 * from a text, which the Content-Security-Policy forbids.
 */
const resolve: UserConfig['resolve'] = {
  alias: [{ find: /^maplibre-gl$/, replacement: 'maplibre-gl/dist/maplibre-gl-csp.js' }],
};
/**
 * This file is not in `assets`, so that browsers revalidate it. Its Content-Security-Policy is a
 * header of the file and can change.
 */
const WORKER = 'maplibre-gl-csp-worker.js';

/**
 * Names each CSS class after its file and itself, so that developers and tests can recognize it in
 * the browser.
 */
const css: UserConfig['css'] = {
  modules: {
    localsConvention: 'camelCase',
    generateScopedName(name, path) {
      const file = basename(path).replace(/\.module\.css.*$/, '');
      return name === file ? name : `${file}-${name}`;
    },
  },
};

/** The paths under which the documentation pages load their scripts and styles. */
const DOCUMENT_SCRIPTS: Readonly<Record<string, string>> = {
  documents: 'documents/page.js',
  guide: 'documents/guide.js',
};
const DOCUMENT_STYLES: Readonly<Record<string, string>> = {
  'documents.css': 'documents/page.css',
  'guide.css': 'documents/guide.css',
};

/**
 * Uses relative addresses, so that one build works under any base path. The service sets `<base>`.
 */
const buildConfig: UserConfig = {
  root: resolvePath('.'),
  css,
  resolve,
  base: './',
  build: {
    outDir: resolvePath('../dist/portal'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: MAX_CHUNK_KB,
    reportCompressedSize: false,
    rolldownOptions: {
      // the documentation pages load these files by name
      input: {
        portal: resolvePath('./index.html'),
        documents: resolvePath('./src/documents/page.ts'),
        guide: resolvePath('./src/documents/guide.ts'),
      },
      output: {
        entryFileNames: ({ name }) => DOCUMENT_SCRIPTS[name] ?? 'assets/[name]-[hash].js',
        assetFileNames: ({ names: [name = ''] }) =>
          DOCUMENT_STYLES[name] ?? `${name === WORKER ? 'workers' : 'assets'}/[name]-[hash][extname]`,
        // one file for the code of all pages, because 20 small files load slowly over a slow
        // network
        codeSplitting: { groups: [{ name: 'frame', test: /portal\/src\/main\.tsx$/ }] },
      },
      // ignores "use client" directives, because all of this code runs in the client
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
};

/**
 * Serves the sources with live reload and forwards all other requests to a running service. Keeps
 * the host of the page, because the service rejects changes from other origins.
 */
function devConfig(): UserConfig {
  const { origin, pathname } = new URL(process.env.SERVICE_URL ?? 'http://127.0.0.1:3000');
  const base = `${pathname.replace(/\/$/, '')}/portal/`;
  return {
    root: resolvePath('.'),
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

export default defineConfig(({ command }) => (command === 'build' ? buildConfig : devConfig()));
