// @ts-check
/**
 * `npm run capacity [-- --watchers N --traders N]`: what a watcher, an order, an alert and a delivery cost on this machine, and what a million
 * watchers would need (docs/operate/capacity.md). One JSON object per line on stdout, the estimate last.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureRedis } from './debian-programs.mjs'
import { ensureInstalled } from './install.mjs'
import { runServer } from './server-process.mjs'

const OPTIONS = /** @type {const} */ ({ watchers: { type: 'string', default: '2000' }, traders: { type: 'string', default: '400' } })
/** A web process takes 20,000 guests. */
const MOST = { watchers: 20_000, traders: 5_000 }

/** @param {string[]} args @returns {number[] | string} the numbers, or what is wrong with them */
function numbersOf(args) {
  let values
  try {
    ;({ values } = parseArgs({ args, options: OPTIONS }))
  } catch {
    return 'Give numbers: npm run capacity -- --watchers 2000 --traders 400'
  }
  for (const name of /** @type {const} */ (['watchers', 'traders'])) {
    const number = Number(values[name])
    if (!Number.isInteger(number) || number < 1 || number > MOST[name]) return `--${name} takes a whole number from 1 to ${MOST[name]}`
  }
  return [Number(values.watchers), Number(values.traders)]
}

async function main() {
  const numbers = numbersOf(process.argv.slice(2))
  if (typeof numbers === 'string') {
    console.error(numbers)
    return 2
  }
  if (process.platform !== 'linux') {
    console.error('npm run capacity needs Linux: it reads the processor time of each process from /proc')
    return 1
  }
  if (!ensureInstalled({ tools: true })) return 1
  if (!ensureRedis()) {
    console.error('npm run capacity needs redis-server: install it')
    return 1
  }
  return await runServer(['--disable-warning=ExperimentalWarning', join('bench', 'capacity.ts'), ...numbers.map(String)]).ended
}

process.exitCode = await main()
