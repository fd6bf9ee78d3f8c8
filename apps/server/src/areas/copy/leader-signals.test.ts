import { price, size } from '@aerie/core/numbers/units'
import { expect, it } from 'vitest'
import { type LeaderSignal, newest, passed } from './leader-signals.ts'

const signal = (symbol: string, seq: number, isFill = true): LeaderSignal => ({
  symbol,
  seq,
  position: size(BigInt(seq)),
  price: price(1n),
  at: seq,
  leverage: undefined,
  isFill,
  receivedAt: 0,
})

it('follows only the newest missed trade of each coin and looks up the orders of earlier ones', () => {
  const missed = [signal('SOL', 1), signal('ETH', 2), signal('SOL', 3), signal('SOL', 4, false)]
  expect(passed(missed).map(({ seq, isPassed }) => [seq, isPassed])).toEqual([
    [1, true],
    [2, false],
    [3, false],
    [4, false],
  ])
})

it("takes the position after a coin's newest event and the price of its newest fill", () => {
  const [found, ...others] = newest([signal('SOL', 1), signal('SOL', 4, false)])
  expect([found?.seq, found?.position, found?.at, others]).toEqual([4, size(4n), 1, []])
})
