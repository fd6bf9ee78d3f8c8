import { epochMs } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { expect, it } from 'vitest'
import { KEPT_BYTES, LIMITS_PER_SESSION, ResultMailbox } from './result-mailbox.ts'

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
const stage = () => new ResultMailbox({ clock: { now: () => epochMs(0) }, emit: () => false })
const session = (sid: string) => ({ user_id: 'ann', sid })
const firstOf = ({ data }: MarketDataMessage): unknown => data && 'timestamps' in data && data.timestamps[0]

it('keeps the newest results of a session, within its share of memory', () => {
  const mailbox = stage()
  for (let count = 0; count < 100; count += 1) mailbox.deliver(session('s'), result(2_160, count))
  expect(mailbox.bytes()).toBeLessThanOrEqual(LIMITS_PER_SESSION.characters + 1_000)
  expect(mailbox.collect('s').map(firstOf).at(-1)).toBe(99)
  expect([mailbox.size(), mailbox.bytes()]).toEqual([0, 0])
})

it('keeps a limited number of small results per session', () => {
  const mailbox = stage()
  for (let count = 0; count < 300; count += 1) mailbox.deliver(session('s'), result(1, count))
  expect(mailbox.collect('s').map(firstOf)).toEqual(Array.from({ length: LIMITS_PER_SESSION.messages }, (_, index) => 100 + index))
})

it('keeps the newest sessions, within the memory limit for all', () => {
  const mailbox = stage()
  for (let count = 0; count < 3_000; count += 1) mailbox.deliver(session(`s${count}`), result(2_160))
  expect(mailbox.bytes()).toBeLessThanOrEqual(KEPT_BYTES)
  expect([mailbox.collect('s2999').length, mailbox.collect('s0').length]).toEqual([1, 0])
})
