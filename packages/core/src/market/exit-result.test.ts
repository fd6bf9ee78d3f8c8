import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fraction, microUsdc, type Price, price, type Size, size } from '../numbers/units.ts'
import { exitResult } from './exit-result.ts'

const at = (whole: number): Price => price(BigInt(whole) * 10n ** 12n)
const coins = (whole: number): Size => size(BigInt(whole) * 10n ** 12n)
const FEE = fraction(45n * 10n ** 13n) // 0.045 %
const order = { side: 'sell' as const, size: coins(2), at: at(95), isReduceOnly: true, fee: FEE }

it('shows the loss of a stop after its fee, and that nothing is left', () => {
  // (95 - 100) * 2 = -10, fee 0.0855
  expect(exitResult({ size: coins(2), entry: at(100) }, order)).toEqual({
    closes: coins(2),
    opens: size(0n),
    after: size(0n),
    fee: microUsdc(85_500n),
    result: microUsdc(-10_085_500n),
  })
})

it('shows the gain of a buy that closes a short', () => {
  expect(exitResult({ size: coins(-3), entry: at(100) }, { ...order, side: 'buy' })).toMatchObject({
    closes: coins(2),
    after: coins(-1),
    result: microUsdc(9_914_500n),
  })
})

it('opens the rest on the other side unless the order only reduces', () => {
  const held = { size: coins(1), entry: at(100) }
  expect(exitResult(held, { ...order, isReduceOnly: false })).toMatchObject({ closes: coins(1), opens: coins(1), after: coins(-1) })
  expect(exitResult(held, order)).toMatchObject({ closes: coins(1), opens: size(0n), after: size(0n) })
})

it('has no result where nothing is closed or the entry is unknown', () => {
  expect(exitResult({ size: coins(0), entry: null }, { ...order, isReduceOnly: false })).toMatchObject({ result: null, after: coins(-2) })
  expect(exitResult({ size: coins(2), entry: null }, order).result).toBeNull()
})

it('leaves a position that is the one before plus what was traded, and never one beyond zero when it only reduces', () => {
  const amounts = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  fc.assert(
    fc.property(
      amounts,
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.boolean(),
      (held, sent, side, isReduceOnly) => {
        const done = exitResult({ size: size(held), entry: at(100) }, { ...order, side, size: size(sent), isReduceOnly })
        const direction = side === 'buy' ? 1n : -1n
        expect(done.after).toBe(held + direction * (done.closes + done.opens))
        expect(isReduceOnly ? done.after * held >= 0n && done.opens === 0n : done.closes + done.opens === sent).toBe(true)
      },
    ),
  )
})
