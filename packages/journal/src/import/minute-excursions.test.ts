import {
  DECIMALS,
  decimalText,
  microUsdc,
  notional,
  parseDecimal,
  price,
  priceText,
  size,
  usdcFloor,
  usdcText,
} from '@aerie/core/numbers/units'
import { MINUTE_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import type { JournalFill } from '../round-trip.ts'
import { minuteExcursions, type TripExcursions } from './minute-excursions.ts'

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
const ends = (found: Pick<TripExcursions, 'worst' | 'best'> | undefined) =>
  found && [usdcText(usdcFloor(found.worst.money)), usdcText(usdcFloor(found.best.money))]
const parts = (found: Pick<TripExcursions, 'worst' | 'best'> | undefined) =>
  found && [decimalText(found.worst.part, DECIMALS.fraction), decimalText(found.best.part, DECIMALS.fraction)]
function texts(fills: readonly JournalFill[], minutes: Parameters<typeof minuteExcursions>[1]) {
  const found = minuteExcursions(fills, minutes)
  return found && { near: ends(found.near), far: ends(found.far) }
}

it('uses the lows and highs of the minutes between the fills, with the size held at the time', () => {
  const fills = [fill('buy', '1', '100', 30_000), fill('buy', '1', '98', 150_000), fill('sell', '2', '101', 330_000)]
  // One coin at 96 is -4; two coins from 99 at 97 are also -4; two at 104 are 10.
  expect(texts(fills, [minute(1, '96', '100'), minute(3, '97', '99'), minute(4, '99', '104')])).toEqual({
    near: ['-4', '10'],
    far: undefined,
  })
})

it('uses the minutes of the first and last fill for the far bound only, and none before or after', () => {
  const fills = [fill('sell', '1', '100', 90_000), fill('buy', '1', '99', 210_000)]
  // Short one coin from 100: 98 gives 2 and 100.5 gives -0.5 for certain; 40 would give 60, 200 would give -100.
  expect(
    texts(fills, [minute(0, '1', '900'), minute(1, '50', '150'), minute(2, '98', '100.5'), minute(3, '40', '200'), minute(4, '1', '900')]),
  ).toEqual({ near: ['-0.5', '2'], far: ['-100', '60'] })
})

it('has no far bound when a candle of a minute with a fill is missing', () => {
  const fills = [fill('buy', '1', '100', 1_000), fill('sell', '1', '101', 130_000)]
  expect(texts(fills, [minute(0, '99', '101'), minute(1, '98', '102')])).toEqual({ near: ['-2', '2'], far: undefined })
})

it('values the minute of a scale-in at the least affected size for the near bound and the most affected for the far', () => {
  const fills = [fill('buy', '1', '100', 30_000), fill('buy', '1', '98', 150_000), fill('sell', '2', '101', 330_000)]
  const minutes = [
    minute(0, '95', '101'),
    minute(1, '96', '100'),
    minute(2, '90', '99'),
    minute(3, '97', '99'),
    minute(4, '99', '104'),
    minute(5, '94', '110'),
  ]
  expect(texts(fills, minutes)).toEqual({ near: ['-10', '10'], far: ['-18', '22'] })
  const found = minuteExcursions(fills, minutes)
  // At 90 one coin lost 10 of 100, two lost 18 of 198: the smaller is certain. 10 of 198 and 22 of 198 at the other end.
  expect([parts(found?.near), parts(found?.far)]).toEqual([
    ['-0.09090909090909091', '0.050505050505050505'],
    ['-0.1', '0.111111111111111111'],
  ])
})

it('values the minute of a partial close the same way, including its own price', () => {
  const fills = [fill('buy', '2', '100', 10_000), fill('sell', '1', '103', 130_000), fill('sell', '1', '102', 250_000)]
  const minutes = [
    minute(0, '99', '101'),
    minute(1, '100', '101'),
    minute(2, '90', '110'),
    minute(3, '101', '102'),
    minute(4, '101', '103'),
  ]
  // At 90 two coins are at -20, one at -10; at 110 two are at 20, one at 10.
  expect(texts(fills, minutes)).toEqual({ near: ['-10', '10'], far: ['-20', '20'] })
})

it('includes the sizes held between two fills in the same minute, in file order', () => {
  const fills = [
    fill('buy', '1', '100', 10_000),
    fill('buy', '2', '94', 130_000),
    fill('sell', '2', '97', 130_000),
    fill('sell', '1', '99', 250_000),
  ]
  const minutes = [minute(0, '100', '100'), minute(1, '99', '100'), minute(2, '92', '98'), minute(3, '96', '99'), minute(4, '99', '99')]
  // By 92: -8, -12, -4 of which -4 is certain, but 94 was paid with one coin held: -6. By 98: -2, 6, 2; by 99 later: 3.
  expect(texts(fills, minutes)).toEqual({ near: ['-6', '3'], far: ['-12', '6'] })
})

it('uses only the fill prices for the near bound of a trade opened and closed within a minute', () => {
  const fills = [fill('buy', '1', '100', 1_000), fill('sell', '1', '101', 2_000)]
  expect(texts(fills, [minute(0, '90', '105')])).toEqual({ near: ['0', '1'], far: ['-10', '5'] })
  expect(texts(fills, [])).toEqual({ near: ['0', '1'], far: undefined })
})

it('returns the lows and highs after each fill, those of its own minute in the far bound', () => {
  const fills = [fill('buy', '1', '100', 30_000), fill('sell', '1', '101', 150_000)]
  const found = minuteExcursions(fills, [minute(0, '95', '101'), minute(1, '99', '102'), minute(2, '98', '104')])
  const spans = (trip: TripExcursions | undefined) => trip?.spans?.map(({ low, high }) => [priceText(low), priceText(high)])
  expect(spans(found?.near)?.[0]).toEqual(['99', '102'])
  expect(spans(found?.far)?.[0]).toEqual(['95', '104'])
})

it('returns nothing when the fills do not end flat', () => {
  expect(texts([fill('buy', '1', '100', 1_000)], [])).toBeUndefined()
  expect(texts([fill('buy', '1', '100', 1_000), fill('sell', '2', '100', 2_000)], [])).toBeUndefined()
})
