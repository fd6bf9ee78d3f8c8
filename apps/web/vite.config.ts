import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { treeshake } from './build/area-index.ts'
import { BUILD_TARGET } from './build/browser-floor.ts'
import { staticShell } from './build/static-shell.ts'

/** Paths of the API server; the dev server proxies them. */
const SERVER_PATHS = ['/api', '/dev/outbox', '/openapi.json', '/docs', '/healthz', '/readyz']

export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, '.', 'AERIE_').AERIE_SERVER_URL ?? 'http://127.0.0.1:4800'
  return {
    plugins: [react(), tailwindcss({ optimize: false }), staticShell()],
    resolve: {
      alias: {
        // Its browser build decodes `&amp;` through innerHTML, which Trusted Types refuse: a text with an entity broke its page.
        'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
      },
    },
    build: {
      // All of these support light-dark(), used by the tokens: a polyfill could not follow a toast's own theme.
      target: BUILD_TARGET,
      // The server sends brotli compressed after the build; Vite's gzip estimate only costs time.
      reportCompressedSize: false,
      // Inlines almost nothing: the content security policy refuses `data:` URLs for fonts and scripts.
      assetsInlineLimit: 0,
      sourcemap: false,
      // Converted to licences.txt after the build.
      license: { fileName: 'licences.json' },
      // The largest chunks are WalletConnect and Safe, loaded only when chosen.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        treeshake,
        // Home's code in one file: without it the first load is 28 small files.
        output: {
          postBanner: '/*! Licences: /licences.txt */',
          codeSplitting: { groups: [{ name: 'home', test: /\/src\/main\.tsx$/ }] },
        },
      },
    },
    server: {
      proxy: {
        ...Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server }])),
        '/socket.io': { target: server, ws: true },
      },
    },
  }
})
