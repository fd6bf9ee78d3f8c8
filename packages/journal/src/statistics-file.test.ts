import { describe, expect, it } from 'vitest'
import { StatisticsFileFault, statisticsOfFile } from './statistics-file.ts'

describe('statistics of a file', () => {
  it('reads one return per line, and an empty line as none', () => {
    const report = statisticsOfFile('date,return\n2024-01-01,\n2024-01-02,0.01\n2024-01-03,-0.02\n', 365)
    expect(report.total_return).toEqual({ value: expect.closeTo(-0.0102, 12), n: 2 })
    expect(report.cagr.n).toBe(3)
    expect(report.win_rate).toEqual({ value: null, n: 0, reason: 'the file holds returns, not trades' })
  })

  it('reads the trades of an export by column name', () => {
    const report = statisticsOfFile('\uFEFFsymbol;net;r\r\n"BTC";100;1\r\nETH;-50;-0.5\r\nETH;20;\r\n', 365)
    expect(report.profit_factor).toEqual({ value: 2.4, n: 3 })
    expect(report.sqn.n).toBe(2)
    expect(report.sharpe).toEqual({ value: null, n: 0, reason: 'the file holds trades, not returns' })
  })

  it('reads a figure that was escaped against formulas', () =>
    expect(statisticsOfFile("net,r\n'-1,'-0.5\n2,1\n", 365)).toEqual(statisticsOfFile('net,r\n-1,-0.5\n2,1\n', 365)))

  it('explains why amounts that are too large have no figure', () => {
    const report = statisticsOfFile('net,r\n1e308,\n1e308,\n-1e308,\n-1e308,\n', 365)
    expect(report.profit_factor).toEqual({ value: null, n: 4, reason: 'the numbers are too large' })
    expect(report.win_rate.value).toBe(0.5)
  })

  it('skips open trades in an export, but not a closed trade with an unknown result', () => {
    const closed = 'closed_at,net,r\n2026-01-02T00:00:00Z,10,1\n2026-01-03T00:00:00Z,-5,-0.5\n'
    expect(statisticsOfFile(`${closed},,\n`, 365)).toEqual(statisticsOfFile(closed, 365))
    expect(() => statisticsOfFile(`${closed}2026-01-04T00:00:00Z,,\n`, 365)).toThrow(new StatisticsFileFault('row 4: net is empty.'))
  })

  it.each([
    ['', 'the file is empty.'],
    ['a,b\n1,2', 'row 1: the header has neither "date,return" nor the columns of "journal export".'],
    ['date,return\n1,0.1\n2,much', 'row 3: return is no number: much'],
    ['date,return\n1,1e999', 'row 2: return is no number: 1e999'],
    ['date,return\n1,NaN', 'row 2: return is no number: NaN'],
    ['date,return\n1,-1.5', 'row 2: a return below -1 loses more than there is.'],
    ['net,r\n,1', 'row 2: net is empty.'],
  ])('reports what is wrong with %j', (text, message) => {
    expect(() => statisticsOfFile(text, 365)).toThrow(new StatisticsFileFault(message))
  })

  it('reports an unterminated quote as invalid CSV', () => {
    expect(() => statisticsOfFile('date,return\n"1,0.1', 365)).toThrow(/^the file is no CSV/)
  })
})
