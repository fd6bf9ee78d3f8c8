// @ts-check
/** `npm test`: installs what is missing, then runs every check. The last line is `N passed, N failed`. */
import { ensureChromium, ensureRedis, tryHeadlessShell } from './debian-programs.mjs'
import { BUILD_GATE, BUILT_GATES, runGate, runGates, runSuite, STATIC_GATES } from './gates.mjs'
import { ensureInstalled } from './install.mjs'
import { countGate, summarise } from './test-report.mjs'

/** @type {import('./test-report.mjs').Row[]} */
const rows = []

async function main() {
  if (!ensureInstalled({ tools: true })) return rows.push({ name: 'install', ...countGate(1), seconds: 0, note: 'npm install failed' })
  const hasBrowser = ensureChromium()
  tryHeadlessShell()
  if (!ensureRedis()) rows.push({ name: 'Redis', ...countGate(1), seconds: 0, note: 'no redis-server here; install it' })
  rows.push(...(await runGates(STATIC_GATES)))
  rows.push(await runGate(BUILD_GATE), ...(await runGates(BUILT_GATES)))
  for (const suite of /** @type {const} */ (['unit', 'web', 'int', 'faults', 'contracts'])) rows.push(await runSuite(suite))
  if (hasBrowser) rows.push(await runSuite('e2e'))
  else rows.push({ name: 'browser', ...countGate(1), seconds: 0, note: 'no Chromium here; install one or set CHROME_PATH' })
}

try {
  await main()
} catch (error) {
  console.error(error)
  rows.push({ name: 'the runner itself', ...countGate(1), seconds: 0, note: 'crashed' })
}
const { table, closing, code } = summarise(rows)
console.log(`\n${table}\n\n${closing}`)
process.exitCode = code
