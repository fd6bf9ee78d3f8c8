import { expect, it } from 'vitest'
import { testOrder } from '../test/account.ts'
import { queueText } from './queue-text.ts'

const queued = (ahead: string | null, traded: string | null, more: Parameters<typeof testOrder>[1] = {}) =>
  queueText(testOrder(1, { state: 'open', queue_ahead: ahead, queue_traded: traded, is_queue_reset: false, ...more }))?.full ?? null

it('shows what is ahead of an order and what has traded there since', () => {
  expect(queued('118', '42')).toBe('118 ahead of you, 42 traded since')
  expect(queued('118', '0.000')).toBe('118 ahead of you, none traded since')
  expect(queued('0', '160')).toBe('next in line, 160 traded since')
})

it('shows unknown values as such instead of zero', () => {
  expect(queued('118', null)).toBe('118 ahead of you')
  expect(queued(null, null)).toBe('queue position not known')
  expect(queued(null, null, { state: 'untriggered' })).toBeNull()
})

it('shows that a queue position was recounted', () =>
  expect(queued('118', '42', { is_queue_reset: true })).toBe('118 ahead of you, 42 traded since, recounted since a restart'))

it('shows the likely position next to the worst one when they differ', () => {
  expect(queued('118', '42', { queue_ahead_likely: '60' })).toBe('118 ahead of you, likely 60, 42 traded since')
  expect(queued('118', '42', { queue_ahead_likely: '118' })).toBe('118 ahead of you, 42 traded since')
})

it.each([
  ['19.199633139713', '19.19'],
  ['0.000123456', '0.00012'],
])('shows the estimated likely position %s as %s', (queue_ahead_likely, expected) =>
  expect(queued('118', null, { queue_ahead_likely })).toBe(`118 ahead of you, likely ${expected}`),
)

it.each([
  [174_000, '3 min'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [7_200_001, '3 h'],
])('shows a wait of %i ms at the current pace', (queue_wait_ms, expected) =>
  expect(queued('118', '42', { queue_wait_ms })).toBe(`118 ahead of you, 42 traded since, ~${expected} at this pace`),
)

it('fits into a table cell: what is ahead, and the wait at this pace', () => {
  const short = (more: Parameters<typeof testOrder>[1]) => queueText(testOrder(1, { state: 'open', queue_traded: '42', ...more }))?.short
  expect(short({ queue_ahead: '118' })).toBe('118 ahead')
  expect(short({ queue_ahead: '118', queue_ahead_likely: '60', queue_wait_ms: 300_000 })).toBe('118 ahead, ~5 min')
  expect(short({ queue_ahead: '0.000', is_queue_reset: true })).toBe('next, recounted')
  expect(short({ queue_ahead: null })).toBe('—')
  expect(short({ queue_ahead: null, state: 'filled' })).toBeUndefined()
})
