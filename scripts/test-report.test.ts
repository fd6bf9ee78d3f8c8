import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countGate, countVitest, type Row, summarise } from './test-report.mjs'

const folder = mkdtempSync(join(tmpdir(), 'aerie-report-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const report = (content: unknown): string => {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const run = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = [], numPendingTests = 0) =>
  report({ numPassedTests, numFailedTests, numPendingTests, numTodoTests: 0, testResults })
const row = (counts: Partial<Row>): Row => ({ name: 'unit', passed: 0, failed: 0, skipped: 0, seconds: 0, note: '', ...counts })

describe('the counts of a vitest run', () => {
  it('uses the numbers of the report', () =>
    expect(countVitest(run(12, 0, [], 3), 0)).toEqual({ passed: 12, failed: 0, skipped: 3, note: '' }))
  it('counts a missing report as a failure', () =>
    expect(countVitest(join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 }))
  it('counts a truncated report as a failure', () =>
    expect(countVitest(report('{"numPassedTests": 3'), 0)).toMatchObject({ passed: 0, failed: 1 }))
  it('counts a report of another shape as a failure', () =>
    expect(countVitest(report({ numPassedTests: '3' }), 0)).toMatchObject({ failed: 1 }))
  it('counts a run without any tests as a failure', () => expect(countVitest(run(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 }))
  it('counts a crash after the last test as a failure', () => expect(countVitest(run(9, 0), 1)).toMatchObject({ passed: 9, failed: 1 }))
  it('counts a file that could not be loaded', () =>
    expect(countVitest(run(9, 0, [{ status: 'failed', assertionResults: [] }]), 1)).toMatchObject({ passed: 9, failed: 1 }))
  it('does not count a failed file twice', () =>
    expect(countVitest(run(9, 1, [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]), 1)).toMatchObject({ failed: 1 }))
})

describe('the closing line', () => {
  it('sums suites and gates', () =>
    expect(summarise([row({ ...countGate(0) }), row({ passed: 40, skipped: 1 })])).toMatchObject({
      closing: '41 passed, 0 failed',
      code: 0,
    }))
  it('fails with a single failure anywhere', () =>
    expect(summarise([row({ ...countGate(1) }), row({ passed: 40 })])).toMatchObject({ closing: '40 passed, 1 failed', code: 1 }))
  it('follows the failures, repeated in full', () => {
    const { table } = summarise([row({ passed: 1, failures: '' }), row({ failed: 1, failures: '✗ a.test.ts > holds\n    Error: no' })])
    expect(table.split('\n').slice(0, 4)).toEqual(['What failed:', '✗ a.test.ts > holds', '    Error: no', ''])
  })
  it('fails when nothing ran', () => expect(summarise([])).toMatchObject({ closing: '0 passed, 1 failed', code: 1 }))
})
