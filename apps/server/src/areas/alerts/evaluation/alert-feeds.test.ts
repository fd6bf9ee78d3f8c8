import { systemClock } from '@aerie/core/time'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { NO_SOURCES } from '../../../../test/no-alert-sources.ts'
import type { StoredAlert } from '../alert-rows.ts'
import { alertFeeds } from './alert-feeds.ts'
import { AlertWatch, type WatchDeps } from './alert-watch.ts'

const logger = pino({ level: 'silent' })
const market = { sourceId: () => 'sim:test', rules: () => undefined, hub: { now: () => 0, speed: () => 1, kind: () => 'sim' } }

it('a filled order looks at the alerts of its user only', () => {
  const watch = new AlertWatch({ market, clock: systemClock, logger } as unknown as WatchDeps)
  const lookedAt = new Set<string>()
  const alert = (id: string, userId: string): StoredAlert => {
    const terms = { kind: 'order_filled', symbol: 'ETH', repeat: 'every' }
    const row = { id, userId, kind: 'order_filled', symbol: 'ETH', terms, state: 'active', phase: 'fresh' } as StoredAlert
    return new Proxy(row, {
      get: (from, name, proxy): unknown => {
        lookedAt.add(id)
        return Reflect.get(from, name, proxy)
      },
    })
  }
  watch.changed([alert('a', 'ada'), alert('b', 'eve'), alert('c', 'ada'), alert('d', 'ada')])
  watch.removed('d')
  lookedAt.clear()
  const data = { id: 'order', symbol: 'BTC', state: 'filled', updated_at: '2026-01-15T12:00:00.000Z' }
  alertFeeds({ sources: NO_SOURCES, clock: systemClock, logger }).notice(watch, 'ada', {
    kind: 'order',
    account: 'paper',
    first_seq: 1,
    seq: 1,
    data,
  })
  expect([...lookedAt]).toEqual(['a', 'c'])
})
