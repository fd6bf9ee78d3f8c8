import { describe, expect, it } from 'vitest'
import { engine, userTurns } from './test-engine.ts'

const asked = (...texts: readonly string[]) => {
  const { own = [], calls } = engine.answer(texts.at(-1) ?? '', userTurns(texts.slice(0, -1)))
  return [...own, ...calls].map(({ name, arguments: args }) => [name, args])
}
const chance = (ticker: string, level: string, timeframe: number) => [['get_price_chance', { ticker, timeframe, level }]]
const figures = (about: string, ...tickers: readonly string[]) => tickers.map((ticker) => ['get_market_figures', { about, ticker }])

describe('a chance', () => {
  it.each([
    ['what is the chance BTC is above 70000 in 24 hours', chance('BTC', '70000', 24)],
    ['odds that eth is below 3000 in 6h?', chance('ETH', '3000', 6)],
    ['probability of bitcoin over 70k tomorrow', chance('BTC', '70000', 24)],
    ['24小时后比特币高于70000的概率', chance('BTC', '70000', 24)],
    ['вероятность что btc будет выше 70000 через 24 часа', chance('BTC', '70000', 24)],
  ])('is read with its level and time: %s', (question, calls) => {
    expect(asked(question)).toEqual(calls)
  })

  it('needs a coin with predictions and a time within them', () => {
    expect(asked('chance of doge above 1 in 24 hours')).toEqual([])
    expect(asked('chance btc above 100000 in 3 days')).toEqual([])
  })
})

describe('figures of the market', () => {
  it('are those of a coin, also in a follow-up', () => {
    expect(asked('market cap of btc')).toEqual(figures('facts', 'BTC'))
    expect(asked('market cap of btc', 'and eth?')).toEqual(figures('facts', 'ETH'))
    expect(asked('market cap of btc', 'and the worst?')).toEqual([])
    expect(asked('what is market cap')).toEqual([])
  })

  it('are measurements where a cause is asked for', () => {
    expect(asked('why did btc fall')).toEqual(figures('move', 'BTC'))
    expect(asked('warum ist bitcoin gefallen')).toEqual(figures('move', 'BTC'))
    expect(asked('why did I lose money on btc')).toEqual([])
    expect(asked('why is btc so popular')).toEqual([])
  })

  it('list gainers and losers of the day, but neither for advice nor for own trades', () => {
    expect(asked('top gainers today')).toEqual([['get_market_figures', { about: 'gainers' }]])
    expect(asked('跌幅榜')).toEqual([['get_market_figures', { about: 'losers' }]])
    expect(asked('which top gainers should I buy')).toEqual([])
    expect(asked('my losers')).toEqual([['get_own_trades', { result: 'loss' }]])
  })
})
