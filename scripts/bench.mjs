// @ts-check
/**
 * `npm run bench [-- NAME]`: each benchmark in its own process, one JSON object per line on stdout. A slow result never fails, a benchmark
 * that cannot run does. A full run writes bench/results.md.
 */
import { spawn } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { ensureChromium, ensureRedis } from './debian-programs.mjs'
import { BUILD_GATE } from './gates.mjs'
import { ensureInstalled } from './install.mjs'
import { exitOnSignal, pinnedNode, ROOT, runStep, SIGNALS, stopGroup } from './run-step.mjs'
import { SERVER_FLAGS } from './server-options.mjs'

const FILE_LIMIT_MS = 900_000
/** These measure how long the server's own thread is blocked, so they run with the server's heap flags. */
const ON_THE_SERVERS_THREAD = /^(alert-server|journal)\.bench\.ts$/

/** @typedef {{ name: string, value: number | null, unit: string, limit: number | null, ratio: number | null, error?: string }} Result */

/**
 * @param {string} file
 * @param {string} wanted
 * @returns {Promise<Result[]>}
 */
function runFile(file, wanted) {
  return new Promise((resolve) => {
    /** @type {Result[]} */
    const results = []
    const flags = ON_THE_SERVERS_THREAD.test(basename(file)) ? SERVER_FLAGS : []
    const args = [...flags, '--expose-gc', '--disable-warning=ExperimentalWarning', join('bench', 'run-file.ts'), file, wanted]
    const child = spawn(pinnedNode(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    const timer = setTimeout(() => stopGroup(child), FILE_LIMIT_MS)
    const stopWithUs = () => stopGroup(child)
    process.once('exit', stopWithUs)
    // A benchmark's children may keep its output open: stop them too.
    child.once('exit', stopWithUs)
    let rest = ''
    child.stdout.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        console.log(line)
        results.push(JSON.parse(line))
      }
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      process.removeListener('exit', stopWithUs)
      if (code !== 0)
        results.push({
          name: basename(file),
          value: null,
          unit: '',
          limit: null,
          ratio: null,
          error: `ended with ${code ?? 'a kill after its time limit'}`,
        })
      resolve(results)
    })
  })
}

/** @param {readonly Result[]} results */
function resultsPage(results) {
  const processor = cpus()[0]?.model ?? 'unknown processor'
  const show = (/** @type {number | null} */ value) => (value === null ? '–' : String(Number(value.toPrecision(4))))
  const rows = results.map(
    ({ name, value, unit, limit, ratio, error }) => `| ${name} | ${error ?? show(value)} | ${unit} | ${show(limit)} | ${show(ratio)} |`,
  )
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${processor}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.version}.
Load average of the last 15 minutes: ${loadavg()[2]?.toFixed(1)}. Absolute figures vary with the machine and its load; the ratio to the limit (the goal, or a peer measured in the same run) is what matters.

| benchmark | value | unit | limit | ratio |
|---|---|---|---|---|
${rows.join('\n')}
`
}

async function main() {
  for (const signal of SIGNALS) process.on(signal, exitOnSignal)
  const wanted = process.argv.slice(2).join(' ')
  if (!ensureInstalled({ tools: true })) return 1
  ensureChromium()
  ensureRedis()
  const built = await runStep(BUILD_GATE.command, { stdout: 'ignore' })
  if (built.code !== 0) return 1
  const files = globSync('bench/*.bench.ts', { cwd: ROOT }).toSorted()
  const results = []
  for (const file of files) results.push(...(await runFile(file, wanted)))
  if (results.length === 0) {
    console.error(`There is no benchmark whose name holds "${wanted}".`)
    return 1
  }
  if (wanted === '') writeFileSync(join(ROOT, 'bench', 'results.md'), resultsPage(results))
  return results.some(({ error }) => error !== undefined) ? 1 : 0
}

process.exitCode = await main()
