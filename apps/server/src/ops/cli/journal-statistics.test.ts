import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runJournalStatistics } from './main.ts'
import { InputFailure } from './usage.ts'

const folder = mkdtempSync(join(tmpdir(), 'aerie-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(text: string): string {
  const file = join(folder, 'returns.csv')
  writeFileSync(file, text)
  return file
}

const reportOf = (...args: string[]): unknown => JSON.parse(runJournalStatistics(args))

describe('journal statistics', () => {
  it("prints empyrical's Sharpe ratio at the given periods per year, 365 by default", () => {
    const file = fileOf(`date,return\n1,\n${[0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1].map((value) => `2,${value}`).join('\n')}\n`)
    expect(reportOf(file, '--periods', '252')).toMatchObject({ sharpe: { value: expect.closeTo(1.7238613961706866, 12), n: 8 } })
    expect(reportOf('--periods', '252', file)).toEqual(reportOf(file, '--periods', '252'))
    expect(reportOf(file)).toMatchObject({ sharpe: { value: expect.closeTo(2.0746675114, 9) }, win_rate: { value: null } })
  })

  it('reports invalid input', () => {
    const file = fileOf('date,return\n1,x\n')
    expect(() => runJournalStatistics([file])).toThrow(new InputFailure(`${file}: row 2: return is no number: x`))
    expect(() => runJournalStatistics([])).toThrow('takes one FILE')
    expect(() => runJournalStatistics([file, '--periods', '0'])).toThrow('--periods')
    expect(() => runJournalStatistics([file, '--periods'])).toThrow('--periods')
    expect(() => runJournalStatistics([join(folder, 'nothing.csv')])).toThrow('cannot be read')
  })
})
