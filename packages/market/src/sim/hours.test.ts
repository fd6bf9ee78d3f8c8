import { floatAt } from '@aerie/core/item-at'
import { expect, it } from 'vitest'
import { BLOCK_HOURS, sharedFactors } from './factors.ts'
import { coinHours } from './hours.ts'
import { coinMinutes } from './minutes.ts'
import { TRAITS } from './traits.ts'

const seed = '42'
const block = Math.floor(Date.UTC(2026, 5, 1) / 3_600_000 / BLOCK_HOURS)
const shared = sharedFactors(seed)
const coins = TRAITS.filter(({ coin }) => !coin.stablecoin).map((traits) => ({ traits, hours: coinHours(seed, traits, shared) }))
const jumpsOf = ({ traits, hours }: (typeof coins)[number]) =>
  [...hours(block).jump].flatMap((jump, index) => (Math.abs(jump) > 5 * traits.own ? [{ jump, index }] : []))

it('jumps a few times in thirty days, mostly all coins together or one alone', () => {
  const counts = coins.map((coin) => jumpsOf(coin).length)
  const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length
  expect(mean).toBeGreaterThan(0.5)
  expect(mean).toBeLessThan(8)
})

it('moves by the jump in its hour, within one minute, any minute', () => {
  const shares = coins.flatMap((coin) => {
    const minutes = coinMinutes(seed, coin.traits, coin.hours)
    const { logs } = coin.hours(block)
    return jumpsOf(coin).map(({ jump, index }) => {
      const path = minutes.path(block * BLOCK_HOURS + index).logs
      const steps = Array.from({ length: 60 }, (_, minute) => floatAt(path, minute + 1) - floatAt(path, minute))
      const largest = steps.reduce((best, one) => (Math.abs(one) > Math.abs(best) ? one : best))
      return { hour: (floatAt(logs, index + 1) - floatAt(logs, index)) / jump, minute: largest / jump, at: steps.indexOf(largest) }
    })
  })
  const mean = (pick: (share: (typeof shares)[number]) => number) => shares.reduce((sum, one) => sum + pick(one), 0) / shares.length
  expect(shares.length).toBeGreaterThan(50)
  expect(Math.abs(mean(({ hour }) => hour) - 1)).toBeLessThan(0.15)
  expect(Math.abs(mean(({ minute }) => minute) - 1)).toBeLessThan(0.15)
  expect(new Set(shares.map(({ at }) => at)).size).toBeGreaterThan(10)
})
