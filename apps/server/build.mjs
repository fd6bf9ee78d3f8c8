// @ts-check
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { thinMappings } from '../../scripts/thin-source-map.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

/**
 * Our own packages go into the bundle, everything from npm stays outside: `@aerie/x/y` is `packages/x/src/y.ts`, or the
 * JSON file of that name.
 *
 * @type {import('esbuild').Plugin}
 */
const ownPackages = {
  name: 'own-packages',
  setup: (builder) => {
    builder.onResolve({ filter: /^@aerie\// }, ({ path }) => {
      const [, name = '', ...rest] = path.split('/')
      const file = rest.join('/')
      return { path: `${packages}${name}/src/${file.endsWith('.json') ? file : `${file}.ts`}` }
    })
  },
}

/** Bundles the server and the operator commands for the pinned Node version. */
export async function buildServer() {
  rmSync(`${here}dist`, { recursive: true, force: true })
  const entries = [
    `${here}src/main.ts`,
    `${here}src/areas/forecast/forecast-worker.ts`,
    `${here}src/areas/journal/imports/import-worker.ts`,
    `${here}src/areas/journal/statistics/statistics-worker.ts`,
    `${here}src/ops/cli/main.ts`,
  ]
  await build({
    entryPoints: entries.map((entry) => ({ in: entry, out: entry.includes('/cli/') ? 'cli' : basename(entry, '.ts') })),
    outdir: `${here}dist`,
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    packages: 'external',
    plugins: [ownPackages],
    sourcemap: true,
    sourcesContent: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  thinMaps(`${here}dist`)
  cpSync(`${here}src/platform/db/migrations`, `${here}dist/migrations`, { recursive: true })
}

/** @param {string} folder */
function thinMaps(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.map'))) {
    const map = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))
    writeFileSync(`${folder}/${name}`, JSON.stringify({ ...map, names: [], mappings: thinMappings(map.mappings) }))
  }
}
