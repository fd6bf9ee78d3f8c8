import { expect, it } from 'vitest'
import { testOrder } from '../account/test-account.ts'
import { queueText } from './queue-text.ts'

const queued = (ahead: string | null, traded: string | null, more: Parameters<typeof testOrder>[1] = {}) =>
  queueText(testOrder(1, { state: 'open', queue_ahead: ahead, queue_traded: traded, is_queue_reset: false, ...more }))

it('tells what is ahead of an order and what has traded there since', () => {
  expect(queued('118', '42')).toBe('118 ahead of you, 42 traded since')
  expect(queued('118', '0.000')).toBe('118 ahead of you, none traded since')
  expect(queued('0', '160')).toBe('next in line, 160 traded since')
})

it('says what is not known instead of a nought', () => {
  expect(queued('118', null)).toBe('118 ahead of you')
  expect(queued(null, null)).toBe('place not known')
  expect(queued(null, null, { state: 'untriggered' })).toBeNull()
})

it('says that a place was counted again', () =>
  expect(queued('118', '42', { is_queue_reset: true })).toBe('118 ahead of you, 42 traded since, recounted since a restart'))
