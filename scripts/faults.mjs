// @ts-check
/**
 * `npm run faults [-- KILLS]`: kills two web and two worker processes in turn under load, 1,000 times unless told otherwise, and checks that
 * nothing is lost or doubled (docs/operate/processes.md). `npm test` does the same with four kills.
 */
import { ensureRedis } from './debian-programs.mjs'
import { ensureInstalled } from './install.mjs'
import { runStep } from './run-step.mjs'

const DAY_MS = 86_400_000

async function main() {
  const kills = Number(process.argv[2] ?? 1_000)
  if (!Number.isInteger(kills) || kills < 1) {
    console.error('Give a number of kills: npm run faults -- 100')
    return 2
  }
  if (!ensureInstalled({ tools: true }) || !ensureRedis()) return 1
  const env = { CLUSTER_KILLS: `${kills}` }
  return (await runStep(['vitest', 'run', '--project', 'faults'], { timeoutMs: DAY_MS, env })).code
}

process.exitCode = await main()
