import { describe, expect, it } from 'vitest'
import { callsFor, engine, userTurns } from './test-engine.ts'

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

describe('a supposed move', () => {
  const supposed = (args: object) => [['get_own_what_if', args]]
  it.each([
    ['what if BTC falls 10%', supposed({ ticker: 'BTC', percent: '-10' })],
    ['what happens to my account if eth rises by 5 percent?', supposed({ ticker: 'ETH', percent: '5' })],
    ['if the market crashes 20 percent do I get liquidated', supposed({ percent: '-20' })],
    ['Was passiert mit meinem Konto, wenn SOL um 10 % steigt?', supposed({ ticker: 'SOL', percent: '10' })],
    ['如果BTC下跌10%，我会被强平吗？', supposed({ ticker: 'BTC', percent: '-10' })],
    ['suppose btc goes to 50000, what is my equity', supposed({ ticker: 'BTC', level: '50000' })],
  ])('has a direction, or a level: %s', (question, calls) => expect(asked(question)).toEqual(calls))

  it('supposes no trade and no time', () => {
    expect(asked('what if I buy 1 btc and it falls 10%')).toEqual([])
    expect(asked('what if btc falls 10% tomorrow')).not.toEqual(supposed({ ticker: 'BTC', percent: '-10' }))
  })

  it('is asked again of another coin', () =>
    expect(asked('what if btc falls 10%', 'and sol?')).toEqual(supposed({ ticker: 'SOL', percent: '-10' })))
})

it.each([
  ['how much btc can I buy risking 1% with a stop at 60000', { ticker: 'BTC', percent: '1', level: '60000' }],
  ['position size for 0,5% risk on SOL, stop 140', { ticker: 'SOL', percent: '0.5', level: '140' }],
])('sizes a position by the risk at a stop: %s', (question, args) => expect(asked(question)).toEqual([['get_own_position_size', args]]))

it.each([
  ['which alerts do I have', {}],
  ['any alerts on solana?', { ticker: 'SOL' }],
  ['Welche Alarme laufen bei mir?', {}],
  ['Какие у меня оповещения?', {}],
])('lists alerts: %s', (question, args) => expect(asked(question)).toEqual([['get_own_alerts', args]]))

it('changes no alert', () => expect([asked('delete all my alerts'), asked('alert me')]).toEqual([[], []]))

it('reads the record of the forecasts, of all coins if none is named', () => {
  const accuracy = (ticker: string, timeframe = 24) => ['get_forecast_accuracy', { ticker, timeframe }]
  expect(asked('how accurate are your 6 hour eth forecasts')).toEqual([accuracy('ETH', 6)])
  expect(asked('how accurate are your 12-hour eth forecasts')).toEqual([accuracy('ETH', 12)])
  expect(asked('quanto sono accurate le tue previsioni a 6 ore su ETH')).toEqual([accuracy('ETH', 6)])
  expect(asked('can I trust your forecasts')).toEqual(['BTC', 'ETH', 'SOL', 'XRP'].map((ticker) => accuracy(ticker)))
  expect(asked('how accurate are your doge forecasts')).toEqual([])
})

it.each([
  ['how accurate were your btc forecasts last month'],
  ['how good were your predictions this year'],
  ['what did you predict for btc yesterday'],
  ['and last week?', 'how accurate are your btc forecasts'],
])('refuses forecasts of an earlier time, also after their record: %s', (question, ...before) => {
  const { calls, own, text } = engine.answer(question, userTurns(before))
  expect([calls, own]).toEqual([[], undefined])
  expect(text).toContain('not for a period or an earlier time')
})

it('reads the next question after the record as one of its own', () => {
  const before = userTurns(['how accurate are your btc forecasts'])
  expect(engine.answer('trades yesterday', before).own).toEqual([{ name: 'get_own_trades', arguments: { period: 'yesterday' } }])
  expect(callsFor('how accurate are your btc forecasts', 'btc last week')).toBe('BTC-168')
})

it.each([
  'btc volume on the 10th',
  'funding rate of btc on the 10th',
  'why did btc fall on the 10th',
  'why did btc fall last week',
  'funding rate of btc yesterday',
  'btc volume yesterday',
  'what if btc falls 10% on the 10th',
])('are as of now, so not of a date: %s', (question) => expect(asked(question)).toEqual([]))

it('compares coins by figures, and by the histories of a span', () => {
  expect(asked('which is more volatile, btc or eth')).toEqual([['get_coin_comparison', { tickers: ['BTC', 'ETH'] }]])
  expect(asked('between sol and xrp which one gained more in the last 24 hours').map(([name]) => name)).toEqual([
    'get_crypto_history',
    'get_crypto_history',
  ])
})

it('reads the funding rate of a coin, not what the user paid', () => {
  expect(asked('funding rate of btc')).toEqual(figures('funding', 'BTC'))
  expect(asked('how much funding did I pay on btc')).toEqual([['get_own_statistics', { figure: 'funding', ticker: 'BTC' }]])
})
