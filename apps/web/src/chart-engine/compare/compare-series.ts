import { itemAt } from '@aerie/core/item-at'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { ApiError } from '../../lib/http/api-error.ts'
import { PAGE_CANDLES, readCandles } from '../bars/candle-pages.ts'

const REFRESH_MS = 15_000

/** Closes of a compared coin by open time in ms. */
export type CompareSeries = { readonly symbol: string; readonly closes: ReadonlyMap<number, number> }

type Following = {
  readonly symbol: string
  readonly interval: Interval
  /** Open time of the oldest bar on the chart, in ms: the series reaches as far back. */
  readonly oldest: () => number | null
  readonly onChange: (series: CompareSeries) => void
}

/** Keeps the closes of one coin for as long as it is compared; returns the way to stop. */
export function followCompared({ symbol, interval, oldest, onChange }: Following): () => void {
  const gone = new AbortController()
  const closes = new Map<number, number>()
  let reachesBack: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const take = async (query: Record<string, number>) => {
    const page = await readCandles(symbol, { interval, limit: PAGE_CANDLES, ...query }, gone.signal)
    for (const [time, , , , close] of page) closes.set(time * 1000, close)
    return page
  }
  const readAll = async () => {
    const newest = closes.size === 0 ? {} : { from: Math.floor(Math.max(...closes.keys()) / 1000) - (2 * INTERVAL_MS[interval]) / 1000 }
    const first = await take(newest)
    reachesBack ??= (first[0]?.[0] ?? 0) * 1000
    const wanted = oldest()
    while (wanted !== null && reachesBack > wanted) {
      const older = await take({ to: reachesBack / 1000 })
      if (older.length === 0) break
      reachesBack = itemAt(older, 0)[0] * 1000
    }
  }
  const run = () => {
    readAll().then(
      () => {
        onChange({ symbol, closes })
        timer = setTimeout(run, REFRESH_MS)
      },
      (error: unknown) => {
        if (gone.signal.aborted) return
        if (!(error instanceof ApiError)) reportError(error)
        // What is known is shown, of a coin of which nothing is its name alone: a line that ends early says so itself.
        onChange({ symbol, closes })
        timer = setTimeout(run, REFRESH_MS)
      },
    )
  }
  run()
  return () => {
    gone.abort()
    clearTimeout(timer)
  }
}
