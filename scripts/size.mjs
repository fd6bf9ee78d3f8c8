// @ts-check
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { parseSync } from 'vite'
import { isMain, ROOT } from './run-step.mjs'

/**
 * Warning threshold for the JavaScript of Home's first load, in bytes after brotli 11. Lighthouse measures loading time
 * (bench/home.bench.ts).
 */
export const HOME_BUDGET = 150_000

/** Loaded by Home right after its first render. A browser test checks that nothing else is. */
const SOON_AFTER = 'assets/live-socket-*.js'

const SCRIPTS = /\b(?:src|href|data-main)="(\/[^"]+\.js)"/g

/**
 * The scripts that index.html names, the live connection, and all that these import statically.
 *
 * @param {string} dist folder of the built web app
 * @returns {string[]} paths from `dist`, each once
 */
function firstLoadScripts(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const soonAfter = globSync(SOON_AFTER, { cwd: dist })
  if (soonAfter.length !== 1) throw new Error(`one ${SOON_AFTER} was expected in the build, there are ${soonAfter.length}`)
  const queue = [...html.matchAll(SCRIPTS)].flatMap((match) => match[1]?.split(' ') ?? []).concat(soonAfter.map((path) => `/${path}`))
  const seen = new Set()
  for (const path of queue) {
    if (seen.has(path)) continue
    seen.add(path)
    queue.push(...staticImports(path, readFileSync(join(dist, path), 'utf8')))
  }
  return [...seen]
}

/**
 * @param {string} path
 * @param {string} source
 */
function staticImports(path, source) {
  const { module } = parseSync(path, source)
  const from = module.staticImports.map((one) => one.moduleRequest.value)
  const reExports = module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
  )
  return [...from, ...reExports].map((request) => posix.join(posix.dirname(path), request))
}

/** @param {string} file */
const brotliSize = (file) => brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/**
 * @param {string} dist
 * @returns {{ total: number, files: { path: string, bytes: number }[] }}
 */
export function measureFirstLoad(dist) {
  const files = firstLoadScripts(dist).map((path) => ({ path, bytes: brotliSize(join(dist, path)) }))
  return { total: files.reduce((sum, { bytes }) => sum + bytes, 0), files }
}

function main() {
  const dist = join(ROOT, 'apps', 'web', 'dist')
  if (!existsSync(join(dist, 'index.html'))) {
    console.error(`${posix.join('apps', 'web', 'dist')} is not built`)
    process.exitCode = 1
    return
  }
  const { total, files } = measureFirstLoad(dist)
  for (const { path, bytes } of files.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${path}`)
  console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  first load of Home, brotli; warns over ${HOME_BUDGET / 1000} kB`)
  if (total > HOME_BUDGET)
    console.log(`warning: the first load is ${((total - HOME_BUDGET) / 1000).toFixed(1)} kB over ${HOME_BUDGET / 1000} kB`)
}

if (isMain(import.meta.url)) main()
