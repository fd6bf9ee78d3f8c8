import { fraction, microUsdc, price, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookFill, type Position } from './fill.ts'

const CENT = 10n ** 10n
const MICRO = 10n ** 18n

type Fraction = readonly [top: bigint, bottom: bigint]
type Take = readonly [at: bigint, amount: bigint]
type Exact = { readonly held: bigint; readonly cost: Fraction }

const minus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d]
const floorOf = ([top, bottom]: Fraction): bigint => (top - (((top % bottom) + bottom) % bottom)) / bottom

/** Reference implementation for one level with unrounded fractions, including the realised profit. */
function exactTake({ held, cost }: Exact, sign: bigint, [at, amount]: Take): { readonly after: Exact; readonly realised: Fraction } {
  const opposed = held * sign < 0n ? -held * sign : 0n
  const closing = amount < opposed ? amount : opposed
  const costOut: Fraction = closing === 0n ? [0n, 1n] : [cost[0] * closing, cost[1] * opposed]
  const kept = minus(cost, costOut)
  return {
    after: { held: held + sign * amount, cost: minus(kept, [-sign * at * (amount - closing), 1n]) },
    realised: minus([-sign * at * closing, 1n], costOut),
  }
}

it('realises exactly the profit of the closed size, rounded down, for any entry and levels', () => {
  // Small values: often the profit is a whole number of micro-USDC, where the smallest division remainder shows.
  const hundredths = fc.bigInt({ min: 1n, max: 30n })
  const takes = fc.array(fc.tuple(hundredths, hundredths), { minLength: 1, maxLength: 3 })
  const fills = fc.array(fc.record({ side: fc.constantFrom('buy' as const, 'sell' as const), takes }), { maxLength: 8 })
  fc.assert(
    fc.property(fills, (given) => {
      let position: Position | undefined
      let exact: Exact = { held: 0n, cost: [0n, 1n] }
      for (const { side, takes: levels } of given) {
        let realised: Fraction = [0n, 1n]
        for (const level of levels) {
          const step = exactTake(exact, side === 'buy' ? 1n : -1n, level)
          realised = minus(realised, [-step.realised[0], step.realised[1]])
          exact = step.after
        }
        const booked = bookFill(position, {
          symbol: 'X',
          side,
          takes: levels.map(([at, amount]) => [price(at * CENT), size(amount * CENT)] as const),
          feeRate: fraction(0n),
          mode: 'cross',
          leverage: 1n,
        })
        expect(booked.realised).toBe(microUsdc(floorOf([realised[0] * CENT * CENT, realised[1] * MICRO])))
        position = booked.position
        expect(position?.size ?? 0n).toBe(exact.held * CENT)
      }
    }),
  )
})
