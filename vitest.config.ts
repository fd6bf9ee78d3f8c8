import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**']
/** Only what hangs runs out of it: a busy machine must not decide a test. */
const PATIENCE_MS = 60_000
/** Browser files side by side on two cores: each waits most of its time. */
const BROWSER_FILES = 2
/** Files with servers and databases side by side on two cores, for the same reason. */
const SERVER_FILES = 4
const databaseSetup = 'apps/server/test/global-setup.ts'
/** Waits of Vitest itself end after a second by default: too soon for a busy machine. */
const patience = 'apps/server/test/patience.ts'
const expect = { poll: { timeout: PATIENCE_MS / 2 } }

/**
 * Five projects: `unit` (Node), `web` (happy-dom), `int` (real PostgreSQL and sockets, one embedded cluster a run),
 * `contracts` (solc, forge, and a real chain) and `e2e` (the built server and Chromium). `npm test` runs each by name and
 * counts it.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A failure is printed whole: it may happen on one machine in a hundred runs.
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps/server,scripts,e2e,bench}/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts'],
          setupFiles: [patience],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
          setupFiles: ['apps/web/test/no-server.ts', 'apps/web/test/no-work-left.ts', 'apps/web/test/patience.ts', patience],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect,
        },
      },
      {
        test: {
          name: 'int',
          include: ['{packages,apps}/**/*.int.test.ts'],
          exclude,
          testTimeout: 2 * PATIENCE_MS,
          hookTimeout: 2 * PATIENCE_MS,
          maxWorkers: SERVER_FILES,
          setupFiles: [patience],
          expect,
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
        },
      },
      {
        test: {
          name: 'contracts',
          include: ['contracts/test/**/*.test.ts'],
          exclude,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude,
          expect,
          globalSetup: ['e2e/global-setup.ts'],
          // A test of a browser waits for several things one after the other.
          testTimeout: 2 * PATIENCE_MS,
          hookTimeout: 2 * PATIENCE_MS,
          maxWorkers: BROWSER_FILES,
        },
      },
    ],
  },
})
