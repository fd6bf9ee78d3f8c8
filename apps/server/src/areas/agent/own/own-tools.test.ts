import { ownResult } from '@aerie/wire/agent/agent-own'
import type { TripRow } from '@aerie/wire/journal/journal'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { scriptedAccount, scriptedMarket } from '../../../ops/cli/scripted-account.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { MarketFigureSources } from './market-figures.ts'
import { ownFacts } from './own-facts.ts'
import type { OwnSources } from './own-sources.ts'
import { ownAnswerText } from './own-text.ts'
import { ownTools } from './own-tools.ts'

/** Sunday, 22 November 2026, noon UTC. */
const NOW = Date.UTC(2026, 10, 22, 12)
const figure = (value: number | null, n: number, more = {}) => ({ value, n, formula: '', ...more })
const FIGURES = {
  win_rate: figure(0.6, 12, { interval: [0.32, 0.81] }),
  profit_factor: figure(2.1, 12),
  expectancy: figure(10.3, 12, { interval: [-4, 24] }),
}

const statistics = (counted: number, more: object = {}) =>
  ({
    zone: 'UTC',
    trips: { counted, open: 0, with_risk: 0, left_out: [], simulated: 5, replayed: 0 },
    totals: { gross: '130', fees: '6.5', funding: '0', net: '123.5' },
    figures: FIGURES,
    groups: [
      {
        by: 'weekday',
        comparisons: 2,
        expected_by_chance: 0.1,
        rows: [
          { key: '1', trades: 7, net: '200', win_rate: figure(0.7, 7, { interval: [0.4, 0.9] }), expectancy: figure(1, 7) },
          { key: '5', trades: 5, net: '-76.5', win_rate: figure(0.2, 5, { interval: [0.04, 0.62] }), expectancy: figure(1, 5) },
        ],
      },
    ],
    ...more,
  }) as unknown as JournalStatistics

const trip = (more: Partial<TripRow>) =>
  ({
    symbol: 'BTC',
    side: 'long',
    closed_at_ms: NOW,
    net: '-12.5',
    fees: '1',
    opened_at_ms: null,
    entry: '100',
    exit: null,
    gross: null,
    funding: '0',
    mae: null,
    r: null,
    tags: [],
    origin: 'paper',
    source_kind: 'sim',
    currency: 'USDC',
    ...more,
  }) as TripRow

const refuse = async (): Promise<never> => {
  throw new Error('nobody expected this')
}
const stage = (given: Partial<OwnSources & MarketFigureSources>, timeoutMs = 1_000) => {
  const onFailure = vi.fn<(error: unknown) => void>()
  const sources: OwnSources = {
    account: refuse,
    positions: refuse,
    orders: refuse,
    fills: refuse,
    openTrips: refuse,
    alerts: refuse,
    whatIf: refuse,
    statistics: refuse,
    sums: refuse,
    coinSums: refuse,
    imported: async () => 2,
    trips: refuse,
    ...given,
  }
  const market: MarketFigureSources = { ...scriptedMarket, newestForecast: refuse, ...given }
  return { run: ownTools({ sources, market, now: () => NOW, onFailure, timeoutMs }), onFailure }
}
const ada = { userId: 'ada', zone: 'Europe/Berlin', language: 'en' }

describe('statistics', () => {
  it('cover the asking user and days in the user’s zone, and name both', async () => {
    const asked = vi.fn<OwnSources['statistics']>(async () => statistics(12))
    const { run } = stage({ statistics: asked })
    const result = await run(
      { name: 'get_own_statistics', arguments: { figure: 'win_rate', period: 'last_week', ticker: 'BTC', side: 'short' } },
      ada,
    )
    expect(asked).toHaveBeenCalledExactlyOnceWith('ada', {
      from: '2026-11-08T23:00:00.000Z',
      to: '2026-11-15T23:00:00.000Z',
      symbol: 'BTC',
      side: 'short',
      zone: 'Europe/Berlin',
    })
    expect(z.safeParse(ownResult, result).error).toBeUndefined()
    expect(result.title).toBe(
      'Your closed trades · BTC · short · Nov 9 – 15, 2026, Europe/Berlin · 5 × Paper, live prices; 5 × Paper, simulated prices; 2 × imported',
    )
  })

  it('list the interval first under 30 trades, and mark small samples where there is none', async () => {
    const { run } = stage({ statistics: async () => statistics(12) })
    const lines = (await run({ name: 'get_own_statistics', arguments: { figure: 'overview' } }, ada)).lines.map(({ text }) => text)
    expect(lines).toEqual([
      '+123.50 USDC',
      '12',
      '95%: 32.0% … 81.0% (60.0%, only 12 trades)',
      '95%: −4.000 … 24.00 USDC (+10.30 USDC, only 12 trades)',
      '2.10 (only 12 trades)',
      '6.500 USDC',
    ])
  })

  it('show n/a with the reason, never 0', async () => {
    const figures = { ...FIGURES, profit_factor: figure(null, 3, { reason: 'no losing trade' }) }
    const { run } = stage({ statistics: async () => statistics(3, { figures }) })
    const result = await run({ name: 'get_own_statistics', arguments: { figure: 'profit_factor' } }, ada)
    expect(result.lines).toEqual([{ label: 'Profit factor', text: 'n/a (no losing trade)' }])
    const none = stage({ statistics: async () => statistics(0) })
    expect(ownAnswerText(await none.run({ name: 'get_own_statistics', arguments: { figure: 'net' } }, ada))).toBe(
      'Your closed trades · all time:\nNo closed trades.',
    )
  })

  it('rank groups by net result and warn of multiple comparisons', async () => {
    const { run } = stage({ statistics: async () => statistics(12) })
    const result = await run(
      { name: 'get_own_statistics', arguments: { figure: 'net', by: 'weekday', rank: 'worst' } },
      { ...ada, language: 'de' },
    )
    expect(result.lines.map(({ label }) => label)).toEqual(['Freitag', 'Montag'])
    expect(result.notes).toEqual(['2 Gruppen verglichen: etwa 0.1 fallen allein durch Zufall auf.'])
    expect(ownAnswerText(result)).toContain('Freitag: Nettoergebnis −76.50 USDC · Trades 5')
  })
})

describe('money of an account with open positions', () => {
  const account = {
    source_kind: 'sim',
    deposit: '10000',
    equity: '9850.72',
    unrealised: '-352.33',
    fees_paid: '51.87',
    funding_paid: '-4.5',
    opened_at: '2026-09-01T08:00:00.000Z',
  } as TradingAccount
  const positions = [
    {
      symbol: 'BTC',
      size: '0.04705',
      entry: '66120.5',
      mark: '62891.25',
      unrealised: '-352.33',
      mode: 'cross',
      leverage: 5,
      margin: '591.79',
      liquidation_price: '21450.5',
    },
  ] as unknown as TradingPosition[]
  const read = (given: Partial<OwnSources> = {}) =>
    stage({ account: async () => account, positions: async () => positions, statistics: async () => statistics(12), ...given }).run
  const linesOf = ({ lines }: { readonly lines: readonly { readonly label: string; readonly text: string }[] }) =>
    lines.map(({ label, text }) => `${label}: ${text}`)

  it('counts a result from the deposit, with parts that add up to it', async () => {
    const result = await read()({ name: 'get_own_statistics', arguments: { figure: 'net' } }, ada)
    expect(linesOf(result)).toEqual([
      'Result since the deposit: −149.28 USDC',
      'Of the deposit: −1.5%',
      'Realised, before fees and funding: +250.42 USDC',
      'Unrealised: −352.33 USDC',
      'Fees paid: 51.87 USDC',
      'Funding received: 4.500 USDC',
      'Before fees and funding: −101.91 USDC',
      'Deposit: 10,000.00 USDC',
      'Equity: 9,850.72 USDC',
      'Account opened: Sep 1, 2026',
      'Net result of closed trades: +123.50 USDC',
      'Trades: 12',
    ])
    expect(result.title).toContain('Your paper account, open positions included')
    expect(z.safeParse(ownResult, result).error).toBeUndefined()
  })

  it('says that no trade was closed beside what is unrealised, and groups by weekday as such', async () => {
    const none = await read({ statistics: async () => statistics(0) })(
      { name: 'get_own_statistics', arguments: { figure: 'net', period: 'today' } },
      ada,
    )
    expect(none.notes).toEqual(['No closed trades.', 'Open positions are not included: 1.'])
    const best = await read()({ name: 'get_own_statistics', arguments: { figure: 'net', by: 'weekday', rank: 'best' } }, ada)
    expect(best.title).toContain('by weekday')
  })

  it('counts only the open positions of the side that was asked for', async () => {
    const result = await read()({ name: 'get_own_positions', arguments: { side: 'short' } }, ada)
    expect([result.lines, result.notes]).toEqual([[], ['No open positions.']])
    expect(result.title).toContain('short')
  })

  it('does not know a result while a price is missing', async () => {
    const unknown = { ...account, equity: null, unrealised: null }
    const result = await read({ account: async () => unknown })({ name: 'get_own_statistics', arguments: { figure: 'net' } }, ada)
    expect(linesOf(result).slice(0, 3)).toEqual([
      'Result since the deposit: n/a (no price)',
      'Realised, before fees and funding: n/a (no price)',
      'Unrealised: n/a (no price)',
    ])
  })

  it('answers from the journal alone while trading cannot be read', async () => {
    const result = await read({ account: refuse })({ name: 'get_own_statistics', arguments: { figure: 'net' } }, ada)
    expect(linesOf(result)).toEqual([
      'Net result: +123.50 USDC',
      'Before fees and funding: +130.00 USDC',
      'Fees: 6.500 USDC',
      'Funding paid: 0 USDC',
      'Trades: 12',
    ])
    expect(result.title).toContain('Your closed trades')
  })

  it('reports that figures of closed trades leave out open positions, and trades that are not counted', async () => {
    const trips = { counted: 12, open: 1, with_risk: 0, left_out: [{ reason: 'fee_coin', trips: 3 }], simulated: 5, replayed: 0 }
    const result = await read({ statistics: async () => statistics(12, { trips }) })(
      { name: 'get_own_statistics', arguments: { figure: 'win_rate' } },
      ada,
    )
    expect(result.notes).toEqual(['Open positions are not included: 1.', 'Trades left out, with an unknown fee or another currency: 3.'])
  })

  it('adds the fees of open trades of a coin to those of closed ones', async () => {
    const open = [trip({ closed_at_ms: null, fees: '1.25' }), trip({ closed_at_ms: null, fees: '9', origin: 'test exchange' })]
    const result = await read({ openTrips: async () => open })(
      { name: 'get_own_statistics', arguments: { figure: 'fees', ticker: 'BTC' } },
      ada,
    )
    expect(linesOf(result).slice(0, 2)).toEqual(['Fees paid: 7.750 USDC', 'of it in closed trades: 6.500 USDC'])
  })

  it('keeps every digit of a size, and names leverage and margin', async () => {
    const result = await read()({ name: 'get_own_positions', arguments: {} }, ada)
    expect(result.lines[0]?.text).toContain('size 0.04705 · entry 66,120.50')
    expect(result.lines[0]?.text).toContain('leverage 5 · cross · margin 591.79 USDC')
  })

  it('shows how far a position is from liquidation and from the stop that triggers first', async () => {
    const stop = (trigger: string, more = {}) => ({
      symbol: 'BTC',
      side: 'sell',
      role: 'stop_loss',
      trigger,
      state: 'untriggered',
      ...more,
    })
    const orders = [stop('58000'), stop('60150'), stop('62000', { side: 'buy' }), stop('62500', { symbol: 'ETH' })]
    const given = {
      orders: async () => orders as unknown as TradingOrder[],
      openTrips: async () => [trip({ closed_at_ms: null, opened_at_ms: NOW })],
    }
    const result = await read(given)({ name: 'get_own_positions', arguments: {} }, ada)
    expect(result.lines[0]?.text).toContain('of the entry value −11.3%')
    expect(result.lines[0]?.text).toContain(
      'liquidation 21,450.50 · distance to liquidation 65.9% · stop loss 60,150.00 · distance to stop 4.4%',
    )
    expect(result.lines[0]?.text).toContain('opened Nov 22, 2026')
    expect(z.safeParse(ownResult, result).error).toBeUndefined()
  })

  it('says that nothing stops a position, but not while orders cannot be read', async () => {
    const textOf = async (given: Partial<OwnSources>) =>
      (await read(given)({ name: 'get_own_positions', arguments: {} }, ada)).lines[0]?.text
    expect(await textOf({ orders: async () => [] })).toContain('stop loss none')
    expect(await textOf({})).not.toContain('stop loss')
  })

  it('gives a result of a period as a part of the deposit, unless imported trades are in it', async () => {
    const call = { name: 'get_own_statistics', arguments: { figure: 'net', period: 'this_week' } } as const
    expect(linesOf(await read({ imported: async () => 0 })(call, ada))).toContain('Of the deposit: +1.2%')
    expect(linesOf(await read()(call, ada)).join()).not.toContain('Of the deposit')
  })

  it('shows what made the worst or the last trade: the move, costs and the worst unrealised result', async () => {
    const worst = trip({ side: 'short', exit: '102', gross: '-9', funding: '-2.5', mae: '-11', opened_at_ms: NOW - 7_200_000 })
    const result = await read({ trips: async () => ({ rows: [worst], total: 1 }) })(
      { name: 'get_own_trades', arguments: { order: 'worst' } },
      ada,
    )
    const newest = await read({ trips: async () => ({ rows: [worst], total: 1 }) })(
      { name: 'get_own_trades', arguments: { order: 'newest', count: 1 } },
      ada,
    )
    expect(newest.lines[0]?.text).toBe(result.lines[0]?.text)
    expect(result.lines[0]?.text).toBe(
      'short · Net result −12.50 USDC · entry 100.00 · exit 102.00 · price move −2.0% · Before fees and funding −9.000 USDC · Funding paid 2.500 USDC · worst unrealised (MAE) −11.00 USDC · held 2 hours · Fees 1.000 USDC',
    )
  })

  it('never extends the interval of a ratio below 0', async () => {
    const figures = { ...FIGURES, profit_factor: figure(2.1, 40, { interval: [-0.4, 6] }) }
    const result = await read({ statistics: async () => statistics(40, { figures }) })(
      { name: 'get_own_statistics', arguments: { figure: 'profit_factor' } },
      ada,
    )
    expect(result.lines[0]?.text).toBe('2.10 (95%: 0.00 … 6.00, 40 trades)')
  })
})

describe('a result', () => {
  it('of the account state shows the time to which it applies', async () => {
    const account = {
      source_kind: 'replay',
      deposit: '10',
      fees_paid: '0',
      funding_paid: '0',
      opened_at: '2026-11-01T00:00:00.000Z',
      equity: null,
      cash: '10',
      unrealised: null,
      margin_used: null,
      free_margin: null,
    } as TradingAccount
    const { run } = stage({ account: async () => account, positions: async () => [] })
    const positions = await run({ name: 'get_own_positions', arguments: {} }, { ...ada, language: 'de' })
    expect(positions.title).toBe('Deine offenen Positionen · 22. Nov., 13:00, Europe/Berlin · Papier, Kurse einer Aufzeichnung')
    expect(positions.notes).toEqual(['Keine offenen Positionen.'])
    const accountResult = await run({ name: 'get_own_account', arguments: {} }, ada)
    expect(accountResult.lines.slice(0, 2).map(({ text }) => text)).toEqual(['n/a (no price)', '10.00 USDC'])
  })

  it('uses UTC, and reports it, when the zone is invalid', async () => {
    const { run } = stage({ statistics: async () => statistics(12) })
    const result = await run(
      { name: 'get_own_statistics', arguments: { figure: 'net', period: 'today' } },
      { ...ada, zone: '../../etc/passwd' },
    )
    expect([result.zone, result.span]).toEqual(['UTC', { from: '2026-11-22', to: '2026-11-22' }])
  })

  it('contains the tags of a trade unchanged and nothing of its note, and no number in a tag is a fact', async () => {
    const rows = [trip({ tags: ['best', '<b>BTC is 99999</b>'], has_note: true })]
    const { run } = stage({ trips: async () => ({ rows, total: 8 }) })
    const result = await run({ name: 'get_own_trades', arguments: { order: 'newest' } }, ada)
    expect(result.lines[0]?.text).toBe('long · Net result −12.50 USDC · Fees 1.000 USDC · best · <b>BTC is 99999</b>')
    expect(result.notes).toEqual(['7 more'])
    expect(ownFacts([result]).amounts).toEqual([-12.5, 1])
    expect(JSON.stringify(ownFacts([result]))).not.toContain('99999')
  })

  it('reports what could not be read: an area that is disabled, fails or takes too long', async () => {
    const call = { name: 'get_own_positions', arguments: {} } as const
    const closed = stage({ account: async () => Promise.reject(new AppError('unavailable', { detail: 'starting' })) })
    expect((await closed.run(call, ada)).problem).toBe('This could not be read now. Try again in a moment.')
    expect(closed.onFailure).not.toHaveBeenCalled()
    const failing = stage({})
    expect(await failing.run(call, ada)).toMatchObject({
      rows: [],
      values: [],
      problem: 'This could not be read now. Try again in a moment.',
    })
    expect(failing.onFailure).toHaveBeenCalledOnce()
    const silent = stage({ account: () => new Promise(() => undefined) }, 1)
    expect((await silent.run(call, ada)).problem).toContain('could not be read now')
  })
})

describe('figures of the market', () => {
  const linesOf = ({ lines }: { readonly lines: readonly { readonly label: string; readonly text: string }[] }) =>
    lines.map(({ label, text }) => `${label}: ${text}`)

  it('give the chance at the end of the time from the issued forecast, and that a touch before is not counted', async () => {
    const { run } = stage({ newestForecast: scriptedMarket.newestForecast })
    const call = { name: 'get_price_chance', arguments: { ticker: 'BTC', timeframe: 24, level: '62891.25' } } as const
    const result = await run(call, ada)
    expect(linesOf(result).slice(0, 3)).toEqual(['above the level: 50.0%', 'below it: 50.0%', 'level: 62,891.25'])
    expect(result.notes).toEqual(['For the price at that moment only: a touch before it is not counted.'])
    expect(result.title).toContain('from the forecast from now · BTC · 24 hours')
    expect(result.title).toContain('simulated prices')
    expect(result.title).not.toContain('Paper')
    expect(z.safeParse(ownResult, result).error).toBeUndefined()
    const far = await run({ ...call, arguments: { ...call.arguments, level: '9000000' } }, ada)
    expect(linesOf(far).slice(0, 2)).toEqual(['above the level: <0.1%', 'below it: >99.9%'])
  })

  it('say why there is no chance while there is no forecast', async () => {
    const { run, onFailure } = stage({
      newestForecast: async () => Promise.reject(new AppError('unavailable', { detail: 'warming up' })),
    })
    const call = { name: 'get_price_chance', arguments: { ticker: 'BTC', timeframe: 24, level: '1' } } as const
    expect((await run(call, ada)).problem).toBe('This could not be read now. Try again in a moment.')
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('show an unknown change as unknown, never as 0', async () => {
    const { run } = stage({})
    const result = await run({ name: 'get_market_figures', arguments: { about: 'facts', ticker: 'BTC' } }, ada)
    expect(linesOf(result)).toEqual([
      'Price: 62,891.25',
      '1 h: 0.0%',
      '24 h: −1.7%',
      '7 d: n/a (no price)',
      'Market cap: 62,891,250,000.00',
      'Volume 24 h: 628,912,500.00',
      'Rank by market cap: 1',
      'Currency: USD',
    ])
    expect(z.safeParse(ownResult, result).error).toBeUndefined()
  })

  it('measure a move without a cause', async () => {
    const { run } = stage({})
    const result = await run({ name: 'get_market_figures', arguments: { about: 'move', ticker: 'BTC' } }, ada)
    expect(linesOf(result)).toEqual(expect.arrayContaining(['Coins rising over 24 h: 2', 'Coins falling over 24 h: 1']))
    expect(result.notes).toEqual(['I have no cause: these are measurements only.', 'Of 3 coins with a known change.'])
  })

  it('list only coins that moved in that direction', async () => {
    const { run } = stage({})
    const result = await run({ name: 'get_market_figures', arguments: { about: 'losers' } }, { ...ada, language: 'de' })
    expect(result.lines.map(({ label }) => label)).toEqual(['BTC'])
    expect(result.title).toContain('Größte Verluste über 24 h')
  })
})

describe('further tools', () => {
  const { run } = stage(scriptedAccount)
  const textOf = async (call: Parameters<typeof run>[0], language = 'en') => {
    const result = await run(call, { ...ada, language })
    expect(z.safeParse(ownResult, result).error).toBeUndefined()
    return ownAnswerText(result)
  }

  it('list alerts with their states, active ones first', async () => {
    const text = await textOf({ name: 'get_own_alerts', arguments: {} })
    expect(text).toContain('BTC above 70,000: active\nETH falls 5% within 1 day: paused')
    expect(await textOf({ name: 'get_own_alerts', arguments: { ticker: 'SOL' } }, 'de')).toContain('Keine Alarme.')
  })

  it('show the account at a supposed price, what would be liquidated, and that orders do not fill', async () => {
    const text = await textOf({ name: 'get_own_what_if', arguments: { ticker: 'SOL', percent: '10' } })
    expect(text).toContain('Supposed move, by the margin model · SOL · +10%')
    expect(text).toContain('Equity then: 9,512.06 USDC\nEquity: 9,850.72 USDC')
    expect(text).toContain('Liquidation would begin in: SOL')
    expect(text).toContain('no order fills and no fee is paid')
    expect(await textOf({ name: 'get_own_what_if', arguments: { ticker: 'BTC', level: '60000' } })).toContain(
      'Liquidation would begin in: none',
    )
    expect((await run({ name: 'get_own_what_if', arguments: { ticker: 'BTC' } }, ada)).problem).toBeDefined()
  })

  it('size a position by the rule of the ticket, fees included', async () => {
    const text = await textOf({ name: 'get_own_position_size', arguments: { ticker: 'BTC', percent: '1', level: '60000' } })
    expect(text).toContain('size: 0.03343')
    expect(text).toContain('Loss at the stop, fees included: 98.51 USDC')
    const none = await textOf({ name: 'get_own_position_size', arguments: { ticker: 'BTC', percent: '1', level: '62891.25' } })
    expect(none).toContain('size: n/a (stop at entry)')
  })

  it('give the public record with the error of "no change" and the intervals of the bands', async () => {
    const text = await textOf({ name: 'get_forecast_accuracy', arguments: { ticker: 'BTC', timeframe: 24 } })
    expect(text).toContain('Error (CRPS): 0.912%\nError of “no change” (CRPS): 0.980%\nOurs to “no change”: 0.93')
    expect(text).toContain('inside the 80% band: 79.0% (95%: 70.0% … 86.0%)')
  })

  it('claim no ratio before there is enough data', async () => {
    const card = { ...(await scriptedMarket.scorecard('BTC', 24)), ratio_is_claimed: false }
    const early = stage({ scorecard: async () => card })
    const text = ownAnswerText(await early.run({ name: 'get_forecast_accuracy', arguments: { ticker: 'BTC', timeframe: 24 } }, ada))
    expect(text).not.toContain('Ours to')
    expect(text).toContain('A ratio is claimed from 90 days')
  })

  it('compare coins by the screener and the market list, and show the funding so far', async () => {
    const text = await textOf({ name: 'get_coin_comparison', arguments: { tickers: ['BTC', 'ETH'] } })
    expect(text).toMatch(/BTC: .*24 h −1.7% .*volatility a year, from 7 d 48.5%.*\nETH: /)
    expect(await textOf({ name: 'get_market_figures', arguments: { about: 'funding', ticker: 'BTC' } })).toContain('+0.00125%')
  })

  it('add the regime and a chart of the day to a move', async () => {
    const chart = [1, 2].map((hour) => [NOW - hour, 60_000 + hour] as [typeof NOW, number])
    const result = await stage({ closes: async () => chart as never }).run(
      { name: 'get_market_figures', arguments: { about: 'move', ticker: 'BTC' } },
      ada,
    )
    expect(result.lines).toContainEqual({ label: 'volatility regime', text: 'high' })
    expect(result.chart).toEqual(chart)
  })
})

describe('of the scripted account', () => {
  const read = async (name: string, args: object) =>
    stage(scriptedAccount).run({ name, arguments: args } as Parameters<ReturnType<typeof ownTools>>[0], { ...ada, zone: 'UTC' })
  const textOf = async (name: string, args: object): Promise<string> => ownAnswerText(await read(name, args))

  it('a figure without a coin says so, and adds only the other open positions', async () => {
    const text = await textOf('get_own_statistics', { figure: 'net', without: ['BTC'] })
    expect(text).toContain('Your closed trades and open positions · without BTC')
    expect(text).toContain('Net result of closed trades: +53.78 USDC')
    expect(text).toContain('Unrealised now, open positions: −200.39 USDC')
    expect(text).toContain('Closed net and unrealised together: −146.61 USDC')
    expect(await textOf('get_own_positions', { without: ['SOL'] })).not.toContain('SOL:')
    const fees = await textOf('get_own_statistics', { figure: 'fees', without: ['BTC'] })
    expect(fees).toContain('Fees paid: 32.96 USDC')
  })

  it('streaks are of wins and losses in order of the close, and the newest one', async () => {
    expect((await read('get_own_statistics', { figure: 'streaks' })).lines).toEqual([
      { label: 'Longest streak of wins, in trades', text: '2' },
      { label: 'Longest streak of losses, in trades', text: '1' },
      { label: 'Losses in a row now', text: '1' },
    ])
  })

  it('volume is of entries and exits, and not known if an exit is not', async () => {
    expect(await textOf('get_own_statistics', { figure: 'volume', period: 'on_11-21' })).toContain('USDC\nTrades: 1')
    const sums = { wins: 0, losses: 0, current_wins: 0, current_losses: 0, volume: null, held_wins: null, held_losses: null }
    const { run } = stage({ ...scriptedAccount, sums: async () => sums })
    expect((await run({ name: 'get_own_statistics', arguments: { figure: 'volume' } }, ada)).lines[0]?.text).toBe('n/a (not known)')
  })

  it('fees, funding and volume by coin are listed from the largest one, and unknown amounts last', async () => {
    const rowsOf = async (args: object) =>
      (await read('get_own_statistics', { by: 'symbol', period: 'this_month', ...args })).lines.map(({ label, text }) => [label, text])
    expect(await rowsOf({ figure: 'fees' })).toEqual([
      ['SOL', 'Fees 3.300 USDC · Trades 2'],
      ['BTC', 'Fees 2.700 USDC · Trades 2'],
      ['ETH', 'Fees 1.200 USDC · Trades 1'],
      ['XRP', 'Fees 0.6000 USDC · Trades 1'],
    ])
    expect((await rowsOf({ figure: 'funding' })).map(([label]) => label)).toEqual(['SOL', 'XRP', 'BTC', 'ETH'])
    expect(await rowsOf({ figure: 'funding', rank: 'best' })).toContainEqual(['ETH', 'Funding received 0.5000 USDC · Trades 1'])
    expect((await rowsOf({ figure: 'volume', rank: 'worst' })).map(([label]) => label).slice(2)).toEqual(['BTC', 'SOL'])
    const coins = [
      { symbol: 'BTC', trades: 2, fees: null, funding: '0', volume: null },
      { symbol: 'ETH', trades: 1, fees: '0', funding: '0', volume: '1' },
    ]
    const { run } = stage({ ...scriptedAccount, coinSums: async () => coins })
    const fees = await run({ name: 'get_own_statistics', arguments: { figure: 'fees', by: 'symbol' } }, ada)
    expect(fees.rows.map(({ name, values: [value] }) => [name, value?.value, value?.reason])).toEqual([
      ['ETH', '0', undefined],
      ['BTC', null, 'not known'],
    ])
  })

  it('a holding time is of all trades, of those with a gain and of those with a loss', async () => {
    const linesOf = async (args: object) => (await read('get_own_statistics', { figure: 'mean_hold_ms', ...args })).lines.slice(1)
    expect((await linesOf({})).map(({ text }) => text)).toEqual(['5 hours', '5 hours'])
    expect(await linesOf({ ticker: 'DOGE' })).toEqual([
      { label: 'Average holding time, trades with a gain', text: 'none' },
      { label: 'Average holding time, trades with a loss', text: '5 hours' },
    ])
  })

  it('means a day are over days with a trade and over all of the time, with the best and worst one', async () => {
    expect(
      (await read('get_own_statistics', { figure: 'per_day', period: 'last_7_days' })).lines.map(({ label, text }) => [label, text]),
    ).toEqual([
      ['Average net a day with a closed trade', '−22.11 USDC'],
      ['Days with a closed trade', '3'],
      ['Average net a calendar day', '−9.474 USDC'],
      ['Calendar days', '7'],
      ['Closed trades on such a day', '1.00'],
      ['Average fees on such a day', '1.267 USDC'],
      ['Average funding paid on such a day', '1.040 USDC'],
      ['Best day', '+10.00 USDC'],
      ['Date of the best day', 'Nov 19, 2026'],
      ['Worst day', '−61.32 USDC'],
      ['Date of the worst day', 'Nov 21, 2026'],
      ['Net result', '−66.32 USDC'],
    ])
    const weeks = await textOf('get_own_statistics', { figure: 'per_week', period: 'this_month' })
    expect(weeks).toContain('Weeks with a closed trade: 3')
  })

  it('orders are limited to a kind and side, with exits attached to an order, and a fill has no kind', async () => {
    const text = await textOf('get_own_orders', { state: 'open', kind: 'limit', order_side: 'buy' })
    expect(text).toContain('Your open orders · limit · buy')
    expect((await read('get_own_orders', { state: 'open', kind: 'limit', order_side: 'buy' })).rows.map(({ name }) => name)).toEqual([
      'ETH',
      'BTC',
    ])
    expect((await read('get_own_orders', { state: 'open', kind: 'stop' })).rows).toHaveLength(2)
    expect((await read('get_own_orders', { state: 'open', kind: 'trailing_stop' })).notes).toEqual(['No such orders.'])
    expect((await read('get_own_orders', { state: 'filled', kind: 'limit' })).problem).toBeDefined()
    const attached = {
      symbol: 'ETH',
      side: 'buy',
      type: 'limit',
      role: 'order',
      size: '1',
      price: '2900',
      trigger: null,
      stop_loss: { trigger: '2800' },
    }
    const { run } = stage({ ...scriptedAccount, orders: async () => [attached as unknown as TradingOrder] })
    expect((await run({ name: 'get_own_orders', arguments: { state: 'open', kind: 'stop' } }, ada)).rows).toHaveLength(1)
  })

  it('a time that does not exist is not all time', async () =>
    expect((await read('get_own_statistics', { figure: 'net', period: 'on_2099-01-01' })).problem).toBeDefined())
})
