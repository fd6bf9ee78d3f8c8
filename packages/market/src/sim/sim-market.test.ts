import { defined } from '@aerie/core/defined'
import { floatAt, itemAt } from '@aerie/core/item-at'
import { aggregateCandles, type Candle, isSoundCandle } from '@aerie/core/market/candle'
import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { describe, expect, it, vi } from 'vitest'
import { type SimCoin, simMarket } from './sim-source.ts'

// Generates years of candles: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const SEEDS = ['1', '7', '2026'] as const
const FIRST_HOUR = Date.UTC(2026, 7, 1) / HOUR_MS
const HOURS = 24 * 120

const coinOf = (market: readonly SimCoin[], symbol: string) => defined(market.find((coin) => coin.symbol === symbol))
const hoursOf = (coin: SimCoin, count = HOURS): Candle[] => Array.from({ length: count }, (_, index) => coin.hourCandle(FIRST_HOUR + index))
const returnsOf = (candles: readonly Candle[]) => candles.map(({ open, close }) => Math.log(close / open))
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
const moment = (values: readonly number[], power: number) => mean(values.map((one) => (one - mean(values)) ** power))
const correlation = (a: readonly number[], b: readonly number[]) => {
  const [meanA, meanB] = [mean(a), mean(b)]
  return mean(a.map((one, index) => (one - meanA) * (itemAt(b, index) - meanB))) / Math.sqrt(moment(a, 2) * moment(b, 2))
}
const lagged = (values: readonly number[], lag: number) => correlation(values.slice(lag), values.slice(0, -lag))

describe('consistency across resolutions', () => {
  const market = simMarket('42')
  const coins = ['BTC', 'USDT', 'PEPE', 'GOAT'].map((symbol) => coinOf(market, symbol))

  it.each(coins.map((coin) => [coin.symbol, coin] as const))('generates hours of %s that exactly match their minutes', (_, coin) => {
    for (let hour = FIRST_HOUR; hour < FIRST_HOUR + 200; hour += 1) {
      const [merged] = aggregateCandles(coin.minutesOfHour(hour), '1h')
      const { volume, ...prices } = coin.hourCandle(hour)
      expect(merged).toMatchObject(prices)
      expect(defined(merged).volume / volume).toBeCloseTo(1, 9)
    }
  })

  it.each(coins.map((coin) => [coin.symbol, coin] as const))('generates minutes of %s that exactly match their ticks', (_, coin) => {
    for (const candle of coin.minutesOfHour(FIRST_HOUR + 9)) {
      const { times, prices } = coin.ticks(candle.time / 60)
      const seen = [candle.open, ...prices]
      expect(Math.max(...seen)).toBe(candle.high)
      expect(Math.min(...seen)).toBe(candle.low)
      expect(prices.at(-1)).toBe(candle.close)
      expect(times.at(-1)).toBe(candle.time * 1000 + MINUTE_MS)
      expect([...times]).toEqual([...times].sort((a, b) => a - b))
    }
  })

  /** Taker price per side at a tick: the previous best price, or the new one if the book has crossed it. */
  const priceMet = (coin: SimCoin, asOf: EpochMs) => {
    const [old, now] = [coin.book(epochMs(asOf - 1)), coin.book(asOf)]
    return { buy: Math.max(itemAt(old.asks, 0)[0], itemAt(now.bids, 0)[0]), sell: Math.min(itemAt(old.bids, 0)[0], itemAt(now.asks, 0)[0]) }
  }

  it.each(coins.map((coin) => [coin.symbol, coin] as const))(
    'trades %s at its ticks, at bid and ask, with the volume of its candles, by the tick rule',
    (_, coin) => {
      const [candle] = coin.minutesOfHour(FIRST_HOUR + 9)
      const minute = defined(candle).time / 60
      const { times, prices } = coin.ticks(minute)
      const newest = coin.trades(epochMs((minute + 1) * MINUTE_MS))
      const trades = newest.filter(({ asOf }) => asOf > minute * MINUTE_MS && asOf <= (minute + 1) * MINUTE_MS).reverse()
      expect(newest.length).toBe(50)
      expect(newest.map(({ asOf }) => asOf)).toEqual(newest.map(({ asOf }) => asOf).sort((a, b) => b - a))
      for (const { asOf, price, size, side } of trades) {
        const index = times.indexOf(asOf)
        expect(price).toBe(priceMet(coin, asOf)[side])
        expect(size).toBeGreaterThan(0)
        const before = index === 0 ? defined(candle).open : floatAt(prices, index - 1)
        const tick = floatAt(prices, index)
        expect([tick === before ? side : tick > before ? 'buy' : 'sell']).toEqual([side])
      }
      const early = coin.trades(epochMs(minute * MINUTE_MS + 30_000))
      const all = new Map([...early, ...newest].filter(({ asOf }) => asOf > minute * MINUTE_MS).map((trade) => [trade.asOf, trade]))
      const inside = [...all.values()].filter(({ asOf }) => asOf <= (minute + 1) * MINUTE_MS)
      expect(inside.reduce((sum, { size }) => sum + size, 0) / defined(candle).volume).toBeCloseTo(1, 9)
    },
  )

  it('shows no trade early, and the same trades in any query order', () => {
    const at = epochMs((FIRST_HOUR + 9) * HOUR_MS + 20_500)
    const eth = () => coinOf(simMarket('42'), 'ETH')
    const trades = eth().trades(at)
    expect(itemAt(trades, 0).asOf).toBeLessThanOrEqual(at)
    expect(itemAt(trades, 0).asOf).toBeGreaterThan(at - 10_000)
    const asked = eth()
    asked.trades(epochMs(at + 40 * MINUTE_MS))
    expect(asked.trades(at)).toEqual(trades)
  })

  it('never has a gap between a close and the next open, not even between blocks of thirty days', () => {
    for (const coin of coins) {
      const candles = hoursOf(coin, 1500)
      expect(candles.slice(1).map(({ open }) => open)).toEqual(candles.slice(0, -1).map(({ close }) => close))
    }
  })

  it('is independent of earlier queries', () => {
    const fresh = coinOf(simMarket('42'), 'SOL')
    const used = coinOf(simMarket('42'), 'SOL')
    hoursOf(used, 5000)
    used.ticks((FIRST_HOUR - 3) * 60)
    expect(used.hourCandle(FIRST_HOUR + 17)).toEqual(fresh.hourCandle(FIRST_HOUR + 17))
    expect(used.ticks(FIRST_HOUR * 60)).toEqual(fresh.ticks(FIRST_HOUR * 60))
  })

  it('differs under another seed', () =>
    expect(coinOf(simMarket('43'), 'BTC').hourCandle(FIRST_HOUR)).not.toEqual(itemAt(coins, 0).hourCandle(FIRST_HOUR)))
})

describe.each(SEEDS)('the market of seed %s', (seed) => {
  const market = simMarket(seed)
  const btc = returnsOf(hoursOf(coinOf(market, 'BTC')))
  const majors = ['ETH', 'SOL', 'XRP'].map((symbol) => returnsOf(hoursOf(coinOf(market, symbol))))

  it('has only valid candles for every coin', () => {
    for (const coin of market) expect(hoursOf(coin, 24 * 3).every(isSoundCandle), coin.symbol).toBe(true)
  })

  it('has the hourly volatility of Bitcoin for Bitcoin', () => {
    expect(Math.sqrt(moment(btc, 2))).toBeGreaterThan(0.0025)
    expect(Math.sqrt(moment(btc, 2))).toBeLessThan(0.008)
  })

  it('has fat tails', () => {
    for (const series of [btc, ...majors]) expect(moment(series, 4) / moment(series, 2) ** 2 - 3).toBeGreaterThan(1)
  })

  it('has returns that do not predict the next, and magnitudes that do', () => {
    for (const series of [btc, ...majors]) {
      const sizes = series.map(Math.abs)
      expect(Math.abs(lagged(series, 1))).toBeLessThan(0.12)
      expect(lagged(sizes, 1)).toBeGreaterThan(0.08)
      expect(lagged(sizes, 24)).toBeGreaterThan(0.03)
    }
  })

  it('has correlated coins, more so within a sector', () => {
    for (const series of majors) expect(correlation(btc, series)).toBeGreaterThan(0.45)
    const memes = ['DOGE', 'PEPE', 'WIF'].map((symbol) => returnsOf(hoursOf(coinOf(market, symbol))))
    const within = mean([
      correlation(itemAt(memes, 0), itemAt(memes, 1)),
      correlation(itemAt(memes, 1), itemAt(memes, 2)),
      correlation(itemAt(memes, 0), itemAt(memes, 2)),
    ])
    const across = mean(memes.map((series) => correlation(series, returnsOf(hoursOf(coinOf(market, 'AAVE'))))))
    expect(within).toBeGreaterThan(across)
  })

  it('is busier when New York opens than before dawn, and on a weekday than on a Sunday', () => {
    const sizeWhere = (wanted: (date: Date) => boolean) =>
      mean(btc.filter((_, index) => wanted(new Date((FIRST_HOUR + index) * HOUR_MS))).map(Math.abs))
    expect(sizeWhere((date) => date.getUTCHours() >= 13 && date.getUTCHours() <= 17)).toBeGreaterThan(
      1.2 * sizeWhere((date) => date.getUTCHours() >= 1 && date.getUTCHours() <= 5),
    )
    expect(sizeWhere((date) => date.getUTCDay() === 3)).toBeGreaterThan(sizeWhere((date) => date.getUTCDay() === 0))
  })

  it('has more volume when it moves more', () => {
    const candles = hoursOf(coinOf(market, 'ETH'))
    expect(
      correlation(
        returnsOf(candles).map(Math.abs),
        candles.map(({ volume }) => volume),
      ),
    ).toBeGreaterThan(0.4)
  })

  it('keeps stablecoins at one dollar', () => {
    for (const { high, low } of ['USDT', 'USDC'].flatMap((symbol) => hoursOf(coinOf(market, symbol)))) {
      expect(high).toBeLessThan(1.005)
      expect(low).toBeGreaterThan(0.995)
    }
  })

  it('stays within plausible prices for ten years', () => {
    for (const coin of market) {
      const anchor = coin.lastTick(epochMs(Date.UTC(2026, 0, 1))).price
      for (let year = 2024; year < 2034; year += 3) {
        const { price } = coin.lastTick(epochMs(Date.UTC(year, 5, 15)))
        expect(price / anchor, coin.symbol).toBeGreaterThan(1 / 40)
        expect(price / anchor, coin.symbol).toBeLessThan(40)
      }
    }
  })
})

describe('the book', () => {
  const market = simMarket('42')
  const at = epochMs(Date.UTC(2026, 10, 20, 14, 31, 7))

  it.each(market.map((coin) => [coin.symbol, coin] as const))('of %s surrounds the last price, sorted and deep', (_, coin) => {
    const { price } = coin.lastTick(at)
    const { bids, asks, asOf } = coin.book(at)
    expect(asOf).toBe(at)
    expect(Math.min(bids.length, asks.length)).toBeGreaterThanOrEqual(25)
    expect(itemAt(bids, 0)[0]).toBeLessThan(price)
    expect(itemAt(asks, 0)[0]).toBeGreaterThan(price)
    expect((itemAt(asks, 0)[0] - itemAt(bids, 0)[0]) / price).toBeLessThan(0.004)
    const prices = [...bids.toReversed(), ...asks].map(([level]) => level)
    expect(prices).toEqual([...new Set(prices)].sort((a, b) => a - b))
    expect([...bids, ...asks].every(([level, size]) => level > 0 && size > 0 && Number.isFinite(size))).toBe(true)
  })

  it('of BTC has a spread of 1 to 5 USD and levels at distances that differ', () => {
    const { book } = coinOf(market, 'BTC')
    const books = Array.from({ length: 200 }, (_, index) => book(epochMs(at + index * 7 * MINUTE_MS)))
    const spreads = books.map(({ bids, asks }) => itemAt(asks, 0)[0] - itemAt(bids, 0)[0]).sort((a, b) => a - b)
    expect(itemAt(spreads, 10)).toBeGreaterThanOrEqual(1)
    expect(itemAt(spreads, 190)).toBeLessThan(5)
    for (const { asks } of books.slice(0, 10)) {
      const gaps = asks.slice(1).map(([price], index) => Math.round((price - itemAt(asks, index)[0]) * 10))
      expect(new Set(gaps).size).toBeGreaterThan(8)
      expect(itemAt(asks, -1)[0] / itemAt(asks, 0)[0] - 1).toBeGreaterThan(0.001)
    }
  })

  it('keeps a displayed level until the price has passed it', () => {
    const { book } = coinOf(market, 'BTC')
    const books = Array.from({ length: 60 }, (_, second) => book(epochMs(at + second * 1_000)).bids.map(([price]) => price))
    const kept = books.slice(1).flatMap((now, index) => {
      const before = itemAt(books, index)
      // The price came nearer to these.
      const near = itemAt(now, 0) <= itemAt(before, 0) ? before.filter((price) => price <= itemAt(now, 0) && price >= itemAt(now, -1)) : []
      return near.map((price) => now.includes(price))
    })
    expect(kept.length).toBeGreaterThan(100)
    expect(kept).not.toContain(false)
  })

  it('is the same when requested again, and different a minute later', () => {
    const coin = coinOf(market, 'BTC')
    expect(coinOf(simMarket('42'), 'BTC').book(at)).toEqual(coin.book(at))
    expect(coin.book(epochMs(at + MINUTE_MS)).bids).not.toEqual(coin.book(at).bids)
  })
})
