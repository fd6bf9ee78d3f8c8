import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { BUILD_TARGET } from './build/browser-floor.ts'
import { staticShell } from './build/static-shell.ts'

/** What the API server answers; in development the dev server passes it on. */
const SERVER_PATHS = ['/api', '/dev/outbox', '/openapi.json', '/docs', '/healthz', '/readyz']

export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, '.', 'AERIE_').AERIE_SERVER_URL ?? 'http://127.0.0.1:4800'
  return {
    plugins: [react(), tailwindcss({ optimize: false }), staticShell()],
    resolve: {
      alias: {
        // Its build for browsers decodes `&amp;` through innerHTML, which Trusted Types refuse: a text with an entity broke its page.
        'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
      },
    },
    build: {
      // All of these have light-dark(), which the tokens are written in: spelled out, it could not follow a toast's own theme.
      target: BUILD_TARGET,
      // The server sends brotli made after the build; Vite's own gzip estimate only costs time.
      reportCompressedSize: false,
      // Only an absolute minimum is inlined: `data:` URLs are refused for fonts and scripts by the content security policy.
      assetsInlineLimit: 0,
      sourcemap: false,
      // Made into licences.txt after the build.
      license: { fileName: 'licences.json' },
      // The largest are the code of WalletConnect and of Safe, loaded when one of them is chosen.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // The program of Home with all it imports in one file: without it the first load is 28 small files.
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
