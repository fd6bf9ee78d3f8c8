import { chanceAbove } from '@aerie/forecast/price-probability'
import { MOST_MOVERS, type OwnResult, type OwnToolCall, type OwnValue } from '@aerie/wire/agent/agent-own'
import type { ScreenRow, Statistic, Volatility } from '@aerie/wire/market/analytics'
import type { Board, BoardCoin } from '@aerie/wire/market/board'
import type { Scorecard } from '@aerie/wire/market/forecasts'
import type { InstrumentMarket, TradingInstrument } from '@aerie/wire/trading/trading-account'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AnswerDeps } from '../market-data/answer.ts'
import { price, share, word } from './own-reading.ts'
import type { BareResult } from './own-text.ts'

type ArgumentsOf<N extends OwnToolCall['name']> = Extract<OwnToolCall, { name: N }>['arguments']

/** Public data, the same for every user. */
export type MarketFigureSources = Pick<AnswerDeps, 'newestForecast'> & {
  readonly board: () => Board
  /** Of the hourly record. */
  readonly scorecard: (symbol: string, hours: number) => Promise<Scorecard>
  readonly volatility: (symbol: string) => Promise<Volatility>
  readonly row: (symbol: string) => ScreenRow
  /** Hourly closes of the last day, oldest first. */
  readonly closes: (symbol: string) => Promise<NonNullable<BareResult['chart']>>
  readonly instrument: (symbol: string) => Promise<{ readonly market: InstrumentMarket; readonly terms: TradingInstrument | undefined }>
}

const MEDIAN = 0.5
const BAND_80 = [0.1, 0.9] as const

/** From the distribution of the price at the horizon; a touch before it is not in there. */
export async function readChance(
  { newestForecast }: MarketFigureSources,
  blank: BareResult,
  { ticker, timeframe, level }: ArgumentsOf<'get_price_chance'>,
): Promise<BareResult> {
  const { quantiles, anchor, issued_at: issued, source, quote } = await newestForecast(ticker, timeframe)
  const above = chanceAbove(
    quantiles.map(([, each]) => each),
    Number(level),
  )
  const at = (probability: number): string | null => {
    const found = quantiles.find(([each]) => Math.abs(each - probability) < 1e-9)
    return found === undefined ? null : String(found[1])
  }
  const values = [
    share('chance_above', above),
    share('chance_below', 1 - above),
    price('level', level),
    price('start', String(anchor)),
    price('median', at(MEDIAN)),
    price('low', at(BAND_80[0])),
    price('high', at(BAND_80[1])),
    word('quote', quote),
  ]
  return { ...blank, at: issued, source, values, remarks: [{ key: 'touch', n: 0 }] }
}

/** Changes are from the price 1 h, 24 h and 7 days ago. Causes are not measured, so none is given. */
export async function readMarket(
  sources: MarketFigureSources,
  blank: BareResult,
  { about, ticker }: ArgumentsOf<'get_market_figures'>,
): Promise<BareResult> {
  const { data, source, as_of: at } = sources.board()
  const known = { ...blank, at, source }
  if (about === 'gainers' || about === 'losers') {
    const moved = movedIn(data)
    const [listed, sign] =
      about === 'gainers' ? [moved.filter(({ change }) => change > 0), -1] : [moved.filter(({ change }) => change < 0), 1]
    const rows = listed
      .toSorted((a, b) => sign * (a.change - b.change))
      .slice(0, MOST_MOVERS)
      .map(({ coin }) => ({ name: coin.symbol, values: [...changesOf(coin, ['24h']), priceValue(coin)] }))
    return { ...known, rows, remarks: [{ key: 'of_coins', n: moved.length }] }
  }
  const coin = data.find(({ symbol }) => symbol === ticker)
  if (coin === undefined) throw new AppError('not_found', { detail: 'This coin is not listed.' })
  if (about === 'funding') return { ...known, ...fundingOf((await sources.instrument(coin.symbol)).market) }
  const changes = changesOf(coin, ['1h', '24h', '7d'])
  // Beside the figures, which are answered without it too.
  const closes = await sources.closes(coin.symbol).catch(() => [])
  const chart = closes.length > 1 ? { chart: closes } : {}
  const volume = price('volume', textOf(coin.volume))
  if (about === 'facts') {
    const rank: OwnValue = { key: 'rank', value: String(coin.rank), unit: 'count' }
    return {
      ...known,
      ...chart,
      values: [priceValue(coin), ...changes, price('market_cap', textOf(coin.marketCap)), volume, rank, word('quote', coin.quote)],
    }
  }
  const moved = movedIn(data)
  const countOf = (key: string, isCounted: (change: number) => boolean): OwnValue => ({
    key,
    value: String(moved.filter(({ change }) => isCounted(change)).length),
    unit: 'count',
  })
  const breadth = [countOf('rising', (change) => change > 0), countOf('falling', (change) => change < 0)]
  const volatility = await sources.volatility(coin.symbol).catch(() => undefined)
  const regime = volatility?.regime?.name
  return {
    ...known,
    ...chart,
    values: [
      priceValue(coin),
      ...changes,
      volume,
      ...(regime === undefined ? [] : [word('regime', regime === 'high' ? 'high_regime' : regime)]),
      ...breadth,
    ],
    remarks: [
      { key: 'no_cause', n: 0 },
      { key: 'of_coins', n: moved.length },
    ],
  }
}

/** Funding so far in this hour, of the perpetual. */
function fundingOf({ mark, index, funding }: InstrumentMarket): Pick<BareResult, 'values'> {
  const rate: OwnValue =
    funding === null
      ? { key: 'funding_rate', value: null, unit: 'share', reason: 'no data' }
      : { key: 'funding_rate', value: funding.rate, unit: 'fine_share' }
  return { values: [rate, price('mark', mark), price('index', index)] }
}

/** Changes and volatilities are the screener's, of closed hours; cap and volume are the market list's. */
export async function readComparison(
  { board, row }: MarketFigureSources,
  blank: BareResult,
  { tickers }: ArgumentsOf<'get_coin_comparison'>,
): Promise<BareResult> {
  const { data, source, as_of: at } = board()
  const rows = tickers.map((ticker) => {
    const coin = data.find(({ symbol }) => symbol === ticker)
    if (coin === undefined) throw new AppError('not_found', { detail: 'This coin is not listed.' })
    const { return_24h, return_7d, return_30d, volatility_7d, volatility_30d } = row(ticker)
    const values = [
      priceValue(coin),
      percentOf('change_day', return_24h),
      percentOf('change_week', return_7d),
      percentOf('change_month', return_30d),
      percentOf('volatility_week', volatility_7d),
      percentOf('volatility_month', volatility_30d),
      price('market_cap', textOf(coin.marketCap)),
      price('volume', textOf(coin.volume)),
      word('quote', coin.quote),
    ]
    return { name: ticker, values }
  })
  return { ...blank, at, source, rows }
}

const percentOf = (key: string, { value, reason }: Statistic): OwnValue =>
  value === null ? { key, value: null, unit: 'share', reason: reason ?? 'not known' } : share(key, value / 100)

/** The public record of the hourly forecasts; a ratio is claimed from 90 days on only. */
export async function readAccuracy(
  { scorecard }: MarketFigureSources,
  blank: BareResult,
  { ticker, timeframe }: ArgumentsOf<'get_forecast_accuracy'>,
): Promise<BareResult> {
  const { crps, coverage, scored, independent, days, ratio_is_claimed: isClaimed, source } = await scorecard(ticker, timeframe)
  const countOf = (key: string, value: number): OwnValue => ({ key, value: String(Math.floor(value)), unit: 'count' })
  const bands = coverage.map(({ percent, share: inside, low, high }): OwnValue => {
    const key = `inside_${percent}`
    if (inside === null) return { key: KEY_OF_BAND[percent] ?? key, value: null, unit: 'share', reason: 'no outcome yet' }
    const between = low === null || high === null ? {} : { low: low.toFixed(12), high: high.toFixed(12) }
    return { ...share(KEY_OF_BAND[percent] ?? key, inside), ...between }
  })
  const none = (key: string): OwnValue => ({ key, value: null, unit: 'share', reason: 'no outcome yet' })
  const errors: OwnValue[] =
    crps === null
      ? [none('crps')]
      : [
          { ...share('crps', crps.ours), unit: 'fine_share' },
          { ...share('crps_naive', crps.random_walk), unit: 'fine_share' },
          ...(isClaimed ? [{ key: 'crps_ratio', value: crps.ratio.toFixed(12), unit: 'ratio' as const }] : []),
        ]
  return {
    ...blank,
    source,
    values: [...errors, ...bands, countOf('scored', scored), countOf('independent', independent), countOf('days', days)],
    remarks: [...(isClaimed ? [] : [{ key: 'no_ratio', n: 90 } as const]), { key: 'lower_is_better', n: 0 }],
  }
}

const KEY_OF_BAND: Readonly<Record<number, string>> = { 50: 'inside_half', 80: 'inside_eighty', 95: 'inside_most' }

const textOf = (amount: number | null): string | null => (amount === null ? null : String(amount))
const priceValue = (coin: BoardCoin): OwnValue => price('price_now', textOf(coin.price))

function changeIn({ price: now, closes }: BoardCoin, span: keyof BoardCoin['closes']): number | undefined {
  const before = closes[span]
  return now === null || before === null || !(before > 0) ? undefined : now / before - 1
}

const changesOf = (coin: BoardCoin, spans: readonly (keyof BoardCoin['closes'])[]): OwnResult['values'] =>
  spans.map((span) => {
    const change = changeIn(coin, span)
    return change === undefined ? { key: KEYS[span], value: null, unit: 'share' as const, reason: 'no price' } : share(KEYS[span], change)
  })
const KEYS = { '1h': 'change_hour', '24h': 'change_day', '7d': 'change_week' } as const

/** Coins whose change over 24 hours is known. */
const movedIn = (coins: readonly BoardCoin[]): { readonly coin: BoardCoin; readonly change: number }[] =>
  coins.flatMap((coin) => {
    const change = changeIn(coin, '24h')
    return change === undefined ? [] : [{ coin, change }]
  })
