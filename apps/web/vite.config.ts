import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { firstLoad } from './build/first-load.ts'
import { leanLibraries } from './build/lean-libraries.ts'
import { leanPreloads } from './build/lean-preloads.ts'
import { staticShell } from './build/static-shell.ts'
import { tradeFirst } from './build/trade-first.ts'

/** What the API server answers; in development the dev server passes it on. */
const SERVER_PATHS = ['/api', '/dev/outbox', '/openapi.json', '/docs', '/healthz', '/readyz']

const ENTRY = `${import.meta.dirname}/src/main.tsx`

export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, '.', 'AERIE_').AERIE_SERVER_URL ?? 'http://127.0.0.1:4800'
  return {
    plugins: [react(), tailwindcss({ optimize: false }), leanLibraries(), leanPreloads(), staticShell()],
    resolve: {
      alias: {
        // Its build for browsers decodes `&amp;` through innerHTML, which Trusted Types refuse: a text with an entity broke its page.
        'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
      },
    },
    build: {
      target: 'es2023',
      // The first browsers with light-dark(), which the tokens are written in: spelled out, it could not follow a toast's own theme.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      // The server sends brotli made after the build; Vite's own gzip estimate only costs time.
      reportCompressedSize: false,
      // Only an absolute minimum is inlined: `data:` URLs are refused for fonts and scripts by the content security policy.
      assetsInlineLimit: 0,
      sourcemap: false,
      // The largest are the code of WalletConnect and of Safe, loaded when one of them is chosen.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // A sentence of a word file stands in its one place of use again, so that no chunk loads another's words.
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          // Home names every file that may be loaded later, and hashes do not compress: 42 bits tell two builds of one file apart.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [
              { name: firstLoad(ENTRY), debugName: 'first load' },
              { name: tradeFirst(ENTRY), debugName: 'first load of Trade', includeDependenciesRecursively: false },
            ],
          },
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
