// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStep } from './run-step.mjs'
import { countGate, countVitest } from './test-report.mjs'

// Looked up when a gate runs, not now: before the install there is only the machine's own Node.
const node = 'node'
const MINUTE = 60_000

/** Gates that read the sources. Each counts as one check. */
export const STATIC_GATES = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  { name: 'promises and caps', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'boundaries', command: [node, 'scripts/boundaries.mjs'] },
  { name: 'docstrings', command: [node, 'scripts/docstrings.mjs'] },
  { name: 'dead code', command: ['knip'] },
]

/** The build, and the gate that measures what it made. */
export const BUILD_GATE = { name: 'build', command: [node, 'scripts/build.mjs'] }
export const SIZE_GATE = { name: 'first load size', command: [node, 'scripts/size.mjs'] }

/** Suites by vitest project, with the longest each may take. */
export const SUITES = {
  unit: { name: 'unit', timeoutMs: 8 * MINUTE },
  web: { name: 'web', timeoutMs: 8 * MINUTE },
  int: { name: 'integration', timeoutMs: 15 * MINUTE },
  contracts: { name: 'contracts', timeoutMs: 8 * MINUTE },
  e2e: { name: 'browser', timeoutMs: 60 * MINUTE },
}

/** @typedef {import('./test-report.mjs').Row} Row */

/**
 * @param {{ name: string, command: readonly string[] }} gate
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
  const { name, timeoutMs } = SUITES[project]
  console.log(`\n── ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'aerie-report-'))
  const report = join(folder, `${project}.json`)
  const command = ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, seconds, timedOut } = await runStep(command, { timeoutMs })
  const { note, ...counts } = countVitest(report, code)
  rmSync(folder, { recursive: true, force: true })
  return { name, ...counts, seconds, note: timedOut ? 'took too long' : note }
}
