import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DECIMALS,
  exactUsdc,
  type Fraction,
  fraction,
  fractionOf,
  microUsdc,
  notionalOf,
  parseDecimal,
  price,
  size,
  sizeText,
} from '../numbers/units.ts'
import {
  equityShareOf,
  type Sized,
  type SizeTerms,
  sizeOfEquity,
  sizeOfRisk,
  sizeOfValue,
  smallestSize,
  USABLE_MARGIN,
  wholeLots,
} from './order-size.ts'

const read = (text: string, decimals: number): bigint => {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.value
}
const at = (text: string) => price(read(text, DECIMALS.price))
const coins = (text: string) => size(read(text, DECIMALS.size))
const usdc = (text: string) => microUsdc(read(text, DECIMALS.usdc))
const share = (text: string): Fraction => fraction(read(text, DECIMALS.fraction))
const outcomeText = (sized: Sized): string => (sized.ok ? sizeText(sized.size) : sized.reason)

const TERMS: SizeTerms = {
  entry: at('200'),
  stop: at('190'),
  lot: coins('0.001'),
  equity: usdc('50000'),
  free: usdc('50000'),
  leverage: 5n,
  fee: share('0'),
  usable: USABLE_MARGIN.cross,
}

describe('a size by value', () => {
  it('is what the amount buys in whole lots', () => {
    expect(outcomeText(sizeOfValue(usdc('1000'), { entry: at('25.566'), lot: coins('0.001') }))).toBe('39.114')
    expect(outcomeText(sizeOfValue(usdc('0.01'), TERMS))).toBe('below-lot')
    expect(outcomeText(sizeOfValue(usdc('1000'), { ...TERMS, entry: null }))).toBe('no-price')
  })
})

describe('a size by share of the equity', () => {
  it('uses that share as margin, times the leverage', () => expect(outcomeText(sizeOfEquity(share('0.25'), TERMS))).toBe('312.5'))

  it('leaves room for fees and slippage, so that the full amount is not rejected', () => {
    const terms = { ...TERMS, fee: share('0.00045') }
    // 50,000 × 0.98 × 5 ÷ (1 + 5 × 0.00045) ÷ 200
    expect(outcomeText(sizeOfEquity(share('1'), terms))).toBe('1222.249')
    expect(outcomeText(sizeOfEquity(share('1'), { ...terms, usable: USABLE_MARGIN.isolated }))).toBe('1184.834')
  })

  it('has that share again, and none that is not known', () => {
    const terms = { ...TERMS, fee: share('0.00045') }
    for (const part of ['0.01', '0.25', '0.9']) {
      const sized = sizeOfEquity(share(part), terms)
      expect(equityShareOf(sized.ok ? sized.size : coins('0'), terms)).toBeCloseTo(Number(part), 3)
    }
    expect(equityShareOf(coins('1'), { ...terms, entry: null })).toBeNull()
    expect(equityShareOf(coins('1'), { ...terms, equity: usdc('0') })).toBeNull()
  })

  it('uses no more than the free balance, and reports what is unknown', () => {
    expect(outcomeText(sizeOfEquity(share('0.5'), { ...TERMS, free: usdc('1000') }))).toBe('24.5')
    expect(outcomeText(sizeOfEquity(share('0.5'), { ...TERMS, free: usdc('0') }))).toBe('below-lot')
    expect(outcomeText(sizeOfEquity(share('0.5'), { ...TERMS, equity: null }))).toBe('no-equity')
  })
})

describe('a size by risk', () => {
  it('loses the given share at the stop', () => {
    // Published example (docs/math/risk.md): 1 % of 50,000 over a distance of 10.
    expect(outcomeText(sizeOfRisk(share('0.01'), TERMS))).toBe('50')
    expect(outcomeText(sizeOfRisk(share('0.01'), { ...TERMS, stop: at('210') }))).toBe('50')
  })

  it('includes the fees of both fills', () =>
    expect(outcomeText(sizeOfRisk(share('0.01'), { ...TERMS, fee: share('0.001') }))).toBe('48.123'))

  it('requires a stop away from the entry', () => {
    expect(outcomeText(sizeOfRisk(share('0.01'), { ...TERMS, stop: null }))).toBe('no-stop')
    expect(outcomeText(sizeOfRisk(share('0.01'), { ...TERMS, stop: TERMS.entry }))).toBe('stop-at-entry')
  })
})

it('never exceeds the allowed amount, whatever the figures', () => {
  const cents = (most: number) => fc.integer({ min: 1, max: most }).map((each) => BigInt(each))
  const session = fc.record({
    entry: cents(10_000_000),
    stop: cents(10_000_000),
    equity: cents(1_000_000_000),
    lot: fc.constantFrom('0.00001', '0.001', '1'),
    part: cents(100),
  })
  fc.assert(
    fc.property(session, ({ entry, stop, equity, lot, part }) => {
      const terms = { ...TERMS, entry: price(entry * 10n ** 10n), stop: price(stop * 10n ** 10n), lot: coins(lot), leverage: 1n }
      const money = microUsdc(equity * 10_000n)
      const of = { ...terms, equity: money, free: money }
      const allowed = fractionOf(exactUsdc(money), share(`0.${part === 100n ? '99' : part.toString().padStart(2, '0')}`))
      const wanted = share(part === 100n ? '0.99' : `0.${part.toString().padStart(2, '0')}`)
      const byMargin = sizeOfEquity(wanted, of)
      const byRisk = sizeOfRisk(wanted, of)
      const margined = byMargin.ok ? byMargin.size : coins('0')
      const risked = byRisk.ok ? byRisk.size : coins('0')
      const distance = of.entry > of.stop ? of.entry - of.stop : of.stop - of.entry
      expect(margined % of.lot).toBe(0n)
      expect(notionalOf(of.entry, margined) <= allowed).toBe(true)
      expect(notionalOf(price(distance), risked) <= allowed).toBe(true)
    }),
  )
})

it('rounds down to whole lots', () => {
  expect(outcomeText(wholeLots(coins('0.00149'), coins('0.0005')))).toBe('0.001')
  expect(outcomeText(wholeLots(coins('0.0004'), coins('0.0005')))).toBe('below-lot')
})

it('finds the fewest whole lots that reach the minimum value', () => {
  const rules = { lot: coins('0.01'), minNotional: exactUsdc(usdc('10')) }
  expect(smallestSize(at('25.566'), rules)).toBe(coins('0.4'))
  expect(smallestSize(at('100'), rules)).toBe(coins('0.1'))
  expect(smallestSize(at('100'), { ...rules, minNotional: exactUsdc(usdc('0')) })).toBe(coins('0.01'))
  expect(smallestSize(null, rules)).toBeNull()
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), (raw) => {
      const least = smallestSize(price(raw), rules) ?? size(0n)
      expect(
        notionalOf(price(raw), least) >= rules.minNotional && notionalOf(price(raw), size(least - rules.lot)) < rules.minNotional,
      ).toBe(true)
    }),
  )
})
