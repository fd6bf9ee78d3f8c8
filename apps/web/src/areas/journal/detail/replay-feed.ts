import type { Bar, CandleFeed, candleFeed } from '../../chart/index.ts'
import type { ReplayStep } from './replay-steps.ts'

export type ReplayFeed = {
  readonly open: typeof candleFeed
  /** Shows only the bars of a step: a replay must not reveal the future. */
  readonly show: (step: ReplayStep) => void
}

export function replayFeed(bars: readonly Bar[]): ReplayFeed {
  let shown: Pick<ReplayStep, 'count' | 'forming'> = { count: bars.length, forming: null }
  let chart: Parameters<CandleFeed['join']>[0] | undefined
  let setBar: ((bar: Bar) => void) | undefined
  return {
    open: ({ onState }) => ({
      loader: {
        getBars: ({ type, callback }) => {
          callback(type === 'init' ? barsOf(bars, shown) : [], false)
          if (type === 'init') onState({ kind: bars.length === 0 ? 'empty' : 'ready' })
        },
        subscribeBar: ({ callback }) => {
          setBar = callback
        },
        unsubscribeBar: () => {
          setBar = undefined
        },
      },
      join: (joined) => {
        chart = joined
      },
      close: () => {
        setBar = undefined
        chart = undefined
      },
    }),
    show: (step) => {
      const next = step.forming ?? bars[step.count - 1]
      // Incremental only for an update of the current bar or the next bar; otherwise reset.
      const isSame = step.count === shown.count && shown.forming !== null
      const isNext = step.count === shown.count + 1 && shown.forming === null
      shown = step
      if ((isSame || isNext) && setBar !== undefined && next !== undefined) setBar({ ...next })
      else chart?.resetData()
    },
  }
}

function barsOf(bars: readonly Bar[], { count, forming }: Pick<ReplayStep, 'count' | 'forming'>): Bar[] {
  const closed = bars.slice(0, forming === null ? count : count - 1)
  return [...closed, ...(forming === null ? [] : [forming])].map((bar) => ({ ...bar }))
}
