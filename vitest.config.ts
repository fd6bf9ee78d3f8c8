import { defineConfig } from 'vitest/config'

/** Unit tests are `*.test.ts(x)`; those that need PostgreSQL or a real socket are `*.int.test.ts`. */
export default defineConfig({
  test: {
    include: ['{packages,apps,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**'],
  },
})
