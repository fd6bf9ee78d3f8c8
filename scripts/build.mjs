// @ts-check

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeServerLicences, writeWebLicences } from './licences.mjs'
import { precompress } from './precompress.mjs'
import { pinnedNode, ROOT, runStep } from './run-step.mjs'
import { buildTarget, isFresh } from './stale.mjs'

/** Every package except the test package: listing each app's dependencies would soon be out of date. */
export const SHARED = [
  ...readdirSync(join(ROOT, 'packages'))
    .filter((name) => name !== 'testkit')
    .map((name) => `packages/${name}/src`),
  'package-lock.json',
  'scripts/licences.mjs',
  'tsconfig.base.json',
]

/** @type {readonly import('./stale.mjs').Target[]} */
const TARGETS = [
  {
    name: 'server',
    sources: [...SHARED, 'apps/server/src', 'apps/server/build.mjs', 'scripts/thin-source-map.mjs'],
    outputs: ['apps/server/dist/main.js', 'apps/server/dist/migrations', 'apps/server/dist/licences.txt'],
    stamp: '.cache/built-server',
    build: async () => {
      const { buildServer } = await import('../apps/server/build.mjs')
      await buildServer()
      writeServerLicences()
    },
  },
  {
    name: 'web',
    sources: [...SHARED, 'apps/web', 'scripts/precompress.mjs'],
    outputs: ['apps/web/dist/index.html', 'apps/web/dist/licences.txt'],
    stamp: '.cache/built-web',
    build: async () => {
      // Vite needs Node 22 or newer: use the pinned one. Print only its errors.
      const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
      const { code } = await runStep([pinnedNode(), vite, 'build', 'apps/web', '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } })
      if (code !== 0) throw new Error('vite build failed')
      writeWebLicences()
      await precompress(join(ROOT, 'apps', 'web', 'dist'))
    },
  },
]

/**
 * Builds what is stale, at the same time.
 *
 * @param {{ force?: boolean, only?: string, quiet?: boolean }} [options]
 * @returns {Promise<string[]>} the names of what was built
 */
export async function buildStale({ force = false, only, quiet = false } = {}) {
  const stale = TARGETS.filter((target) => (only === undefined || target.name === only) && (force || !isFresh(target)))
  if (stale.length > 0 && !quiet) console.log(`Building ${stale.map(({ name }) => name).join(' and ')}…`)
  const results = await Promise.allSettled(stale.map(buildTarget))
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [`${stale[index]?.name}: ${result.reason?.message ?? result.reason}`] : [],
  )
  if (failures.length > 0) throw new Error(`the build failed (${failures.join('; ')})`)
  return stale.map(({ name }) => name)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const built = await buildStale({ force: process.argv.includes('--force') })
    // `npm start` passes `--stale`: the line before a build is enough there.
    if (!process.argv.includes('--stale'))
      console.log(built.length > 0 ? `Built ${built.join(' and ')}.` : 'Nothing to build: everything is fresh.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
