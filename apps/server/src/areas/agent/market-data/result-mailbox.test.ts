import { setImmediate } from 'node:timers/promises'
import { epochMs } from '@aerie/core/time'
import type { MarketDataMessage } from '@aerie/wire/market/market-data'
import { expect, it, vi } from 'vitest'
import { testBus } from '../../../../test/test-bus.ts'
import { memoryRoom } from '../../../platform/bus/bus.ts'
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
const clock = { now: () => epochMs(0) }
const stage = () => new ResultMailbox({ clock, bus: testBus(), emit: () => false })
const session = (sid: string) => ({ user_id: 'ann', sid })
const firstOf = ({ data }: MarketDataMessage): unknown => data && 'timestamps' in data && data.timestamps[0]

it('keeps the newest results of a session, within its share of memory', () => {
  const mailbox = stage()
  for (let count = 0; count < 100; count += 1) mailbox.deliver(session('s'), result(2_160, count))
  expect(mailbox.bytes()).toBeLessThanOrEqual(LIMITS_PER_SESSION.characters + 1_000)
  expect(mailbox.collect(session('s')).map(firstOf).at(-1)).toBe(99)
  expect([mailbox.size(), mailbox.bytes()]).toEqual([0, 0])
})

it('keeps a limited number of small results per session', () => {
  const mailbox = stage()
  for (let count = 0; count < 300; count += 1) mailbox.deliver(session('s'), result(1, count))
  expect(mailbox.collect(session('s')).map(firstOf)).toEqual(Array.from({ length: LIMITS_PER_SESSION.messages }, (_, index) => 100 + index))
})

it('keeps the newest sessions, within the memory limit for all', () => {
  const mailbox = stage()
  for (let count = 0; count < 3_000; count += 1) mailbox.deliver(session(`s${count}`), result(2_160))
  expect(mailbox.bytes()).toBeLessThanOrEqual(KEPT_BYTES)
  expect([mailbox.collect(session('s2999')).length, mailbox.collect(session('s0')).length]).toEqual([1, 0])
})

/** A process with its mailbox, and what the sockets of connected sessions received. */
function processIn(room: ReturnType<typeof memoryRoom>) {
  const connected = new Set<string>()
  const received: unknown[] = []
  const bus = testBus(room())
  const mailbox = new ResultMailbox({
    clock,
    bus,
    emit: ({ sid }, message) => {
      if (connected.has(sid)) received.push(firstOf(message))
      return connected.has(sid)
    },
  })
  const connect = (sid: string): void => {
    connected.add(sid)
    received.push(...mailbox.collect(session(sid)).map(firstOf))
  }
  return { mailbox, connect, received }
}
const messageOf = (number: number): MarketDataMessage => ({ ...result(1, number), message_id: `${ID.slice(0, -1)}${number}` })

it('sends a result to the sockets of the session at every process, and to no other session', async () => {
  const room = memoryRoom()
  const [here, there] = [processIn(room), processIn(room)]
  here.connect('s')
  there.connect('s')
  there.connect('t')
  here.mailbox.deliver(session('s'), messageOf(1))
  await vi.waitFor(() => expect(there.received).toEqual([1]))
  expect(here.received).toEqual([1])
  there.mailbox.deliver(session('t'), messageOf(2))
  await vi.waitFor(() => expect(there.received).toEqual([1, 2]))
  expect(here.received).toEqual([1])
})

it('keeps what no socket received until the session connects at another process, and sends it once', async () => {
  const room = memoryRoom()
  const [here, there, third] = [processIn(room), processIn(room), processIn(room)]
  here.mailbox.deliver(session('s'), messageOf(1))
  here.mailbox.deliver(session('s'), messageOf(2))
  // A result still on its way when the session connects is received twice.
  await setImmediate()
  there.connect('s')
  await vi.waitFor(() => expect(there.received).toEqual([1, 2]))
  await vi.waitFor(() => expect(here.mailbox.size()).toBe(0))
  third.connect('s')
  there.mailbox.deliver(session('s'), messageOf(3))
  await vi.waitFor(() => expect(third.received).toEqual([3]))
  expect(there.received).toEqual([1, 2, 3])
})
