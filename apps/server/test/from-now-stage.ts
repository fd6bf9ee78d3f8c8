import { setImmediate as turn } from 'node:timers/promises'
import type { Candle } from '@aerie/core/market/candle'
import { pino } from 'pino'
import { ForecastKeeper, type KeeperReport } from '../src/areas/forecast/forecast-keeper.ts'
import { forecastRecords } from '../src/areas/forecast/forecast-records.ts'
import { ForecastThread } from '../src/areas/forecast/forecast-thread.ts'
import { FromNowKeeper } from '../src/areas/forecast/from-now-keeper.ts'
import { FromNowService } from '../src/areas/forecast/from-now-service.ts'
import { ForecastService } from '../src/areas/forecast/service.ts'
import { MarketService } from '../src/areas/market/service.ts'
import type { TestDatabase } from './database.ts'
import { closeAt, FORECAST_SYMBOLS, HOUR, hourCandle } from './forecast-stage.ts'
import { scriptedSource, T0, tickOf } from './scripted-source.ts'

export const MINUTE = 60_000
export const STEP = 5 * MINUTE
const COINS = [...FORECAST_SYMBOLS, 'DOGE'].map((symbol) => ({
  symbol,
  name: symbol,
  logo: `/coins/${symbol}.svg`,
  color: '#112233',
  industries: [],
}))

/** Close of a minute, by its open time in seconds: between the closes of the hours. */
export const minuteCloseAt = (time: number): number => {
  const hour = Math.floor(time / 3600) * 3600
  const share = (time + 60 - hour) / 3600
  return share === 1 ? closeAt(hour) : closeAt(hour - 3600) + (closeAt(hour) - closeAt(hour - 3600)) * share + Math.sin(time) / 50
}

export const minuteCandle = (time: number): Candle => {
  const [open, close] = [minuteCloseAt(time - 60), minuteCloseAt(time)]
  return { time, open, high: Math.max(open, close) + 0.05, low: Math.min(open, close) - 0.05, close, volume: 1 }
}

type Options = {
  readonly database: TestDatabase
  readonly now?: number
  readonly kind?: 'sim' | 'live' | 'replay'
  readonly id?: string
  readonly isThere?: (time: number) => boolean
  readonly hasMinutes?: boolean
}

/** Hours of three weeks, minutes of the last three hours, and both kinds of forecasts. */
export async function fromNowStage({
  database,
  now = T0,
  kind = 'sim',
  id = 'sim:test',
  isThere = () => true,
  hasMinutes = true,
}: Options) {
  const logger = pino({ level: 'silent' })
  const first = { '1h': T0 / 1000 - 500 * 3600, '1m': T0 / 1000 - 3 * 3600 }
  const script = scriptedSource({
    kind,
    id,
    history: ({ interval, from, to }) => {
      const step = interval === '1h' ? 3600 : 60
      const candles: Candle[] = []
      for (let time = Math.max(first[interval], Math.ceil(from / 1000 / step) * step); (time + step) * 1000 <= to; time += step)
        if (interval === '1h') candles.push(hourCandle(time))
        else if (hasMinutes && isThere(time)) candles.push(minuteCandle(time))
      return candles
    },
  })
  script.setNow(now)
  const market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: database.db.$client, logger, retryMs: () => 1 })
  const reports: KeeperReport[] = []
  let troubles = 0
  const onTrouble = (isTrouble: boolean): void => {
    if (isTrouble) troubles += 1
  }
  const warmth = (symbol: string) => keeper.warmth(symbol)
  const parts = { db: database.db, market, symbols: FORECAST_SYMBOLS, warmth }
  const hourly = new ForecastService({ ...parts, model: 'ems' })
  const service = new FromNowService({ ...parts, hourly })
  const thread = new ForecastThread()
  const shared = { market, thread, symbols: FORECAST_SYMBOLS, logger, onTrouble }
  const keeper = new ForecastKeeper({ ...shared, records: forecastRecords(database.db), onReport: () => hourly.recordHasGrown() })
  const nowKeeper = new FromNowKeeper({
    ...shared,
    warmth,
    records: forecastRecords(database.db, 'now'),
    onReport: (report) => {
      reports.push(report)
      service.recordHasGrown()
    },
  })
  const idle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await turn()
      await keeper.idle()
      nowKeeper.look()
      await nowKeeper.idle()
    }
  }
  await market.start()
  keeper.start()
  nowKeeper.start()
  await market.settled()
  await idle()
  const tick = (): void => script.emit().ticks(FORECAST_SYMBOLS.map((symbol) => tickOf(symbol, 100, market.hub.now())))
  tick()
  return {
    market,
    service,
    hourly,
    reports,
    script,
    idle,
    tick,
    /** Closes each minute up to `ms`, with a price at each stop of five minutes. */
    reach: async (ms: number): Promise<void> => {
      const begun = market.hub.now()
      for (let end = Math.floor(begun / STEP) * STEP + STEP; end <= ms; end += STEP) {
        script.setNow(end)
        const times = Array.from({ length: 5 }, (_, index) => (end - STEP) / 1000 + index * 60).filter(
          (time) => (time + 60) * 1000 > begun && isThere(time),
        )
        const emitted = FORECAST_SYMBOLS.flatMap((symbol) => [
          ...times.map((time) => ({ symbol, interval: '1m' as const, candle: minuteCandle(time) })),
          ...(end % HOUR === 0 ? [{ symbol, interval: '1h' as const, candle: hourCandle(end / 1000 - 3600) }] : []),
        ])
        script.emit().candles(emitted)
        tick()
        await idle()
      }
      script.setNow(ms)
    },
    stop: async (): Promise<void> => {
      await nowKeeper.stop()
      await keeper.stop()
      await market.stop()
      if (troubles > 0) throw new Error(`the keepers met trouble ${troubles} times`)
    },
  }
}
