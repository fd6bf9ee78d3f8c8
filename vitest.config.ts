import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**']
const databaseSetup = 'apps/server/test/global-setup.ts'

/**
 * Four projects: `unit` (Node), `web` (happy-dom), `int` (real PostgreSQL and sockets, one embedded cluster a run) and
 * `e2e` (the built server and Chromium). `npm test` runs each by name and counts it.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps/server,scripts,e2e,bench}/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'int',
          include: ['{packages,apps}/**/*.int.test.ts'],
          exclude,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
