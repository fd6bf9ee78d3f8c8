import { DECIMALS, microUsdc, notional, parseDecimal, price, size, usdcText } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fifoLots } from './fifo-lots.ts'
import {
  afterFill,
  afterFunding,
  afterInsurance,
  afterPrice,
  initialRisk,
  insuranceOf,
  type JournalFill,
  MOST_SPANS,
  multipleOfRisk,
  type OpenTrip,
  type RoundTrip,
} from './round-trip.ts'

const UNIT = 10n ** BigInt(DECIMALS.size)
const NOTIONAL_IN_MICRO = 10n ** BigInt(DECIMALS.notional - DECIMALS.usdc)

function integer(text: string, decimals: number): bigint {
  const parsed = parseDecimal(text, decimals)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

const at = (text: string) => price(integer(text, DECIMALS.price))
const usdc = (text: string) => microUsdc(integer(text, DECIMALS.usdc))

let clock = 0
function tick(): number {
  clock += 1
  return clock
}
const fill = (side: 'buy' | 'sell', amount: number, each: string, fee = '1'): JournalFill => ({
  symbol: 'EUR',
  side,
  size: size(BigInt(amount) * UNIT),
  worth: notional(at(each) * BigInt(amount) * UNIT),
  fee: usdc(fee),
  at: tick(),
})

function played(steps: readonly (JournalFill | string)[]): { closed: RoundTrip[]; open: OpenTrip | undefined } {
  let open: OpenTrip | undefined
  const closed: RoundTrip[] = []
  for (const step of steps) {
    if (typeof step === 'string') open = open === undefined ? undefined : afterPrice(open, at(step), tick())
    else {
      const result = afterFill(open, step)
      open = result.open
      if (result.closed !== undefined) closed.push(result.closed)
    }
  }
  return { closed, open }
}

const money = (exact: bigint) => Number(exact / NOTIONAL_IN_MICRO) / 1e6
const figuresOf = (trip: RoundTrip) => ({
  gross: usdcText(trip.gross),
  fees: usdcText(trip.fees),
  worst: money(trip.worst.money),
  best: money(trip.best.money),
})

describe("round trips from Lean's TradeBuilderTests", () => {
  it('closes a long trade', () => {
    const { closed, open } = played([fill('buy', 1000, '1.08'), '1.075', '1.10', fill('sell', 1000, '1.09')])
    expect(open).toBeUndefined()
    expect(closed.map(figuresOf)).toEqual([{ gross: '10', fees: '2', worst: -5, best: 20 }])
  })

  it('closes a short trade, its mirror image', () => {
    const { closed } = played([fill('sell', 1000, '1.08'), '1.075', '1.10', fill('buy', 1000, '1.09')])
    expect(closed.map(figuresOf)).toEqual([{ gross: '-10', fees: '2', worst: -20, best: 5 }])
  })

  it('averages added fills, and measures the whole position while it is open', () => {
    const { closed } = played([fill('buy', 1000, '1.08'), fill('buy', 1000, '1.07'), '1.065', '1.10', fill('sell', 2000, '1.09')])
    expect(closed.map(figuresOf)).toEqual([{ gross: '30', fees: '3', worst: -20, best: 50 }])
    expect(closed[0]?.enteredWorth).toBe(notional(at('1.075') * 2000n * UNIT))
  })

  it('matches the same fills first in, first out', () => {
    const lots = fifoLots([fill('buy', 1000, '1.08'), fill('buy', 1000, '1.07'), fill('sell', 2000, '1.09')])
    expect(lots.map(({ gross, fees }) => [usdcText(gross), usdcText(fees)])).toEqual([
      ['10', '1.5'],
      ['20', '1.5'],
    ])
    expect(lots.every(({ excursion }) => excursion === undefined)).toBe(true)
  })

  const lotsOf = (steps: readonly (JournalFill | string)[]) => {
    const { closed, open } = played(steps)
    const trip = closed[0] ?? open
    return fifoLots(
      steps.filter((step) => typeof step !== 'string'),
      trip?.spans,
    ).map(({ excursion }) => excursion && [money(excursion.worst), money(excursion.best)])
  }

  it("measures each lot from its own entry to its own exit: Lean's MAE and MFE, fill to fill", () => {
    expect(lotsOf([fill('buy', 1000, '1.08'), fill('buy', 1000, '1.07'), '1.065', '1.10', fill('sell', 2000, '1.09')])).toEqual([
      [-15, 20],
      [-5, 30],
    ])
    expect(lotsOf([fill('sell', 1000, '1.08'), fill('sell', 1000, '1.09'), '1.065', '1.10', fill('buy', 2000, '1.07')])).toEqual([
      [-20, 15],
      [-10, 25],
    ])
  })

  it('excludes from a lot everything before its entry and after its exit', () => {
    const steps = [
      fill('buy', 1000, '1.08'),
      '1.00',
      fill('buy', 1000, '1.07'),
      fill('sell', 1000, '1.09'),
      '1.20',
      fill('sell', 1000, '1.10'),
    ]
    expect(lotsOf(steps)).toEqual([
      [-80, 10],
      [0, 130],
    ])
  })

  it('has no excursion for a lot beyond the stored prices, nor for one without stored prices', () => {
    const many = Array.from({ length: MOST_SPANS }, () => fill('buy', 1, '1'))
    const lots = lotsOf([...many, '0.5', fill('sell', 1, '1'), fill('sell', 1, '1')])
    expect(lots).toEqual([[-0.5, 0], undefined])
  })

  it('splits a flip, and prorates its fee by size', () => {
    const { closed, open } = played([fill('buy', 1000, '1.07'), fill('sell', 2000, '1.08'), fill('buy', 1000, '1.09')])
    expect(closed.map(({ side, gross, fees }) => [side, usdcText(gross), usdcText(fees)])).toEqual([
      ['long', '10', '1.5'],
      ['short', '-10', '1.5'],
    ])
    expect(open).toBeUndefined()
  })

  it("matches TradeTally's net result", () => {
    const { closed } = played([fill('buy', 100, '10', '1'), fill('sell', 100, '12', '1.25')])
    expect(closed.map(({ net }) => usdcText(net))).toEqual(['197.75'])
  })
})

describe('an open position', () => {
  it('keeps its entry through a partial close, and its worst in money separate from its worst in percent', () => {
    const { open } = played([fill('buy', 1000, '1.00'), '0.98', fill('sell', 900, '1.00'), '0.90'])
    expect(open?.cost).toBe(notional(at('1') * 100n * UNIT))
    expect(money(open?.worst.money ?? 0n)).toBe(-20)
    expect(open?.worst.part).toBe(-(10n ** 17n))
  })

  it('counts funding, but not as part of the price', () => {
    const { open } = played([fill('buy', 10, '100', '0')])
    if (open === undefined) throw new Error('no position')
    const after = afterFill(afterFunding(open, usdc('-0.5')), fill('sell', 10, '101', '0'))
    expect([after.closed?.gross, after.closed?.net].map((value) => usdcText(value ?? microUsdc(0n)))).toEqual(['10', '9.5'])
  })

  it('measures slippage against the mid price at the decision, for the fills that have one', () => {
    const { closed } = played([
      { ...fill('buy', 10, '100.2'), decisionMid: at('100') },
      { ...fill('sell', 10, '101'), decisionMid: at('101.1') },
    ])
    expect(closed.map(({ slippage, decided }) => [money(slippage), decided / UNIT])).toEqual([[3, 20n]])
  })

  it('measures slippage at arrival and from the trigger, for the fills that have each', () => {
    const { closed } = played([
      { ...fill('buy', 10, '100.2'), decisionMid: at('100'), arrivalMid: at('100.15') },
      { ...fill('sell', 4, '98.9'), arrivalMid: at('98.95'), trigger: at('99') },
      fill('sell', 6, '99'),
    ])
    expect(
      closed.map(({ arrival, triggered }) => [arrival, triggered].map((each) => each && [money(each.lost), each.size / UNIT])),
    ).toEqual([
      [
        [0.7, 14n],
        [0.4, 4n],
      ],
    ])
    expect(played([fill('buy', 1, '1'), fill('sell', 1, '1')]).closed).toMatchObject([{ slippage: 0n, decided: 0n }])
    expect(played([fill('buy', 1, '1'), fill('sell', 1, '1')]).closed[0]).not.toHaveProperty('arrival')
  })

  it('includes an insurance payment in its gross result, and reports the amount', () => {
    const [closed] = played([fill('buy', 10, '100', '1'), fill('sell', 10, '60', '1')]).closed
    const paid = afterInsurance(closed!, usdc('302'))
    expect([paid.gross, paid.net, insuranceOf(paid), insuranceOf(closed!)].map(usdcText)).toEqual(['-98', '-100', '302', '0'])
    expect(paid.exitedWorth).toBe(closed?.exitedWorth)
  })

  it('has an R when its entry has a stop, and none without', () => {
    const risk = initialRisk({ entry: at('100'), stop: at('98'), size: size(10n * UNIT), fees: usdc('1') })
    expect(usdcText(risk)).toBe('21')
    const { closed } = played([{ ...fill('buy', 10, '100', '0'), risk }, fill('sell', 10, '104.2', '0')])
    expect(closed.map(({ net, risk: kept }) => multipleOfRisk(net, kept))).toEqual([2])
    expect(multipleOfRisk(usdc('5'), undefined)).toBeNull()
    expect(multipleOfRisk(usdc('5'), usdc('0'))).toBeNull()
  })
})

describe('arbitrary fills', () => {
  const anyFill = fc.record({
    isBuy: fc.boolean(),
    amount: fc.integer({ min: 1, max: 50 }),
    cents: fc.integer({ min: 1, max: 20_000 }),
    fee: fc.integer({ min: 0, max: 99 }),
  })
  const fillsOf = (given: readonly { isBuy: boolean; amount: number; cents: number; fee: number }[]) =>
    given.map(({ isBuy, amount, cents, fee }) => fill(isBuy ? 'buy' : 'sell', amount, (cents / 100).toFixed(2), (fee / 1e6).toFixed(6)))

  it('keep every fee, every coin and every cent, and a worst excursion at or below zero', () => {
    fc.assert(
      fc.property(fc.array(anyFill, { minLength: 1, maxLength: 40 }), (given) => {
        const fills = fillsOf(given)
        const { closed, open } = played(fills)
        const trips = [...closed, ...(open === undefined ? [] : [open])]
        const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
        expect(sum(trips.map(({ fees }) => fees))).toBe(sum(fills.map(({ fee }) => fee)))
        expect(sum(trips.map(({ entered, exited }) => entered + exited))).toBe(sum(fills.map((each) => each.size)))
        expect(sum(trips.map(({ enteredWorth, exitedWorth }) => enteredWorth + exitedWorth))).toBe(sum(fills.map(({ worth }) => worth)))
        expect(closed.every(({ entered, exited }) => entered === exited)).toBe(true)
        expect(trips.every(({ worst, best }) => worst.money <= 0n && worst.part <= 0n && best.money >= 0n && best.part >= 0n)).toBe(true)
      }),
    )
  })

  it('close the same size first in, first out, for the same profit up to rounding', () => {
    fc.assert(
      fc.property(fc.array(anyFill, { minLength: 1, maxLength: 40 }), (given) => {
        const fills = fillsOf(given)
        const lots = fifoLots(fills)
        const { closed, open } = played(fills)
        const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
        expect(sum(lots.map((lot) => lot.size))).toBe(sum(closed.map(({ exited }) => exited)) + (open?.exited ?? 0n))
        // For a trip that is still open, lots include the part already sold; trips do not.
        const apart = open === undefined ? sum(lots.map(({ gross }) => gross)) - sum(closed.map(({ gross }) => gross)) : 0n
        expect(apart <= 0n && apart >= -BigInt(lots.length)).toBe(true)
      }),
    )
  })
})
