// @ts-check
/**
 * `npm run faults [-- --kills N]`: kills two web and two worker processes in turn under load, 1,000 times by default, cuts their
 * connections, sets their clocks wrong, fills the disk, updates them, and counts what was lost or doubled (docs/operate/processes.md). The
 * last line is the result as JSON. `npm test` kills four times and leaves out the slowest faults.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureRedis } from './debian-programs.mjs'
import { ensureInstalled } from './install.mjs'
import { isMain, runStep } from './run-step.mjs'

const DAY_MS = 86_400_000
const KILLS = 1_000
const USAGE = 'Give a number of kills, or nothing for 1,000: npm run faults -- --kills 100'
const NAMES = /** @type {const} */ (['kills', 'lost', 'doubled', 'violations'])

/**
 * @param {readonly string[]} args
 * @returns {number | undefined} undefined if they are wrong
 */
export function killsOf(args) {
  try {
    const { kills = `${KILLS}` } = parseArgs({ args: [...args], options: { kills: { type: 'string' } } }).values
    return /^[1-9]\d{0,5}$/.test(kills) ? Number(kills) : undefined
  } catch {
    return undefined
  }
}

/**
 * The result of a run. What the suite could not count is null, never 0.
 *
 * @param {string | undefined} report JSON that the suite wrote; undefined if it wrote none
 * @param {number} suiteCode exit code of the suite
 */
export function resultOf(report, suiteCode) {
  /** @type {Record<string, unknown>} */
  let counts = {}
  try {
    counts = JSON.parse(report ?? '{}')
  } catch {
    // Cut off: nothing is known.
  }
  const known = NAMES.map((name) => /** @type {const} */ ([name, Number.isInteger(counts[name]) ? Number(counts[name]) : null]))
  const isClean = known.every(([name, count]) => (name === 'kills' ? count !== null : count === 0))
  return { line: JSON.stringify(Object.fromEntries(known)), code: suiteCode === 0 && isClean ? 0 : 1 }
}

/** @param {number} kills */
async function runSuite(kills) {
  if (!ensureInstalled({ tools: true }) || !ensureRedis()) return resultOf(undefined, 1)
  const folder = mkdtempSync(join(tmpdir(), 'aerie-faults-'))
  const file = join(folder, 'counts.json')
  const env = { CLUSTER_KILLS: `${kills}`, FAULTS_REPORT: file }
  const { code } = await runStep(['vitest', 'run', '--project', 'faults'], { timeoutMs: DAY_MS, env })
  const result = resultOf(existsSync(file) ? readFileSync(file, 'utf8') : undefined, code)
  rmSync(folder, { recursive: true, force: true })
  return result
}

async function main() {
  const kills = killsOf(process.argv.slice(2))
  if (kills === undefined) {
    console.error(USAGE)
    return 2
  }
  const { line, code } = await runSuite(kills)
  console.log(line)
  return code
}

if (isMain(import.meta.url)) process.exitCode = await main()
