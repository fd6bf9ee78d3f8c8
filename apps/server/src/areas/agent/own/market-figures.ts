import { chanceAbove } from '@aerie/forecast/price-probability'
import type { OwnResult, OwnToolCall, OwnValue } from '@aerie/wire/agent/agent-own'
import type { Board, BoardCoin } from '@aerie/wire/market/board'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AnswerDeps } from '../market-data/answer.ts'
import { price, share, word } from './own-reading.ts'
import type { BareResult } from './own-text.ts'

type ArgumentsOf<N extends OwnToolCall['name']> = Extract<OwnToolCall, { name: N }>['arguments']

/** Public data, the same for every user. */
export type MarketFigureSources = Pick<AnswerDeps, 'newestForecast'> & { readonly board: () => Board }

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

const MOST_LISTED = 5

/** Changes are from the price 1 h, 24 h and 7 days ago. Causes are not measured, so none is given. */
export async function readMarket(
  { board }: MarketFigureSources,
  blank: BareResult,
  { about, ticker }: ArgumentsOf<'get_market_figures'>,
): Promise<BareResult> {
  const { data, source, as_of: at } = board()
  const known = { ...blank, at, source }
  if (about === 'gainers' || about === 'losers') {
    const moved = movedIn(data)
    const [listed, sign] =
      about === 'gainers' ? [moved.filter(({ change }) => change > 0), -1] : [moved.filter(({ change }) => change < 0), 1]
    const rows = listed
      .toSorted((a, b) => sign * (a.change - b.change))
      .slice(0, MOST_LISTED)
      .map(({ coin }) => ({ name: coin.symbol, values: [...changesOf(coin, ['24h']), priceValue(coin)] }))
    return { ...known, rows, remarks: [{ key: 'of_coins', n: moved.length }] }
  }
  const coin = data.find(({ symbol }) => symbol === ticker)
  if (coin === undefined) throw new AppError('not_found', { detail: 'This coin is not listed.' })
  const changes = changesOf(coin, ['1h', '24h', '7d'])
  const volume = price('volume', textOf(coin.volume))
  if (about === 'facts') {
    const rank: OwnValue = { key: 'rank', value: String(coin.rank), unit: 'count' }
    return {
      ...known,
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
  return {
    ...known,
    values: [priceValue(coin), ...changes, volume, ...breadth],
    remarks: [
      { key: 'no_cause', n: 0 },
      { key: 'of_coins', n: moved.length },
    ],
  }
}

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
