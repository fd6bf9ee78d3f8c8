import { itemAt } from '@aerie/core/item-at'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { ApiError } from '../../../platform/api/api-error.ts'
import { PAGE_CANDLES, readCandles } from '../../market/index.ts'

const REFRESH_MS = 15_000

export type CompareSeries = { readonly symbol: string; readonly closes: ReadonlyMap<number, number> }

type Following = {
  readonly symbol: string
  readonly interval: Interval
  readonly oldest: () => number | null
  readonly onChange: (series: CompareSeries) => void
}

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
        // Partial data is shown, or just the name: a line that ends early is self-explanatory.
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
