import { DECIMALS, microUsdc, notional, parseDecimal, price, size, usdcFloor, usdcText } from '@aerie/core/numbers/units'
import { MINUTE_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import type { JournalFill } from '../round-trip.ts'
import { minuteExcursions } from './minute-excursions.ts'

const at = (text: string) => price(decimal(text))
function decimal(text: string): bigint {
  const parsed = parseDecimal(text, DECIMALS.price)
  return parsed.ok ? parsed.value : 0n
}
const fill = (side: 'buy' | 'sell', amount: string, text: string, ms: number): JournalFill => ({
  symbol: 'SOLUSDT',
  side,
  size: size(decimal(amount)),
  worth: notional(decimal(text) * decimal(amount)),
  fee: microUsdc(0n),
  at: ms,
})
const minute = (place: number, low: string, high: string) => ({ at: place * MINUTE_MS, low: at(low), high: at(high) })
const texts = (fills: readonly JournalFill[], minutes: Parameters<typeof minuteExcursions>[1]) => {
  const found = minuteExcursions(fills, minutes)
  return found && [usdcText(usdcFloor(found.worst.money)), usdcText(usdcFloor(found.best.money))]
}

it('takes lows and highs of the minutes between the fills, with what was held then', () => {
  const fills = [fill('buy', '1', '100', 30_000), fill('buy', '1', '98', 150_000), fill('sell', '2', '101', 330_000)]
  // 96 with one coin is -4, 97 with two coins at 99 is -4 too, 104 with two is 10.
  expect(texts(fills, [minute(1, '96', '100'), minute(3, '97', '99'), minute(4, '99', '104')])).toEqual(['-4', '10'])
})

it('leaves out the minutes of its fills and those before and after it', () => {
  const fills = [fill('sell', '1', '100', 90_000), fill('buy', '1', '99', 210_000)]
  expect(
    texts(fills, [minute(0, '1', '900'), minute(1, '50', '150'), minute(2, '98', '100.5'), minute(3, '40', '200'), minute(4, '1', '900')]),
  ).toEqual(['-0.5', '2'])
})

it('has the prices of the fills alone where no minute lies between them', () =>
  expect(texts([fill('buy', '1', '100', 1_000), fill('sell', '1', '101', 2_000)], [minute(0, '1', '900')])).toEqual(['0', '1']))

it('has nothing where the fills do not end flat', () => {
  expect(texts([fill('buy', '1', '100', 1_000)], [])).toBeUndefined()
  expect(texts([fill('buy', '1', '100', 1_000), fill('sell', '2', '100', 2_000)], [])).toBeUndefined()
})
