/** Trade of a {@link TradingVenue}: `price` and `size` in the venue's format, `time` by its clock. */
export type VenueTrade = { readonly id: number; readonly price: string; readonly size: string; readonly time: number }
/** Partial or complete candle in the venue's format. */
export type VenueCandle = {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** Simulated exchange with one deterministic pair and candles of its own trades. */
export type TradingVenue = {
  readonly tradeUntil: (time: number) => VenueTrade[]
  readonly newest: () => VenueTrade
  /** Candle as of `now`; undefined without trades. */
  readonly candle: (openMs: number, stepMs: number, now: number) => VenueCandle | undefined
}

const THOUSANDTHS = 3
const thousandths = (value: number): string => (value / 1_000).toFixed(THOUSANDTHS)

/** `since`: whole hour from which candles match trades, synthetic before; `price`: base; `everyMs`: trade interval ± a third */
export function tradingVenue({
  since,
  price,
  everyMs,
}: {
  readonly since: number
  readonly price: number
  readonly everyMs: number
}): TradingVenue {
  let state = Math.round(price * 1_000) + everyMs
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const trades: { readonly id: number; readonly price: number; readonly size: number; readonly time: number }[] = []
  let next = since
  let readCount = 0
  let level = Math.round(price * 1_000)
  const written = (trade: (typeof trades)[number]): VenueTrade => ({
    ...trade,
    price: thousandths(trade.price),
    size: thousandths(trade.size),
  })
  const trade = (until: number): void => {
    for (; next <= until; next += Math.round(everyMs * (2 / 3 + (2 / 3) * chance()))) {
      level = Math.max(1, level + Math.round((chance() - 0.5) * price))
      trades.push({ id: 1_000_000 + trades.length, price: level, size: 1 + Math.floor(chance() * 5_000), time: next })
    }
  }
  const indexAt = (time: number): number => {
    let [low, high] = [0, trades.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((trades[middle]?.time ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    tradeUntil: (time) => {
      trade(time)
      const from = readCount
      readCount = trades.length
      return trades.slice(from).map(written)
    },
    newest: () => {
      const newest = trades[readCount - 1]
      if (newest === undefined) throw new Error('no trade has been read yet')
      return written(newest)
    },
    candle: (openMs, stepMs, now) => {
      if (openMs + stepMs <= since) {
        const close = thousandths(Math.round(price * 1_000 * (1 + 0.01 * Math.sin(openMs / 7e6))))
        return { open: close, high: close, low: close, close, volume: '5' }
      }
      trade(now)
      const own = trades.slice(indexAt(openMs), indexAt(Math.min(openMs + stepMs, now + 1)))
      const [first, last] = [own[0], own.at(-1)]
      if (first === undefined || last === undefined) return undefined
      const prices = own.map((trade) => trade.price)
      return {
        open: thousandths(first.price),
        high: thousandths(Math.max(...prices)),
        low: thousandths(Math.min(...prices)),
        close: thousandths(last.price),
        volume: thousandths(own.reduce((sum, { size }) => sum + size, 0)),
      }
    },
  }
}
