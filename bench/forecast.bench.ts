import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Candle } from '@aerie/core/market/candle'
import { Ems } from '@aerie/forecast/ems'
import { evaluateForecasts, type HorizonScores } from '@aerie/forecast/evaluation'
import { MAX_HOURS } from '@aerie/forecast/quantile-levels'
import { RandomWalk } from '@aerie/forecast/random-walk'
import { walk } from '@aerie/forecast/test/candles'
import { readCandles } from '@aerie/market/replay/read-candles'
import { candleAt } from '@aerie/market/replay/series'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { ForecastThread } from '../apps/server/src/areas/forecast/forecast-thread.ts'
import { evaluateFile } from '../apps/server/src/ops/cli/forecast-evaluate.ts'
import { type Benchmark, median } from './benchmark.ts'

const WARM = 8_760
const MEASURED = 4_000

let measured: number[] | undefined
/** Microseconds per candle: one update, then every quantile of every horizon, with full windows. */
function candleTimes(): number[] {
  if (measured !== undefined) return measured
  const model = new Ems()
  const candles = walk(WARM + MEASURED)
  for (const candle of candles.slice(0, WARM)) model.update(candle)
  measured = candles.slice(WARM).map((candle) => {
    const start = performance.now()
    model.update(candle)
    for (let hours = 1; hours <= MAX_HOURS; hours += 1) model.forecast(hours)
    return (performance.now() - start) * 1_000
  })
  return measured
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!

async function hourTimes(): Promise<number> {
  const thread = new ForecastThread()
  const candles = walk(3_000 + 60)
  const feedAll = (part: readonly Candle[], isFresh: boolean) =>
    thread.feed(PREDICTED_SYMBOLS.map((symbol) => ({ symbol, isFresh, candles: part })))
  await feedAll(candles.slice(0, 3_000), true)
  const times: number[] = []
  for (const candle of candles.slice(3_000)) {
    const start = performance.now()
    await feedAll([candle], false)
    times.push(performance.now() - start)
  }
  await thread.stop()
  return median(times)
}

/** CPU seconds of `forecast evaluate`, file to file, over 60,000 candles with four horizons each. */
async function evaluation(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-bench-'))
  const candles = walk(60_000)
  const rows = candles.map(({ time, open, high, low, close, volume }) => `${time},${open},${high},${low},${close},${volume}`)
  writeFileSync(join(folder, 'hours.csv'), `time,open,high,low,close,volume\n${rows.join('\n')}\n`)
  const before = process.cpuUsage()
  await evaluateFile({
    candles: join(folder, 'hours.csv'),
    out: join(folder, 'quantiles.csv'),
    from: candles[0]!.time,
    to: candles.at(-1)!.time,
    hours: [1, 6, 12, 24],
  })
  const { user, system } = process.cpuUsage(before)
  rmSync(folder, { recursive: true })
  return (user + system) / 1e6
}

const RECORDED = fileURLToPath(new URL('../../shared/market/ohlcv/1h/', import.meta.url))
const FROM = Date.UTC(2023, 0, 1) / 1_000
const TO = Date.UTC(2024, 2, 31, 23) / 1_000
/** Goals on the development files, mean over the four coins; parameters were fitted on earlier data. */
const GOALS = { 1: 0.969, 6: 0.976, 12: 0.979, 24: 0.981 } as const
const HOURS = [1, 6, 12, 24] as const

let scored: Promise<HorizonScores[][]> | undefined
const recordedScores = (): Promise<HorizonScores[][]> => {
  scored ??= Promise.all(
    PREDICTED_SYMBOLS.map(async (symbol) => {
      const { series } = await readCandles(`${RECORDED}${symbol}USDT-1h.csv.gz`, '1h')
      const candles = Array.from({ length: series.length }, (_, index) => candleAt(series, index))
      return evaluateForecasts({
        candles,
        from: FROM,
        to: TO,
        hours: HOURS,
        model: new Ems(),
        baseline: new RandomWalk(),
        issue: () => undefined,
      })
    }),
  )
  return scored
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const quality = (
  name: string,
  hours: (typeof HOURS)[number],
  limit: number | null,
  pick: (scores: HorizonScores) => number,
): Benchmark => ({
  name: `forecast: ${name} at ${hours} h, ${PREDICTED_SYMBOLS.join(' ')} 2023-01 to 2024-03`,
  run: async () => ({
    value: mean((await recordedScores()).map((coin) => pick(coin.find((each) => each.hours === hours)!))),
    unit: 'ratio',
    limit,
  }),
})

const qualities = HOURS.flatMap((hours) => [
  quality('CRPS over the random walk', hours, GOALS[hours], (scores) => scores.crps_ratio),
  quality('tail pinball over the random walk', hours, null, (scores) => scores.tail_pinball_ratio),
  quality('coverage of the 80 % band', hours, 0.8, (scores) => scores.coverage['80']),
])

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'forecast: a candle, 24 horizons x 21 quantiles, median',
    run: async () => ({ value: median(candleTimes()), unit: 'us', limit: 50 }),
  },
  { name: 'forecast: a candle, p99', run: async () => ({ value: percentile(candleTimes(), 0.99), unit: 'us', limit: 200 }) },
  {
    name: 'forecast: all coins at the hour, from the thread',
    run: async () => ({ value: await hourTimes(), unit: 'ms, median', limit: 20 }),
  },
  { name: 'forecast: evaluate 60,000 candles', run: async () => ({ value: await evaluation(), unit: 's cpu', limit: 10 }) },
  ...(existsSync(RECORDED) ? qualities : []),
]

if (!existsSync(RECORDED)) process.stderr.write(`forecast: ${RECORDED} is not there, its quality is not measured\n`)
