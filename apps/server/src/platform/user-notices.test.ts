import type { Notice } from '@aerie/wire/notices'
import { expect, it } from 'vitest'
import { userNotices } from './user-notices.ts'

const NOTICE: Notice = { kind: 'entitlements' }

it('passes a notice to each listener of that user, and says whether there is one', () => {
  const notices = userNotices()
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
