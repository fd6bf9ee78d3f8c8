import type { Bar } from '../../../chart-engine/bars/bars.ts'
import type { CandleFeed, candleFeed } from '../../../chart-engine/bars/candle-feed.ts'

/** A chart's candles of the past, of which the first so many are shown. */
export type ReplayFeed = {
  readonly open: typeof candleFeed
  /** Shows the first `count` bars and no others: whoever replays a trade must not see what came next. */
  readonly show: (count: number) => void
}

/** Candles that are already read, for a chart that plays them. */
export function replayFeed(bars: readonly Bar[], first: number): ReplayFeed {
  let shown = first
  let chart: Parameters<CandleFeed['join']>[0] | undefined
  let put: ((bar: Bar) => void) | undefined
  return {
    open: ({ onState }) => ({
      loader: {
        getBars: ({ type, callback }) => {
          callback(type === 'init' ? bars.slice(0, shown).map((bar) => ({ ...bar })) : [], false)
          if (type === 'init') onState({ kind: bars.length === 0 ? 'empty' : 'ready' })
        },
        subscribeBar: ({ callback }) => {
          put = callback
        },
        unsubscribeBar: () => {
          put = undefined
        },
      },
      join: (joined) => {
        chart = joined
      },
      close: () => {
        put = undefined
        chart = undefined
      },
    }),
    show: (count) => {
      const next = bars[count - 1]
      const isNext = count === shown + 1
      shown = count
      if (isNext && put !== undefined && next !== undefined) put({ ...next })
      else chart?.resetData()
    },
  }
}
