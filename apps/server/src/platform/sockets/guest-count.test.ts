import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { GuestCount } from './socket-limits.ts'

const connection = (readyState: 'open' | 'closed' = 'open') => Object.assign(new EventEmitter(), { readyState })
const limits = { guestsPerAddress: 2, guests: 3 }

it('admits no more guests from one address than its limit, until one has left', () => {
  const guests = new GuestCount(limits)
  const first = connection()
  expect([first, connection(), connection()].map((one) => guests.enter(one, '192.0.2.1'))).toEqual([
    undefined,
    undefined,
    expect.stringContaining('from this address'),
  ])
  expect(guests.enter(connection(), '192.0.2.2')).toBeUndefined()
  first.emit('close')
  expect(guests.enter(connection(), '192.0.2.1')).toBeUndefined()
})

it('admits no more guests in total than its limit, including those of this machine', () => {
  const guests = new GuestCount(limits)
  for (const address of [undefined, undefined, undefined]) expect(guests.enter(connection(), address)).toBeUndefined()
  expect(guests.enter(connection(), '192.0.2.1')).toContain('right now')
})

it('counts a connection once, however many namespaces it enters, and none that has ended', () => {
  const guests = new GuestCount({ guestsPerAddress: 1, guests: 1 })
  expect(guests.enter(connection('closed'), '192.0.2.1')).toBeUndefined()
  const one = connection()
  expect([guests.enter(one, '192.0.2.1'), guests.enter(one, '192.0.2.1')]).toEqual([undefined, undefined])
  one.emit('close')
  expect(guests.enter(connection(), '192.0.2.1')).toBeUndefined()
})
