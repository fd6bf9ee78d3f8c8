// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAILURES_FILE } from './failures-reporter.mjs'
import { ROOT, runStep } from './run-step.mjs'
import { budgetNote, fileTimes, slowestText } from './suite-times.mjs'
import { countGate, countVitest, readReport } from './test-report.mjs'

// Resolved when a gate runs: before the install only the machine's own Node exists.
const node = 'node'
const MINUTE = 60_000

export const STATIC_GATES = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  { name: 'promises', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'boundaries', command: [node, 'scripts/boundaries.mjs'] },
  { name: 'docstrings', command: [node, 'scripts/docstrings.mjs'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'decisions', command: [node, 'scripts/decisions.mjs', '--check'] },
  { name: 'access matrix', command: [node, 'scripts/access-matrix.mjs', '--check'] },
  { name: 'architecture', command: [node, 'scripts/architecture.mjs', '--check'] },
]

export const BUILD_GATE = { name: 'build', command: [node, 'scripts/build.mjs'] }
export const BUILT_GATES = [
  { name: 'first load size', command: [node, 'scripts/size.mjs'] },
  { name: 'notice', command: [node, 'scripts/licences.mjs', '--check'] },
]

/**
 * Suites by vitest project: the time after which one is ended, and its time budget on two cores. The report
 * names a suite that took longer than its budget.
 */
export const SUITES = {
  unit: { name: 'unit', timeoutMs: 8 * MINUTE, budgetSeconds: 320 },
  web: { name: 'web', timeoutMs: 8 * MINUTE, budgetSeconds: 400 },
  int: { name: 'integration', timeoutMs: 30 * MINUTE, budgetSeconds: 1_500 },
  faults: { name: 'faults', timeoutMs: 12 * MINUTE, budgetSeconds: 360 },
  contracts: { name: 'contracts', timeoutMs: 10 * MINUTE, budgetSeconds: 240 },
  e2e: { name: 'browser', timeoutMs: 60 * MINUTE, budgetSeconds: 3_300 },
}

/** A gate's warning line, repeated in the report even if the gate passed. */
const WARNING = /^warning: (.*)$/m

const TOLD_LINES = 16

/** @typedef {import('./test-report.mjs').Row} Row */

/**
 * Gates that read alone, two at a time: most use one core. Each prints its output when it ends.
 *
 * @param {readonly Gate[]} gates
 * @returns {Promise<Row[]>} in the order of the gates
 */
export async function runGates(gates) {
  /** @type {Row[]} */
  const rows = []
  const left = [...gates.entries()]
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, { name, command }] = next
      const { code, seconds, timedOut, output } = await runStep(command, { timeoutMs: 5 * MINUTE, stdout: 'held' })
      console.log(`── ${name}: ${code === 0 ? 'passed' : 'failed'}`)
      const failures = code === 0 ? '' : [`✗ ${name}`, ...output.trimEnd().split('\n').slice(-TOLD_LINES)].join('\n')
      rows[index] = { name, ...countGate(code), seconds, note: timedOut ? 'took too long' : (WARNING.exec(output)?.[1] ?? ''), failures }
    }
  }
  await Promise.all([lane(), lane()])
  return rows
}

/** @typedef {{ name: string, command: readonly string[] }} Gate */

/**
 * @param {Gate} gate
 * @returns {Promise<Row>}
 */
export async function runGate({ name, command }) {
  console.log(`\n── ${name}`)
  const { code, seconds, timedOut } = await runStep(command, { timeoutMs: 5 * MINUTE })
  return { name, ...countGate(code), seconds, note: timedOut ? 'took too long' : '' }
}

/**
 * @param {keyof typeof SUITES} project
 * @returns {Promise<Row>}
 */
export async function runSuite(project) {
  const { name, timeoutMs, budgetSeconds } = SUITES[project]
  console.log(`\n── ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'aerie-report-'))
  const report = join(folder, `${project}.json`)
  const failuresFile = join(folder, 'failures.txt')
  const reporters = ['--reporter=default', '--reporter=./scripts/failures-reporter.mjs', '--reporter=json']
  const command = ['vitest', 'run', '--project', project, ...reporters, `--outputFile.json=${report}`]
  const { code, seconds, timedOut } = await runStep(command, { timeoutMs, env: { [FAILURES_FILE]: failuresFile } })
  const { note, ...counts } = countVitest(report, code)
  const slowest = slowestText(fileTimes(readReport(report) ?? { testResults: [] }, ROOT))
  const failures = existsSync(failuresFile) ? readFileSync(failuresFile, 'utf8') : ''
  rmSync(folder, { recursive: true, force: true })
  if (slowest !== '') console.log(`\nSlowest files of ${name}:\n${slowest}`)
  const over = budgetNote(seconds, budgetSeconds)
  const notes = [timedOut ? 'took too long' : note, over].filter((one) => one !== '').join('; ')
  return { name, ...counts, seconds, note: notes, failures }
}
