import type { Notice } from '@aerie/wire/notices'
import { expect, it, vi } from 'vitest'
import { testBus } from '../../test/test-bus.ts'
import { memoryRoom } from './bus/bus.ts'
import { userNotices } from './user-notices.ts'

const NOTICE: Notice = { kind: 'entitlements' }

it('passes a notice to each listener of that user, and says whether there is one', () => {
  const notices = userNotices(testBus())
  const got: string[] = []
  const listenTo = (name: string, wanted: string) =>
    notices.subscribe({ hasListener: (userId) => userId === wanted, notify: (userId, { kind }) => got.push(`${name} ${userId} ${kind}`) })
  listenTo('socket', 'ada')
  listenTo('alert', 'ada')
  listenTo('socket', 'bob')
  notices.notify('ada', NOTICE)
  notices.notify('eve', NOTICE)
  expect(got).toEqual(['socket ada entitlements', 'alert ada entitlements'])
  expect(['ada', 'bob', 'eve'].map(notices.hasListener)).toEqual([true, true, false])
})

it('passes a notice on to listeners at other processes, once each', async () => {
  const room = memoryRoom()
  const [a, b] = [userNotices(testBus(room())), userNotices(testBus(room()))]
  const got: string[] = []
  for (const [name, notices] of Object.entries({ a, b }))
    notices.subscribe({ hasListener: () => true, notify: (userId, { kind }) => got.push(`${name} ${userId} ${kind}`) })
  a.notify('ada', NOTICE)
  b.notify('bob', NOTICE)
  await vi.waitFor(() => expect(got).toHaveLength(4))
  expect(got.toSorted()).toEqual(['a ada entitlements', 'a bob entitlements', 'b ada entitlements', 'b bob entitlements'])
  expect(a.hasListener('somebody elsewhere')).toBe(true)
})
