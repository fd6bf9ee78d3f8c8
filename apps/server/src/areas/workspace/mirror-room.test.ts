import { setImmediate as tick } from 'node:timers/promises'
import { epochMs } from '@aerie/core/time'
import type { mirrorEvents, RelayBody } from '@aerie/wire/workspace/mirror'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lossyRoom, testBus } from '../../../test/test-bus.ts'
import type { Body } from '../../platform/sockets/user-channel.ts'
import { MirrorRooms } from './mirror-room.ts'

const T0 = Date.UTC(2026, 0, 15)
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const STATE: RelayBody = { type: 'state', state: { channels: [], layout: null } }
const FRAGMENT: RelayBody = { type: 'layout-fragment', fragment: '{}' }

/** `count` processes with one clock, a bus that can be cut, and machines of one user. */
function stage(count: number) {
  let now = T0
  const room = lossyRoom()
  const buses = Array.from({ length: count }, () => testBus(room.transport()))
  const processes = buses.map((bus) => new MirrorRooms({ bus, clock: { now: () => epochMs(now) } }))
  const join = (machine: number, at: number) => {
    const received: Array<readonly [event: string, message: unknown]> = []
    const membership = processes[at]?.join('ann', {
      session: uuid(machine),
      emit: (event, message) => received.push([event, message]),
      relay: (message) => received.push(['relayed', message]),
      charge: () => undefined,
    })
    if (membership === undefined) throw new Error('there is no such process')
    const all = (event: string) => received.filter(([name]) => name === event).map(([, message]) => message)
    return { ...membership, session: uuid(machine), all, lease: () => all('lease').at(-1) as Body<typeof mirrorEvents, 'lease'> } // as `emit` is typed
  }
  /** More than enough for all processes to know each other's machines, or to notice which are gone. */
  const beat = async (rounds = 13): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      for (const each of processes) each.beat()
      await tick()
    }
  }
  const beatOne = async (at: number): Promise<void> => {
    processes[at]?.beat()
    await tick()
  }
  const pass = async (): Promise<void> => {
    now += 1_000
    await tick()
  }
  return { ...room, buses, join, beat, beatOne, pass }
}
const withoutTerm = ({ holder, machines }: Body<typeof mirrorEvents, 'lease'>) => ({ holder, machines })

type Connection = ReturnType<ReturnType<typeof stage>['join']>

/** A user whose machines come and go. The server may not notice at once that a machine's earlier connection is dead. */
function user(processes: number) {
  const world = stage(processes)
  const connections = new Map<number, Connection[]>()
  let chosen: Connection | undefined
  const latest = (machine: number) => connections.get(machine)?.at(-1)
  return {
    ...world,
    join: (machine: number, at: number): void => {
      connections.set(machine, [...(connections.get(machine) ?? []), world.join(machine, at)])
    },
    lead: (machine: number): void => {
      latest(machine)?.lead()
      chosen = latest(machine) ?? chosen
    },
    leave: (machine: number): void => {
      for (const { leave } of connections.get(machine) ?? []) leave()
      connections.delete(machine)
    },
    present: () => [...connections.keys()].flatMap((machine) => latest(machine) ?? []),
    /** The machine that was chosen last, if it is still connected. */
    chosen: () => [...connections.values()].flatMap((all) => all.at(-1) ?? []).find((one) => one === chosen),
  }
}

it('agrees on one leader in one term, whatever happened and was lost before', async () => {
  const machine = fc.integer({ min: 1, max: 7 })
  const process = fc.integer({ min: 0, max: 2 })
  type Step = (of: ReturnType<typeof user>) => unknown
  const step = fc.oneof(
    fc.tuple(machine, process).map(
      ([which, at]): Step =>
        ({ join }) =>
          join(which, at),
    ),
    machine.map(
      (which): Step =>
        ({ leave }) =>
          leave(which),
    ),
    machine.map(
      (which): Step =>
        ({ lead }) =>
          lead(which),
    ),
    // A bit for each pair of processes.
    fc.integer({ min: 0, max: 511 }).map(
      (links): Step =>
        ({ lose }) =>
          lose((from, to) => ((links >> (3 * from + to)) & 1) === 1),
    ),
    fc.constant<Step>(({ lose }) => lose(() => false)),
    process.map(
      (at): Step =>
        ({ beatOne }) =>
          beatOne(at),
    ),
    fc.constant<Step>(({ beat }) => beat()),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const ann = user(3)
      for (const each of steps) {
        await ann.pass()
        await each(ann)
      }
      ann.lose(() => false)
      await ann.beat()
      const present = ann.present()
      const lease = present[0]?.lease()
      expect(present.map((one) => one.lease())).toEqual(present.map(() => ({ ...lease, machines: present.length })))
      const holders = present.filter(({ session }) => session === lease?.holder)
      expect(holders).toHaveLength(Math.min(1, present.length))
      expect(holders[0]).toBe(ann.chosen() ?? holders[0])
      const relayed = present.map(({ all }) => all('relayed').length)
      const message = { term: lease?.term ?? 0, seq: 1, body: STATE }
      expect(present.filter(({ publish }) => publish(message))).toEqual(holders)
      await tick()
      expect(present.map(({ all }) => all('relayed').length)).toEqual(
        present.map((one, at) => (relayed[at] ?? 0) + (holders.includes(one) ? 0 : 1)),
      )
    }),
    { numRuns: 300 },
  )
})

it('asks the leader at another process for its state', async () => {
  const { join, pass } = stage(2)
  const one = join(1, 0)
  await pass()
  const two = join(2, 1)
  await pass()
  const before = one.all('wanted').length
  two.want()
  await pass()
  expect(one.all('wanted')).toHaveLength(before + 1)
})

it('keeps the eight machines that joined first, where processes were cut off from each other', async () => {
  const { join, beat, pass, lose } = stage(2)
  lose(() => true)
  const machines = []
  for (let machine = 1; machine <= 12; machine += 1) {
    machines.push(join(machine, machine % 2))
    await pass()
  }
  lose(() => false)
  await beat()
  const [kept, dropped] = [machines.slice(0, 8), machines.slice(8)]
  for (const { lease } of kept) expect(withoutTerm(lease())).toEqual({ holder: uuid(1), machines: 8 })
  for (const { session, lease, all, publish } of dropped) {
    expect(withoutTerm(lease())).toEqual({ holder: session, machines: 1 })
    expect(all('error')).toEqual([{ code: 'conflict', message: 'At most 8 machines can mirror each other.' }])
    expect(publish({ term: lease().term, seq: 1, body: FRAGMENT })).toBe(false)
  }
  expect(() => join(13, 0)).toThrow(expect.objectContaining({ code: 'conflict', detail: 'At most 8 machines can mirror each other.' }))
})

it('hands the place of a browser over to its newest connection', async () => {
  const { join, pass } = stage(2)
  const [dead, two] = [join(1, 0), join(2, 0)]
  await pass()
  const again = join(1, 1)
  await pass()
  expect(withoutTerm(two.lease())).toEqual({ holder: uuid(2), machines: 2 })
  expect(again.lease()).toEqual(two.lease())
  expect(withoutTerm(dead.lease())).toEqual({ holder: uuid(1), machines: 1 })
  expect(dead.publish({ term: two.lease().term, seq: 1, body: FRAGMENT })).toBe(false)
  again.lead()
  await pass()
  expect(again.publish({ term: again.lease().term, seq: 1, body: STATE })).toBe(true)
  await pass()
  expect([dead.all('relayed').length, two.all('relayed').length]).toEqual([0, 1])
  dead.leave()
  await pass()
  expect(two.lease()).toMatchObject({ holder: uuid(1), machines: 2 })
})

it('leaves the lead with others when a machine that was chosen comes back', async () => {
  const { join, pass } = stage(2)
  const one = join(1, 0)
  await pass()
  const two = join(2, 1)
  await pass()
  two.lead()
  await pass()
  expect(one.lease().holder).toBe(uuid(2))
  two.leave()
  await pass()
  join(2, 1)
  await pass()
  expect(withoutTerm(one.lease())).toEqual({ holder: uuid(1), machines: 2 })
})

it('ignores messages of processes of another version, and presence of more processes than it can keep', async () => {
  const { join, pass, buses } = stage(70)
  const one = join(1, 0)
  await pass()
  const [, stranger] = buses
  const presence = { kind: 'presence', machines: [], choice: null, term: T0 + 1_000_000, asks: true }
  const joined = { session: uuid(2), joinedAt: 1 }
  for (const message of [
    null,
    { ...presence, machines: 'all' },
    { ...presence, machines: Array.from({ length: 9 }, () => joined) },
    { ...presence, term: -1 },
    { kind: 'relayed', message: { session: uuid(2), term: T0, seq: 1, body: { type: 'order', side: 'buy' } } },
  ])
    stranger?.publish('mirror:ann', message)
  await pass()
  expect([one.lease(), one.all('relayed')]).toEqual([{ term: T0 + 1, holder: uuid(1), machines: 1 }, []])
  for (const [at, bus] of buses.entries())
    if (at > 0) bus.publish('mirror:ann', { ...presence, machines: [{ session: uuid(100 + at), joinedAt: T0 + 10_000 - at }] })
  await pass()
  // The last ones would have joined first.
  expect(one.lease()).toMatchObject({ holder: uuid(1), machines: 8 })
  for (const bus of buses.slice(1, 65)) bus.publish('mirror:ann', presence)
  await pass()
  expect(one.lease().machines).toBe(1)
})

it('does not raise the term by turns with a process that knows other machines', async () => {
  const { join, beat, buses } = stage(2)
  const one = join(1, 0)
  const [, other] = buses
  const machines = [{ session: uuid(2), joinedAt: T0 + 1 }]
  let received = 0
  other?.subscribe('mirror:ann', (message) => {
    received += 1
    const { term } = message as { term: number } // of a presence
    if (received < 1_000) other.publish('mirror:ann', { kind: 'presence', machines, choice: null, term: term + 1, asks: false })
  })
  await beat(2)
  expect(received).toBeLessThan(10)
  expect(one.lease().holder).toBe(uuid(1))
})
