import { defined } from '@aerie/core/defined'
import { beforeEach, expect, it, vi } from 'vitest'
import { T0, testDetails, testPage, testRow } from '../test/market.ts'
import { figureText } from './figure-text.ts'
import { applyDetails, applyPage, applyStats, applyTicks, figuresOf, reset } from './quotes.ts'

beforeEach(() => reset('sim'))

const price = (symbol: string) => figuresOf(symbol)?.price

it('never lets an older tick replace a newer price', () => {
  applyPage(testPage([testRow('BTC')]))
  applyTicks([['BTC', 102, T0 + 2000]])
  applyTicks([['BTC', 101, T0 + 1000]])
  expect(price('BTC')).toBe(102)
})

it('never lets an older page replace a newer price', () => {
  applyPage(testPage([testRow('BTC')]))
  applyTicks([['BTC', 102, T0 + 2000]])
  applyPage(testPage([testRow('BTC', { price: 101, as_of: T0 + 1000 })], { as_of: T0 + 1000 }))
  expect(price('BTC')).toBe(102)
})

it('starts over when the source changes', () => {
  applyPage(testPage([testRow('BTC')], { source: 'live' }))
  applyPage(testPage([testRow('BTC', { price: 7, as_of: T0 - 1 })], { source: 'sim' }))
  expect(price('BTC')).toBe(7)
})

it("starts over when the market's clock was set back, as when a recording restarts", () => {
  applyPage(testPage([testRow('BTC')], { source: 'replay' }))
  const earlier = T0 - 86_400_000
  applyPage(testPage([testRow('BTC', { price: 7, as_of: earlier })], { source: 'replay', as_of: earlier }))
  expect(price('BTC')).toBe(7)
})

it('shows no coin known only from a tick, as its unit and name are missing', () => {
  applyTicks([['DOGE', 1, T0]])
  expect(figuresOf('DOGE')).toBeUndefined()
})

it('applies a tick received before its coin was loaded, if the loaded price is older', () => {
  applyTicks([
    ['BTC', 102, T0 + 2000],
    ['ETH', 5, T0 - 2000],
    ['DOGE', 1, T0 + 2000],
  ])
  applyPage(testPage([testRow('BTC', { price: 101 }), testRow('ETH', { price: 6 })]))
  expect([price('BTC'), price('ETH')]).toEqual([102, 6])
  const earlier = T0 - 86_400_000
  applyPage(testPage([testRow('DOGE', { price: 7, as_of: earlier })], { as_of: earlier }))
  expect(price('DOGE')).toBe(7)
})

it('updates the market cap and the changes with the price', () => {
  applyPage(testPage([testRow('BTC')]))
  applyTicks([['BTC', 110, T0 + 1]])
  const figures = defined(figuresOf('BTC'))
  expect(figureText(figures, 'marketCap').text).toBe('$2.20B')
  expect(figureText(figures, 'change24h')).toEqual({ text: '0.00%', description: 'unchanged', tone: 'flat' })
  expect(figureText(figures, 'change1h')).toEqual({ text: '+11.11%', description: 'up', tone: 'up' })
  expect(figureText(figures, 'volumeCoins').text).toBe('454.55K BTC')
})

it('updates caps, volumes and earlier prices', () => {
  applyPage(testPage([testRow('BTC')]))
  applyStats([['BTC', 3_000_000_000, null, null, 50, 200]])
  const figures = defined(figuresOf('BTC'))
  expect(figureText(figures, 'marketCap').text).toBe('$3.00B')
  expect(figureText(figures, 'change1h').description).toBe('not known: there is no price from 1 hour ago')
  expect(figureText(figures, 'change7d')).toEqual({ text: '−50.00%', description: 'down', tone: 'down' })
})

it.each(['price', 'change1h', 'change24h', 'change7d', 'marketCap', 'volume', 'volumeCoins', 'circulatingSupply'] as const)(
  'draws an unknown %s as a dash with its reason, never as 0',
  (name) => {
    const nothing = { price: null, as_of: null, marketCap: null, volume: null, circulatingSupply: null }
    applyPage(testPage([testRow('NEW', { ...nothing, closes: { '1h': null, '24h': null, '7d': null } })]))
    const { text, description } = figureText(defined(figuresOf('NEW')), name)
    expect(text).toBe('—')
    expect(description).toMatch(/^not known: ./)
  },
)

it('tracks the age of its prices on a single-coin screen too, where no page is loaded', async () => {
  vi.resetModules()
  const window = await import('./quotes.ts')
  window.applyDetails(testDetails('BTC', { source: 'replay' }))
  expect(window.newestPriceTime()).toBe(T0)
  window.applyTicks([['BTC', 101, T0 + 3_600_000]])
  expect(window.newestPriceTime()).toBe(T0 + 3_600_000)
})

it('keeps a tick that is the very first message of a window', async () => {
  vi.resetModules()
  const window = await import('./quotes.ts')
  window.applyTicks([['BTC', 102, T0 + 2000]])
  window.applyPage(testPage([testRow('BTC', { price: 101 })], { source: 'replay' }))
  expect(window.figuresOf('BTC')).toMatchObject({ price: 102, asOf: T0 + 2000 })
})

it('applies the price of later details when no tick arrives, and never an older one', () => {
  applyDetails(testDetails('BTC', { price: 100 }))
  applyDetails(testDetails('BTC', { price: 120, as_of: T0 + 60_000 }))
  expect(figuresOf('BTC')).toMatchObject({ price: 120, asOf: T0 + 60_000 })
  applyDetails(testDetails('BTC', { price: 110, as_of: T0 + 30_000 }))
  expect(price('BTC')).toBe(120)
})
