import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { SAFE_THREADS } from './scripts/server-options.mjs'

const exclude = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**']
/** Only a hang exceeds this, even on a busy machine. */
const PATIENCE_MS = 60_000
/** Browser files in parallel on two cores: each mostly waits. */
const BROWSER_FILES = 2
/** Files with servers and databases in parallel on two cores, for the same reason. */
const SERVER_FILES = 4
const databaseSetup = 'apps/server/test/global-setup.ts'
/** Vitest's own waits time out after a second by default: too soon for a busy machine. */
const waitLimits = 'apps/server/test/wait-limits.ts'
const propertySeed = 'packages/testkit/src/property-seed.ts'
const expect = { poll: { timeout: PATIENCE_MS / 2 } }

/**
 * Six projects: `unit` (Node), `web` (happy-dom), `int` (real PostgreSQL and sockets, one embedded cluster per run), `faults` (several server
 * processes under load, so alone), `contracts` (solc, forge, a real chain) and `e2e` (the built server and Chromium). `npm test` runs and counts each.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Print failures in full: one may occur on one machine in a hundred runs.
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        test: {
          name: 'unit',
          execArgv: [SAFE_THREADS],
          include: ['{packages,apps/server,scripts,e2e,bench}/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts', '**/*.faults.test.ts'],
          setupFiles: [waitLimits, propertySeed],
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
          setupFiles: [
            'apps/web/test/no-server.ts',
            'apps/web/test/no-work-left.ts',
            'apps/web/test/wait-limits.ts',
            waitLimits,
            propertySeed,
          ],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect,
        },
      },
      {
        test: {
          name: 'int',
          execArgv: [SAFE_THREADS],
          // Files of a worker share the server's modules: loading them for each of 166 files took a fifth of the time.
          isolate: false,
          include: ['{packages,apps}/**/*.int.test.ts'],
          exclude,
          testTimeout: 2 * PATIENCE_MS,
          hookTimeout: 2 * PATIENCE_MS,
          maxWorkers: SERVER_FILES,
          setupFiles: [waitLimits, propertySeed],
          expect,
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
        },
      },
      {
        test: {
          name: 'faults',
          execArgv: [SAFE_THREADS],
          include: ['{packages,apps}/**/*.faults.test.ts'],
          exclude,
          testTimeout: 5 * PATIENCE_MS,
          hookTimeout: 5 * PATIENCE_MS,
          maxWorkers: 1,
          setupFiles: [waitLimits],
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
          // A browser test waits for several things in sequence.
          testTimeout: 2 * PATIENCE_MS,
          hookTimeout: 2 * PATIENCE_MS,
          maxWorkers: BROWSER_FILES,
        },
      },
    ],
  },
})
