// @ts-check
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { parseSync } from 'vite'
import { isMain, ROOT } from './run-step.mjs'

/** All JavaScript that the first load of Home may take, in bytes after brotli 11 (docs/decisions/0081). */
export const HOME_BUDGET = 110_000

/**
 * What Trade may take over Home before its ticket, book and positions can be used, in bytes after brotli 11; and with the docking
 * library and the chart, which come beside them on a large screen (docs/decisions/0304, 0445).
 */
export const TRADE_BUDGETS = { first: 60_000, whole: 226_000 }
/** The goal of the first (issue: Trade at most 60 kB over Home), printed beside it. */
const TRADE_GOAL = 60_000

/** The file that Trade opens with, slots included (apps/web/build/trade-first.ts), and what comes beside on a large screen. */
const TRADE_FIRST = ['trade']
const TRADE_BESIDE = ['dock', 'trade-chart-slot', 'chart-workspace']

/** What Home imports by itself once it is on the screen. A browser test sees that there is no more. */
const SOON_AFTER = 'assets/live-socket-*.js'

const SCRIPTS = /\b(?:src|href|data-main)="(\/[^"]+\.js)"/g

/**
 * The scripts that index.html names, the live connection, and all that these import statically.
 *
 * @param {string} dist folder of the built web app
 * @returns {string[]} paths from `dist`, each once
 */
export function firstLoadScripts(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const soonAfter = globSync(SOON_AFTER, { cwd: dist })
  if (soonAfter.length !== 1) throw new Error(`one ${SOON_AFTER} was expected in the build, there are ${soonAfter.length}`)
  return withImports(
    dist,
    [...html.matchAll(SCRIPTS)].flatMap((match) => match[1]?.split(' ') ?? []).concat(soonAfter.map((path) => `/${path}`)),
  )
}

/**
 * @param {string} dist
 * @param {string[]} queue paths from `dist`
 * @returns {string[]} these and all that they import statically, each once
 */
function withImports(dist, queue) {
  const seen = new Set()
  for (const path of queue) {
    if (seen.has(path)) continue
    seen.add(path)
    queue.push(...staticImports(path, readFileSync(join(dist, path), 'utf8')))
  }
  return [...seen]
}

/**
 * The built file of a piece that is loaded by itself.
 *
 * @param {string} dist
 * @param {string} name
 */
function pieceOf(dist, name) {
  const hash = new RegExp(`/${name}-[\\w-]{7}\\.js$`)
  const found = globSync(`assets/${name}-*.js`, { cwd: dist }).filter((path) => hash.test(path))
  if (found.length !== 1) throw new Error(`one ${name} was expected in the build, there are ${found.length}`)
  return `/${found[0]}`
}

/**
 * What Trade loads that Home has not: until it can be used, and with what comes beside that.
 *
 * @param {string} dist
 */
export function measureTrade(dist) {
  const home = new Set(firstLoadScripts(dist))
  /** @param {readonly string[]} names */
  const over = (names) =>
    withImports(
      dist,
      names.map((name) => pieceOf(dist, name)),
    )
      .filter((path) => !home.has(path))
      .reduce((sum, path) => sum + brotliSize(join(dist, path)), 0)
  return { first: over(TRADE_FIRST), whole: over([...TRADE_FIRST, ...TRADE_BESIDE]) }
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
  console.log(
    `${(total / 1000).toFixed(1).padStart(8)} kB  first load of ${dirname('/index.html')}, brotli; at most ${HOME_BUDGET / 1000} kB`,
  )
  const trade = measureTrade(dist)
  const line = (/** @type {number} */ bytes, /** @type {string} */ words) =>
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${words}`)
  line(trade.first, `Trade over Home until it can be used; at most ${TRADE_BUDGETS.first / 1000} kB, goal ${TRADE_GOAL / 1000} kB`)
  line(trade.whole, `the same with dock and chart; at most ${TRADE_BUDGETS.whole / 1000} kB`)
  const isWithin = total > 0 && total <= HOME_BUDGET && trade.first <= TRADE_BUDGETS.first && trade.whole <= TRADE_BUDGETS.whole
  process.exitCode = isWithin ? 0 : 1
}

if (isMain(import.meta.url)) main()
