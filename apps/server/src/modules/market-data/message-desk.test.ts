import { epochMs } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market-data'
import { expect, it } from 'vitest'
import { KEPT_CHARACTERS, KEPT_PER_SESSION, MessageDesk } from './message-desk.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const result = (closes: number, first = 0): MarketDataMessage => ({
  command: 'historical',
  message_id: ID,
  error: null,
  data: {
    currency: 'BTC',
    timestamps: [first],
    closingPrices: Array.from({ length: closes }, () => 12_345.67),
    quote: 'USD',
    source: 'sim',
  },
})
const stage = () => new MessageDesk({ clock: { now: () => epochMs(0) }, tell: () => false })
const session = (sid: string) => ({ user_id: 'ann', sid })
const firstOf = ({ data }: MarketDataMessage): unknown => data && 'timestamps' in data && data.timestamps[0]

it('keeps the newest results of a session, within its share of memory', () => {
  const desk = stage()
  for (let count = 0; count < 100; count += 1) desk.deliver(session('s'), result(2_160, count))
  expect(desk.characters()).toBeLessThanOrEqual(KEPT_PER_SESSION.characters)
  expect(desk.collect('s').map(firstOf).at(-1)).toBe(99)
  expect([desk.size(), desk.characters()]).toEqual([0, 0])
})

it('keeps so many small results of a session', () => {
  const desk = stage()
  for (let count = 0; count < 300; count += 1) desk.deliver(session('s'), result(1, count))
  expect(desk.collect('s').map(firstOf)).toEqual(Array.from({ length: KEPT_PER_SESSION.messages }, (_, index) => 100 + index))
})

it('keeps the newest sessions, within the memory for all', () => {
  const desk = stage()
  for (let count = 0; count < 3_000; count += 1) desk.deliver(session(`s${count}`), result(2_160))
  expect(desk.characters()).toBeLessThanOrEqual(KEPT_CHARACTERS)
  expect([desk.collect('s2999').length, desk.collect('s0').length]).toEqual([1, 0])
})
