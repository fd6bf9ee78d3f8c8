// @ts-check
import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { name: string, seconds: number, note: string, failures?: string }} Row `failures`: what went wrong, in lines */

const ONE_FAILURE = { passed: 0, failed: 1, skipped: 0 }

/**
 * Counts of one static gate: one check, passed only when its command ended with 0.
 *
 * @param {number} code
 * @returns {Counts}
 */
export const countGate = (code) => (code === 0 ? { passed: 1, failed: 0, skipped: 0 } : ONE_FAILURE)

/**
 * Counts of one vitest run from its JSON report. A missing or broken report, a run without any test, a file that
 * failed outside its tests and a run that ended with another code than 0 each count as a failure.
 *
 * @param {string} reportFile written by this very run
 * @param {number} code
 * @returns {Counts & { note: string }}
 */
export function countVitest(reportFile, code) {
  const report = readReport(reportFile)
  if (report === undefined) return { ...ONE_FAILURE, note: 'the runner left no report' }
  const passed = report.numPassedTests
  const skipped = report.numPendingTests + report.numTodoTests
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  ).length
  const failed = report.numFailedTests + brokenFiles
  if (passed + failed === 0) return { passed, failed: 1, skipped, note: 'no test ran' }
  if (failed === 0 && code !== 0) return { passed, failed: 1, skipped, note: `the runner ended with code ${code}` }
  return { passed, failed, skipped, note: brokenFiles > 0 ? `${brokenFiles} files could not run` : '' }
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name?: string, startTime?: number, endTime?: number, status: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * A vitest run's JSON report, or undefined where it is missing or broken.
 *
 * @param {string} file
 * @returns {VitestReport | undefined}
 */
export function readReport(file) {
  if (!existsSync(file)) return undefined
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const numbers = [report.numPassedTests, report.numFailedTests, report.numPendingTests, report.numTodoTests]
    return numbers.every(Number.isInteger) && Array.isArray(report.testResults) ? report : undefined
  } catch (error) {
    console.error(`${file}: ${/** @type {Error} */ (error).message}`)
    return undefined
  }
}

/**
 * The table and the closing line. Nothing at all counts as a failure.
 *
 * @param {readonly Row[]} rows
 * @returns {{ table: string, closing: string, code: 0 | 1 }}
 */
export function summarise(rows) {
  const sum = (/** @type {keyof Counts} */ key) => rows.reduce((total, row) => total + row[key], 0)
  const passed = sum('passed')
  const failed = rows.length === 0 ? 1 : sum('failed')
  const width = Math.max(8, ...rows.map(({ name }) => name.length))
  const line = (/** @type {Row} */ row) =>
    `${row.failed > 0 ? '✗' : '✓'} ${row.name.padEnd(width)} ${String(row.passed).padStart(6)} passed ${String(row.failed).padStart(4)} failed` +
    `${row.skipped > 0 ? ` ${row.skipped} skipped` : ''} ${row.seconds.toFixed(1).padStart(7)} s${row.note ? `  (${row.note})` : ''}`
  const failures = rows.map((row) => row.failures ?? '').filter((text) => text !== '')
  // Repeated at the end: the tests' own output is far above, and a log may be truncated.
  const listed = failures.length === 0 ? '' : `What failed:\n${failures.join('\n')}\n\n`
  return {
    table: listed + rows.map(line).join('\n'),
    closing: `${passed} passed, ${failed} failed`,
    code: failed === 0 && passed > 0 ? 0 : 1,
  }
}
