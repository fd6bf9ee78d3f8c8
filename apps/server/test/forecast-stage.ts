import { setImmediate as turn } from 'node:timers/promises'
import type { Candle } from '@aerie/core/market/candle'
import { pino } from 'pino'
import { ForecastKeeper, type KeeperReport } from '../src/areas/forecast/forecast-keeper.ts'
import { forecastRecords } from '../src/areas/forecast/forecast-records.ts'
import { ForecastThread } from '../src/areas/forecast/forecast-thread.ts'
import { ForecastService } from '../src/areas/forecast/service.ts'
import { MarketService } from '../src/areas/market/service.ts'
import type { TestDatabase } from './database.ts'
import { scriptedSource, T0 } from './scripted-source.ts'

export const HOUR = 3_600_000
export const FORECAST_SYMBOLS = ['BTC', 'ETH']
const COINS = [...FORECAST_SYMBOLS, 'DOGE'].map((symbol) => ({
  symbol,
  name: symbol,
  logo: `/coins/${symbol}.svg`,
  color: '#112233',
  industries: [],
}))

/** Deterministic close of an hour, by its open time in seconds: a bounded wander. */
export const closeAt = (time: number): number => {
  const hour = time / 3600
  const shake = Math.sin(hour * 12.9898) * 43_758.5453
  return 100 + 5 * Math.sin(hour / 9) + (shake - Math.floor(shake)) * 2
}

export const hourCandle = (time: number): Candle => {
  const [open, close] = [closeAt(time - 3600), closeAt(time)]
  return { time, open, high: Math.max(open, close) + 0.5, low: Math.min(open, close) - 0.5, close, volume: 10 }
}

/** Every closed hour of the span, from `first` (seconds) on; no minutes. */
export const hoursSince =
  (first: number, isThere: (time: number) => boolean = () => true) =>
  ({ interval, from, to }: { interval: string; from: number; to: number }): Candle[] => {
    const candles: Candle[] = []
    if (interval !== '1h') return candles
    for (let time = Math.max(first, Math.ceil(from / HOUR) * 3600); (time + 3600) * 1000 <= to; time += 3600)
      if (isThere(time)) candles.push(hourCandle(time))
    return candles
  }

type Options = {
  readonly database: TestDatabase
  readonly now?: number
  readonly kind?: 'sim' | 'live' | 'replay'
  readonly id?: string
  readonly isThere?: (time: number) => boolean
  readonly gate?: Promise<void>
  /** First hour of the series, in hours before T0. */
  readonly historyHours?: number
  readonly isHolder?: () => boolean
}

export async function forecastStage({
  database,
  now = T0,
  kind = 'sim',
  id = 'sim:test',
  isThere,
  gate,
  historyHours = 500,
  isHolder = () => true,
}: Options) {
  const logger = pino({ level: 'silent' })
  const hours = hoursSince(T0 / 1000 - historyHours * 3600, isThere)
  const script = scriptedSource({ kind, id, history: (request) => (gate === undefined ? hours(request) : gate.then(() => hours(request))) })
  script.setNow(now)
  const market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: database.db.$client, logger, retryMs: () => 1 })
  const reports: KeeperReport[] = []
  const service = new ForecastService({
    db: database.db,
    market,
    symbols: FORECAST_SYMBOLS,
    warmth: (symbol) => keeper.warmth(symbol),
    model: 'ems',
  })
  const thread = new ForecastThread()
  let troubles = 0
  const keeper = new ForecastKeeper({
    market,
    records: forecastRecords(database.db),
    thread,
    symbols: FORECAST_SYMBOLS,
    logger,
    isHolder,
    onReport: (report) => {
      reports.push(report)
      service.recordHasGrown()
    },
    onTrouble: (isTrouble) => {
      if (isTrouble) troubles += 1
    },
  })
  /** Resolves when all requested work is done, including the looks that follow from it. */
  const idle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await turn()
      await keeper.idle()
    }
  }
  await market.start()
  keeper.start()
  if (gate === undefined) await market.settled()
  await idle()
  return {
    market,
    keeper,
    service,
    thread,
    reports,
    script,
    idle,
    reach: async (ms: number): Promise<void> => {
      const from = Math.floor(market.hub.now() / HOUR) * HOUR
      for (let end = from + HOUR; end <= ms; end += HOUR) {
        script.setNow(Math.min(end + 100, Math.max(ms, end)))
        const time = end / 1000 - 3600
        if (isThere?.(time) ?? true) {
          script.emit().candles(FORECAST_SYMBOLS.map((symbol) => ({ symbol, interval: '1h', candle: hourCandle(time) })))
        } else keeper.look()
        await idle()
      }
      script.setNow(ms)
    },
    stop: async (): Promise<void> => {
      await keeper.stop()
      await market.stop()
      if (troubles > 0) throw new Error(`the keeper met trouble ${troubles} times`)
    },
  }
}
