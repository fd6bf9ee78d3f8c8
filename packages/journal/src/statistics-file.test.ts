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

  it('leaves out open trades and closed ones with an unknown result, and counts them by reason', () => {
    const closed = 'closed_at,net,r,money_reason\n2026-01-02T00:00:00Z,10,1,\n2026-01-03T00:00:00Z,-5,-0.5,\n'
    const report = statisticsOfFile(`${closed},,,\n2026-01-04T00:00:00Z,,,fee_coin\n2026-01-05T00:00:00Z,,,account_reset\n`, 365)
    expect(report).toEqual({
      ...statisticsOfFile(closed, 365),
      trips: {
        counted: 2,
        open: 1,
        left_out: [
          { reason: 'fee_coin', trips: 1 },
          { reason: 'account_reset', trips: 1 },
        ],
      },
    })
    expect(report.expectancy).toMatchObject({ value: 2.5, n: 2 })
  })

  it('counts a trade without net, reason or currency as unknown, not as zero', () => {
    const report = statisticsOfFile('net,currency,money_reason\n4,USDC,\n,USDC,\n,USDC,other_currency\n3,,\n', 365)
    expect(report.trips).toEqual({ counted: 1, open: 0, left_out: [{ reason: 'not_told', trips: 3 }] })
    expect(report.expectancy).toMatchObject({ value: 4, n: 1 })
  })

  it("computes the account's currency as the server does, and each currency apart", () => {
    const report = statisticsOfFile('net,currency\n96,USDC\n0.01,BTC\n-4,USDC\n0.03,BTC\n,EUR\n', 365)
    expect(report).toMatchObject({ currency: 'USDC', expectancy: { value: 46, n: 2 }, win_rate: { value: 0.5, n: 2 } })
    expect(report.trips?.left_out).toEqual([
      { reason: 'not_told', trips: 1 },
      { reason: 'other_currency', trips: 2 },
    ])
    expect(report.by_currency).toEqual({
      USDC: expect.objectContaining({ trips: 2, expectancy: expect.objectContaining({ value: 46 }) }),
      BTC: expect.objectContaining({ trips: 2, expectancy: expect.objectContaining({ value: expect.closeTo(0.02, 12) }) }),
    })
  })

  it('adds up dollars of every kind, and shows each kind by itself', () => {
    const report = statisticsOfFile('net,currency\n4,USDT\n6,USD\n0.01,BTC\n', 365)
    expect(report).toMatchObject({ currency: 'USDC', expectancy: { value: 5, n: 2 } })
    expect(report.trips?.left_out).toEqual([{ reason: 'other_currency', trips: 1 }])
    expect(Object.keys(report.by_currency ?? {})).toEqual(['USDT', 'USD', 'BTC'])
    expect(statisticsOfFile('net,currency\n4,USDT\n', 365).currency).toBe('USDT')
  })

  it("computes the figures of a file's only currency", () =>
    expect(statisticsOfFile('net,currency\n3916,RUB\n84,RUB\n', 365)).toMatchObject({
      currency: 'RUB',
      trips: { counted: 2, left_out: [] },
      expectancy: { value: 2000, n: 2 },
    }))

  it('adds no figures of several currencies that are not the account’s', () =>
    expect(statisticsOfFile('net,currency\n3916,RUB\n96.7,PLN\n', 365)).toMatchObject({
      currency: null,
      trips: { counted: 0, left_out: [{ reason: 'other_currency', trips: 2 }] },
      expectancy: { value: null, n: 0, reason: 'the trades are in several currencies' },
      by_currency: { RUB: { expectancy: { value: 3916 } }, PLN: { expectancy: { value: 96.7 } } },
    }))

  it.each([
    ['', 'the file is empty.'],
    ['a,b\n1,2', 'row 1: the header has neither "date,return" nor the columns of "journal export".'],
    ['date,return\n1,0.1\n2,much', 'row 3: return is no number: much'],
    ['date,return\n1,1e999', 'row 2: return is no number: 1e999'],
    ['date,return\n1,NaN', 'row 2: return is no number: NaN'],
    ['date,return\n1,-1.5', 'row 2: a return below -1 loses more than there is.'],
    ['closed_at,net,r\n1', 'row 2: ends before the column net.'],
  ])('reports what is wrong with %j', (text, message) => {
    expect(() => statisticsOfFile(text, 365)).toThrow(new StatisticsFileFault(message))
  })

  it('reports an unterminated quote as invalid CSV', () => {
    expect(() => statisticsOfFile('date,return\n"1,0.1', 365)).toThrow(/^the file is no CSV/)
  })
})
